// A member: the record, what the staff has decided about it and how that ends, its history, and what may be done.
import { Alert, Anchor, Badge, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { answerOf, api, type Schema } from './api'
import { AutoRankText } from './auto-rank'
import { GivePoints } from './give-points'
import { Awards } from './member/awards'
import { Blacklist, isOnBlacklist, LiftEntry, useBlacklist, type Entry } from './member/blacklist'
import { History } from './member/history'
import { keyOfMember, nameOf } from './member/member-act'
import { RankChanges } from './member/rank-changes'
import { Responses } from './member/responses'
import { Section } from './member/section'
import { SetRank } from './member/set-rank'
import { isLive, Lift, rankTextOf, Suspensions, useSuspensions, type Suspension } from './member/suspensions'
import { Warnings } from './member/warnings'
import { BackLink } from './patterns/back-link'
import { ErrorNote } from './patterns/error-note'
import { MemberAvatar } from './patterns/member-avatar'
import { Page } from './patterns/page'
import { catalogue, numberText, useTexts } from './patterns/texts'
import { dateTimeText, Time } from './patterns/time'
import { useList } from './patterns/use-list'
import { useMay } from './session'
import styles from './member/member.module.css'

type Member = Schema<'Member'>

const texts = catalogue('member', {
  all: 'All members',
  loading: 'Loading the member',
  id: 'User id {id}',
  profile: 'Profile on the platform',
  rank: 'Rank',
  notInGroup: 'not in the group',
  experience: 'Experience',
  quotaPoints: 'Quota points',
  roles: 'Other roles',
  autoRank: 'AutoRank',
  read: 'Read from the platform',
  neverRead: 'Not read from the platform yet',
  suspended: 'suspended',
  onBlacklist: 'on the blacklist',
  suspendedUntil: 'Suspended until {until}.',
  suspensionEnds: 'The suspension is ending.',
  meanwhile: 'Meanwhile nobody can change the rank, and AutoRank leaves the member alone.',
  blacklisted: 'On the blacklist, without an end.',
  blacklistedUntil: 'On the blacklist until {until}.',
  blacklistEffect: 'No form can be submitted, and there is no promotion.',
})

/** Milliseconds between two reads, because a rank change may end after the screen was opened. */
const REFRESH_MS = 10_000

export function MemberScreen() {
  const t = useTexts(texts)
  const { userId } = useParams({ from: '/screens/members/$userId' })
  const record = useList({
    key: [...keyOfMember(userId), 'record'],
    everyMs: REFRESH_MS,
    read: async () => {
      const { data } = await answerOf(api.GET('/v2/members/{userId}', { params: { path: { userId } } }))
      return { data: [data], meta: { nextCursor: null } }
    },
  })
  const [member] = record.rows
  const suspensions = useSuspensions(userId)
  const blacklist = useBlacklist(userId)
  const suspension = suspensions.rows.find(isLive)
  const entry = blacklist.rows.find(isOnBlacklist)
  return (
    <Page
      title={member === undefined ? userId : nameOf(member)}
      from={<BackLink to="/members">{t('all')}</BackLink>}
      acts={
        member && <Acts member={member} isSuspended={suspension !== undefined} isBlacklisted={entry !== undefined} />
      }
    >
      <ErrorNote error={record.error} onAgain={record.again} />
      {record.state === 'loading' && (
        <Stack role="status" aria-label={t('loading')}>
          <Skeleton height={96} />
          <Skeleton height={240} />
        </Stack>
      )}
      {member && (
        <>
          <Head member={member} isSuspended={suspension !== undefined} isBlacklisted={entry !== undefined} />
          {suspension && <SuspendedNote member={member} suspension={suspension} />}
          {entry && <BlacklistedNote member={member} entry={entry} />}
          <RankChanges member={member} />
          <div className={styles.columns}>
            <div className={styles.column}>
              <Decisions member={member} suspensions={suspensions} blacklist={blacklist} />
            </div>
            <div className={styles.column}>
              <Section title={t('autoRank')}>
                <Text size="sm" component="div">
                  <AutoRankText userId={userId} />
                </Text>
              </Section>
              <Awards member={member} kind="medals" held={member.medals} />
              <Awards member={member} kind="qualifications" held={member.qualifications} />
            </div>
          </div>
        </>
      )}
    </Page>
  )
}

interface StandingProps {
  readonly member: Member
  readonly isSuspended: boolean
  readonly isBlacklisted: boolean
}

function Acts({ member, ...standing }: StandingProps) {
  const may = useMay()
  const mayGive = may('members.experience.write')
  return (
    <>
      {may('members.ranks.write') && <SetRank member={member} standing={standing} />}
      {mayGive && may('members.quota.write') && <GivePoints member={member} kind="quotaPoints" />}
      {mayGive && <GivePoints member={member} kind="experience" />}
    </>
  )
}

interface DecisionsProps {
  readonly member: Member
  readonly suspensions: ReturnType<typeof useSuspensions>
  readonly blacklist: ReturnType<typeof useBlacklist>
}

function Decisions({ member, suspensions, blacklist }: DecisionsProps) {
  const may = useMay()
  return (
    <>
      {may('warnings.read') && <Warnings member={member} />}
      {may('suspensions.read') && <Suspensions member={member} list={suspensions} />}
      {may('blacklists.read') && <Blacklist member={member} list={blacklist} />}
      {may('applications.responses.read') && <Responses member={member} />}
      {may('audit.read') && (
        <div className={styles.last}>
          <History member={member} />
        </div>
      )}
    </>
  )
}

function Head({ member, isSuspended, isBlacklisted }: StandingProps) {
  const t = useTexts(texts)
  const { userId, username, displayName, rank, roles, experience, quotaPoints, syncedAt } = member
  const hasOwnName = displayName !== null && displayName !== username
  const others = roles.filter(({ uniqueId, rankId }) => uniqueId !== rank?.uniqueId && rankId !== 0)
  return (
    <Section title={nameOf(member)} isTitleHidden>
      <div className={styles.head}>
        <div className={styles.who}>
          <MemberAvatar userId={userId} name={nameOf(member)} size={56} />
          <div>
            <Group gap="xs">
              <Text fw={600} dir="auto">
                {hasOwnName ? displayName : t('id', { id: userId })}
              </Text>
              {isSuspended && <Badge color="red">{t('suspended')}</Badge>}
              {isBlacklisted && <Badge color="red">{t('onBlacklist')}</Badge>}
            </Group>
            {hasOwnName && (
              <Text size="xs" c="dimmed">
                {t('id', { id: userId })}
              </Text>
            )}
            <Anchor
              size="xs"
              href={`https://www.roblox.com/users/${userId}/profile`}
              target="_blank"
              rel="noreferrer noopener"
            >
              {t('profile')}
            </Anchor>
          </div>
        </div>
        <dl className={styles.stats}>
          <Stat name={t('rank')}>{rank?.name ?? t('notInGroup')}</Stat>
          <Stat name={t('experience')}>{numberText(experience)}</Stat>
          <Stat name={t('quotaPoints')}>{numberText(quotaPoints)}</Stat>
          {others.length > 0 && <Stat name={t('roles')}>{others.map(({ name }) => name).join(', ')}</Stat>}
        </dl>
      </div>
      <Text size="xs" c="dimmed">
        {syncedAt === null ? (
          t('neverRead')
        ) : (
          <>
            {t('read')} <Time at={syncedAt} />
          </>
        )}
      </Text>
    </Section>
  )
}

const Stat = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd dir="auto">{children}</dd>
  </div>
)

