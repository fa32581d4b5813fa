// The page to which the issuer sends the browser back.
import { Anchor, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { RequestError } from './api'
import { applicantQuery, textOf } from './apply/requests'
import { texts as playerTexts } from './apply/texts'
import {
  applyingHere,
  finishAsPlayer,
  finishAtIssuer,
  finishProof,
  forgetApplying,
  goToIssuer,
  goToIssuerAsPlayer,
  isAwaited,
  takeAnswer,
  takeReturn,
} from './issuer'
import { Gate } from './gate'
import { ErrorNote, SendButton } from './patterns/error-note'
import { sentenceOf } from './patterns/errors'
import { catalogue, textsOf, useTexts } from './patterns/texts'
import { sessionQuery } from './session'

const texts = catalogue('signed-in', {
  signIn: 'Sign in',
  chooseCommunity: 'Choose a community',
  signingIn: 'Signing in',
  mayClose: 'You may close this window.',
  notConfirmed: 'You are not signed in: the issuer did not confirm it.',
  again: 'Begin again',
  notConnected: 'not connected to a group, {id}',
  ofGroup: 'group {group}, {id}',
})

/** The issuer did not confirm who it is. */
class NotConfirmed extends Error {}

export function SignedInScreen() {
  const t = useTexts(texts)
  const ofPlayer = useTexts(playerTexts)
  const client = useQueryClient()
  const navigate = useNavigate()
  // a player who applies there
  const [applying] = useState(applyingHere)
  const finish = useMutation({
    mutationFn: async () => {
      const answer = takeAnswer()
      if (answer === undefined) return null
      if (isAwaited(answer)) {
        await finishProof(answer)
        return 'proved'
      }
      if (answer === null) throw new NotConfirmed()
      return applying === null
        ? { player: null, person: await finishAtIssuer(answer) }
        : { player: await finishAsPlayer(answer), person: null }
    },
    onSuccess: async (signedIn) => {
      if (signedIn === 'proved') return
      if (signedIn?.player) client.setQueryData(applicantQuery.queryKey, signedIn.player)
      if (applying !== null) {
        forgetApplying()
        const community = signedIn?.player?.communityId ?? applying.community
        await navigate({ to: '/apply', search: { ...applying, community }, replace: true })
        return
      }
      if (signedIn?.person) client.setQueryData(sessionQuery.queryKey, signedIn.person)
      await navigate({ to: takeReturn(), replace: true })
    },
  })
  const choose = useMutation({
    mutationFn: (id: string) =>
      applying === null ? goToIssuer({ communityId: id }) : goToIssuerAsPlayer(applying, id),
  })
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    finish.mutate()
  }, [finish])
  const choices = choicesOf(finish.error)
  const error = choose.error ?? (choices ? null : finish.error)
  const said =
    applying === null
      ? { signIn: t('signIn'), choose: t('chooseCommunity'), signingIn: t('signingIn'), again: t('again') }
      : {
          signIn: ofPlayer('signIn'),
          choose: ofPlayer('chooseAccount'),
          signingIn: ofPlayer('signingIn'),
          again: ofPlayer('beginAgain'),
        }
  const reasonOf = (reason: Error): string => {
    if (applying !== null) return reason instanceof NotConfirmed ? ofPlayer('notConfirmed') : textOf(reason)
    return reason instanceof NotConfirmed ? t('notConfirmed') : sentenceOf(reason)
  }
  return (
    <Gate>
      <Title order={1}>{choices ? said.choose : said.signIn}</Title>
      {!finish.error && <Text role="status">{finish.data === 'proved' ? t('mayClose') : said.signingIn}</Text>}
      {choices?.map(({ id, name, about }) => (
        <SendButton
          key={id}
          after={choose.error}
          variant="default"
          h="auto"
          py="xs"
          disabled={choose.isPending}
          onClick={() => choose.mutate(id)}
        >
          <Stack gap={0}>
            <Text fw={600}>{name}</Text>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
              {about}
            </Text>
          </Stack>
        </SendButton>
      ))}
      {error && <ErrorNote error={error} text={reasonOf(error)} />}
      {finish.error && (
        <Anchor
          renderRoot={(props) =>
            applying === null ? (
              <Link to="/sign-in" search={{}} {...props} />
            ) : (
              <Link to="/apply" search={applying} {...props} />
            )
          }
        >
          {said.again}
        </Anchor>
      )}
    </Gate>
  )
}

interface Choice {
  readonly id: string
  readonly name: string
  readonly about: string
}

/** Communities of a person, or accounts of a player. */
function choicesOf(error: Error | null): readonly Choice[] | null {
  if (!(error instanceof RequestError)) return null
  const t = textsOf(texts)
  const { communities = [], accounts = [] } = error.details as {
    readonly communities?: readonly {
      readonly communityId: string
      readonly name: string
      readonly groupId?: string | null
    }[]
    readonly accounts?: readonly { readonly userId: string; readonly username: string | null }[]
  }
  const choices = [
    ...communities.map(({ communityId, name, groupId }) => {
      const about =
        groupId == null ? t('notConnected', { id: communityId }) : t('ofGroup', { group: groupId, id: communityId })
      return { id: communityId, name, about }
    }),
    ...accounts.map(({ userId, username }) => ({
      id: userId,
      name: username ?? textsOf(playerTexts)('account', { id: userId }),
      about: userId,
    })),
  ]
  return choices.length === 0 ? null : choices
}
