// The sign-in: with a passkey or the issuer. The link of an invitation makes a passkey, or binds the account there.
import { Anchor, Divider, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { RequestError } from './api'
import { knownCommunities } from './communities'
import { forgetApplying, goToIssuer, holdReturn, offeredQuery } from './issuer'
import { register, signIn } from './passkey'
import { Gate } from './gate'
import { ErrorNote, SendButton } from './patterns/error-note'
import { sentenceOf } from './patterns/errors'
import { nameTab } from './patterns/page'
import { catalogue, useTexts } from './patterns/texts'
import { isOfDevice } from './question'
import { signInSearchOf } from './sign-in-search'
import { sessionQuery } from './session'

const texts = catalogue('sign-in', {
  signIn: 'Sign in',
  invited: 'You are invited',
  about: 'Use the passkey of this device or of your phone.',
  aboutCommunity: 'Choose the passkey of {community}. It is of this device or of your phone.',
  aboutInvited: 'Make a passkey. Your device will ask for your fingerprint, face or PIN, also at each later sign-in.',
  passkey: 'Sign in with a passkey',
  make: 'Make a passkey',
  issuer: 'Sign in with {issuer}',
  or: 'or',
  noPasskey: 'The device gave no passkey, or you declined. Try again, or use the device on which you made it.',
  noPasskeyMade: 'The device made no passkey, or you declined. Try again.',
  unknownPasskey: 'This passkey is not known here: it was removed, or your access has ended. Ask whoever invited you.',
  usedInvitation:
    'This link was used or is too old. If you made your passkey with it, sign in; otherwise ask for a new one.',
  withoutInvitation: 'Sign in without the link',
})

const invitationInAddress = (): string | null => /^#invitation=(\w+)$/.exec(window.location.hash)?.[1] ?? null

export function SignInScreen() {
  const t = useTexts(texts)
  // the router leaves what the check leaves out
  const { to = '/', community } = signInSearchOf({ ...useSearch({ from: '/sign-in' }) })
  const invitation = invitationInAddress()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data: offered } = useQuery(offeredQuery)
  const title = t(invitation === null ? 'signIn' : 'invited')
  useEffect(() => {
    nameTab(title)
  }, [title])
  const withPasskey = useMutation({
    mutationFn: () => (invitation === null ? signIn() : register(invitation)),
    onSuccess: async (session) => {
      client.clear()
      client.setQueryData(sessionQuery.queryKey, session)
      await navigate({ to, replace: true })
    },
  })
  const atIssuer = useMutation({
    mutationFn: () => {
      // a player went to the issuer before, and did not come back
      forgetApplying()
      holdReturn(to)
      if (invitation !== null) return goToIssuer({ invitation })
      return goToIssuer(community === undefined ? {} : { communityId: community })
    },
  })
  const isPending = withPasskey.isPending || atIssuer.isPending
  const error = withPasskey.error ?? atIssuer.error
  const isUsed = invitation !== null && error instanceof RequestError && error.status === 401
  const reason = (problem: Error): string => {
    if (isUsed) return t('usedInvitation')
    if (problem instanceof RequestError && problem.status === 401) return t('unknownPasskey')
    if (isOfDevice(problem)) return t(invitation === null ? 'noPasskey' : 'noPasskeyMade')
    return sentenceOf(problem)
  }
  const named = knownCommunities().find(({ communityId }) => communityId === community)?.communityName
  const about =
    invitation !== null
      ? t('aboutInvited')
      : named === undefined
        ? t('about')
        : t('aboutCommunity', { community: named })
  return (
    <Gate>
      <Title order={1}>{title}</Title>
      <Text size="sm" c="dimmed">
        {about}
      </Text>
      {!isUsed && (
        <SendButton
          after={withPasskey.error}
          size="md"
          loading={withPasskey.isPending}
          disabled={atIssuer.isPending}
          onClick={() => {
            atIssuer.reset()
            withPasskey.mutate()
          }}
          autoFocus
        >
          {t(invitation === null ? 'passkey' : 'make')}
        </SendButton>
      )}
      {!isUsed && offered?.issuerName != null && (
        <>
          <Divider label={t('or')} labelPosition="center" />
          <SendButton
            after={atIssuer.error}
            size="md"
            variant="default"
            loading={atIssuer.isPending}
            disabled={isPending}
            onClick={() => {
              withPasskey.reset()
              atIssuer.mutate()
            }}
          >
            {t('issuer', { issuer: offered.issuerName })}
          </SendButton>
        </>
      )}
      {error && <ErrorNote error={error} text={reason(error)} />}
      {isUsed && <Anchor href="/console/sign-in">{t('withoutInvitation')}</Anchor>}
    </Gate>
  )
}