/** What hinders other acts, with its way out. */
function SuspendedNote({ member, suspension }: { readonly member: Member; readonly suspension: Suspension }) {
  const t = useTexts(texts)
  const may = useMay()
  const { state, endsAt } = suspension
  const text = state === 'restoring' ? t('suspensionEnds') : t('suspendedUntil', { until: dateTimeText(endsAt) })
  return (
    <Note act={may('suspensions.write') && <Lift suspension={suspension} member={member} />}>
      <b>{text}</b> {rankTextOf(suspension)} {t('meanwhile')}
    </Note>
  )
}

function BlacklistedNote({ member, entry }: { readonly member: Member; readonly entry: Entry }) {
  const t = useTexts(texts)
  const may = useMay()
  const { expiresAt } = entry
  const text = expiresAt === null ? t('blacklisted') : t('blacklistedUntil', { until: dateTimeText(expiresAt) })
  return (
    <Note act={may('blacklists.write') && <LiftEntry entry={entry} member={member} />}>
      <b>{text}</b> {t('blacklistEffect')}
    </Note>
  )
}

const Note = ({ act, children }: { readonly act: ReactNode; readonly children: ReactNode }) => (
  <Alert color="red" role="note">
    <Group justify="space-between" gap="sm" wrap="nowrap" align="center">
      <Text size="sm" component="div">
        {children}
      </Text>
      <div style={{ flexShrink: 0 }}>{act}</div>
    </Group>
  </Alert>
)
