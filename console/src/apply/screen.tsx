// The pages on which a player applies: the code, the forms for the account, one form.
import { Anchor, Box, Button, Group, NativeSelect, Paper, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { goToIssuerAsPlayer, offeredQuery, type Applying } from '../issuer'
import { begun } from '../patterns/acts'
import { clearDrafts } from '../patterns/drafts'
import { ErrorNote, SendButton } from '../patterns/error-note'
import { setOwner } from '../patterns/owner'
import { Page } from '../patterns/page'
import { useLanguage, useTexts } from '../patterns/texts'
import { dateText } from '../patterns/time'
import { forgetCode, useHeldCode } from './code'
import { ApplyForm } from './form'
import { Refusal } from './refusal'
import { applicantQuery, codeTextOf, formsQuery, textOf, type Applicant, type ApplicantForm } from './requests'
import { chooseApplyLanguage, languages, texts } from './texts'
import styles from './apply.module.css'

export function ApplyScreen() {
  const t = useTexts(texts)
  const { community, form } = useSearch({ from: '/apply' })
  const { data: applicant, error, refetch } = useQuery(applicantQuery)
  const code = useHeldCode()
  if (applicant === undefined) {
    return (
      <Frame who={null}>
        <Page title={t('title')} site={t('forms')}>
          {!error && <Skeleton height={160} role="status" aria-label={t('loading')} />}
          <Refusal of={error} onRetry={() => void refetch()} />
        </Page>
      </Frame>
    )
  }
  const isHere = applicant !== null && (community === undefined || community === applicant.communityId)
  // a new link is a new sign-in, whoever is signed in
  if (!isHere || code !== undefined) {
    return (
      <Frame who={null}>
        <EnterCode key={code} community={community ?? applicant?.communityId} form={form} code={code} />
      </Frame>
    )
  }
  return <Signed applicant={applicant} form={form} />
}

function Frame({ who, children }: { readonly who: ReactNode; readonly children: ReactNode }) {
  const t = useTexts(texts)
  const language = useLanguage()
  const choose = useMutation({ mutationFn: chooseApplyLanguage })
  return (
    <Stack gap="lg" className={styles.screen}>
      <Group component="header" justify="space-between" align="start" wrap="nowrap" gap="sm" className={styles.bar}>
        {who ?? <span />}
        <NativeSelect
          size="xs"
          w={120}
          flex="none"
          aria-label={t('language')}
          data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
          value={Object.hasOwn(languages, language) ? language : 'en'}
          onChange={({ currentTarget }) => choose.mutate(currentTarget.value)}
        />
      </Group>
      {choose.error && <ErrorNote error={choose.error} text={t('noAnswer')} />}
      <main>{children}</main>
    </Stack>
  )
}

interface EnterCodeProps {
  readonly community: string | undefined
  readonly form: string | undefined
  /** Of the link. */
  readonly code: string | undefined
}

function EnterCode({ community, form, code }: EnterCodeProps) {
  const t = useTexts(texts)
  const client = useQueryClient()
  const [typed, setTyped] = useState(code ?? '')
  const enter = useMutation({
    mutationFn: async () =>
      (await begun('createApplicantSession', { body: { communityId: community ?? '', code: typed } })).data,
    onSuccess: (applicant) => {
      // what another player has opened here
      client.removeQueries({ queryKey: ['applicant'], predicate: ({ queryKey }) => queryKey.length > 1 })
      client.setQueryData(applicantQuery.queryKey, applicant)
      forgetCode()
    },
  })
  const { data: offered } = useQuery(offeredQuery)
  const atIssuer = useMutation({ mutationFn: (applying: Applying) => goToIssuerAsPlayer(applying) })
  const reason = enter.error ? codeTextOf(enter.error) : atIssuer.error && textOf(atIssuer.error)
  return (
    <div className={styles.narrow}>
      <Page title={t('title')} site={t('forms')}>
        {community === undefined ? (
          <ErrorNote error={texts} text={t('noCommunity')} />
        ) : (
          <form
            onSubmit={(event) => {
              event.preventDefault()
              enter.mutate()
            }}
          >
            <Stack gap="sm">
              <TextInput
                name="code"
                size="md"
                label={t('code')}
                description={t('enter')}
                className={styles.code}
                value={typed}
                onChange={({ currentTarget }) => setTyped(currentTarget.value)}
                placeholder="BCD-FGH-JKL-MNP"
                autoComplete="one-time-code"
                autoCapitalize="characters"
                spellCheck={false}
                required
                withAsterisk={false}
                autoFocus
              />
              {reason && <ErrorNote error={enter.error ?? atIssuer.error} text={reason} />}
              <SendButton type="submit" size="md" after={enter.error} loading={enter.isPending}>
                {t('continue')}
              </SendButton>
              {offered?.applicantIssuerName != null && (
                <>
                  <Text size="sm" c="dimmed">
                    {t('orChat')}
                  </Text>
                  <SendButton
                    variant="default"
                    after={atIssuer.error}
                    loading={atIssuer.isPending}
                    onClick={() => {
                      enter.reset()
                      atIssuer.mutate({ community, form })
                    }}
                  >
                    {t('signInWith', { issuer: offered.applicantIssuerName })}
                  </SendButton>
                </>
              )}
            </Stack>
          </form>
        )}
      </Page>
    </div>
  )
}

interface SignedProps {
  readonly applicant: Applicant
  readonly form: string | undefined
}

function Signed({ applicant, form }: SignedProps) {
  const t = useTexts(texts)
  const client = useQueryClient()
  const navigate = useNavigate()
  const { communityId: community, communityName, displayName, username, userId } = applicant
  // before the drafts of the player are read
  setOwner({ communityId: community, personId: userId })
  const forms = useQuery(formsQuery(applicant))
  const signOut = useMutation({
    mutationFn: () => begun('endApplicantSession', {}),
    onSuccess: async () => {
      clearDrafts({ form: 'apply' })
      client.removeQueries({ queryKey: formsQuery(applicant).queryKey })
      client.setQueryData(applicantQuery.queryKey, null)
      await navigate({ to: '/apply', search: { community, ...(form !== undefined && { form }) } })
    },
  })
  const chosen = forms.data?.find(({ applicationId }) => applicationId === form)
  const name = displayName ?? username ?? t('account', { id: userId })
  const who = (
    <Box className={styles.who}>
      <Text fw={650} dir="auto">
        {communityName}
      </Text>
      <Group gap="xs" align="baseline">
        <Text size="sm">{t('you', { name })}</Text>
        <Button
          size="compact-sm"
          px={0}
          variant="transparent"
          loading={signOut.isPending}
          onClick={() => signOut.mutate()}
        >
          {t('notYou')}
        </Button>
      </Group>
      {signOut.error && <ErrorNote error={signOut.error} text={t('stillIn', { why: textOf(signOut.error) })} />}
    </Box>
  )
  return (
    <Frame who={who}>
      {chosen ? (
        <ApplyForm key={chosen.applicationId} applicant={applicant} form={chosen} />
      ) : (
        <Page title={t('forms')} site={communityName}>
          <Refusal of={forms.error} onRetry={() => void forms.refetch()} />
          {!forms.data && !forms.error && <Skeleton height={120} role="status" aria-label={t('loading')} />}
          {forms.data?.length === 0 && <Text c="dimmed">{t('none')}</Text>}
          <ul className={styles.list}>
            {forms.data?.map((one) => (
              <Paper component="li" withBorder p="md" key={one.applicationId}>
                <Stack gap={6}>
                  <Title order={2} size="h4">
                    <Anchor
                      component={Link}
                      to={'/apply' as string}
                      search={{ community, form: one.applicationId } as never}
                      inherit
                      dir="auto"
                    >
                      {one.name}
                    </Anchor>
                  </Title>
                  {one.description !== '' && (
                    <Text size="sm" dir="auto" lineClamp={3} className={styles.text}>
                      {one.description}
                    </Text>
                  )}
                  <FormState of={one} />
                </Stack>
              </Paper>
            ))}
          </ul>
        </Page>
      )}
    </Frame>
  )
}

function FormState({
  of: { mayApply, passwordRequired, questionCount, response, state },
}: {
  readonly of: ApplicantForm
}) {
  const t = useTexts(texts)
  const sent = response && `${t('appliedOn', { day: dateText(response.submittedAt) })} ${t(response.status)}`
  const open = t(passwordRequired ? 'locked' : 'open', { count: questionCount })
  const text = mayApply ? (sent ? `${sent} ${t('mayAgain')}` : open) : (sent ?? (state === 'open' ? open : t('closed')))
  return (
    <Text size="sm" c="dimmed">
      {text}
    </Text>
  )
}
