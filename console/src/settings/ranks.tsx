// The ranks of the group, and from which experience AutoRank gives each.
import { Badge, Button, Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answerOf, api, type Schema } from '../api'
import { ActDialog } from '../patterns/act-dialog'
import { ConfirmButton } from '../patterns/confirm-button'
import { ErrorNote } from '../patterns/error-note'
import { Page } from '../patterns/page'
import { Row, Rows } from '../patterns/rows'
import { catalogue, useTexts } from '../patterns/texts'
import { useAct } from '../patterns/use-act'
import { ListView } from '../patterns/use-list'
import { isGiven, medalsQuery, qualificationsQuery, ranksQuery } from '../ranks-query'
import { sessionQuery, useMay } from '../session'
import { useRanks } from './rank-list'
import { SyncRanks } from './sync-ranks'
import { Threshold } from './threshold'

type Rank = Schema<'Rank'>

const texts = catalogue('ranks', {
  title: 'Ranks',
  about: 'As they were read from the group last, highest first. Names and numbers are changed on the platform.',
  list: 'List of ranks',
  none: 'No rank is known yet. Sync the ranks; if none comes, look at the connection.',
  number: 'number {number}',
  members_one: '{count} member',
  members_other: '{count} members',
  from: 'AutoRank from {experience} experience',
  noThreshold: 'no AutoRank',
  platform: 'managed by the platform',
  people: 'people alone give it',
  beside: 'a role, not a rank',
  declare: 'Make it a rank',
  declareOf: 'Make it a rank: {name}',
  declareAct: 'Make {name} a rank',
  declareEffect: 'Changes of ranks then give and take it, and it is the rank of whoever holds it and no higher one.',
  declared: '{name} is a rank now.',
  aside: 'Not a rank',
  asideOf: 'Not a rank: {name}',
  asideAct: 'Take {name} out of the ranks',
  asideEffect:
    'Changes of ranks then leave it alone, so that members hold it beside their rank, such as Moderator or VIP.',
  asideDone: '{name} is a role beside the ranks now.',
  bound: 'given with {award}, so it cannot be a rank',
  whyPeople: 'People alone give it, so AutoRank cannot.',
  whyBounds: 'Above your own bounds, so you cannot let AutoRank give it.',
  whyRights: 'AutoRank gives ranks, and you may not change ranks of members.',

  autoRank: 'AutoRank',
  autoRankAbout: 'Gives each member the rank of their experience, when the experience changes or the member is synced.',
  on: 'on',
  off: 'off',
  demotes: 'also demotes',
  promotesOnly: 'promotes only',
  turnOn: 'Turn AutoRank on',
  turnOnEffect:
    'Members get the rank of their experience with its next change. Look at “What would change” of a threshold before.',
  turnOnDone: 'AutoRank is on.',
  turnOff: 'Turn AutoRank off',
  turnOffEffect: 'Experience changes no rank then. The thresholds stay.',
  turnOffDone: 'AutoRank is off.',
  demote: 'Let it demote',
  demoteEffect: 'Members whose experience is below the threshold of their rank then lose it with the next change.',
  demoteDone: 'AutoRank promotes and demotes.',
  keep: 'Let it promote only',
  keepEffect: 'Members keep a rank above that of their experience.',
  keepDone: 'AutoRank promotes only.',

  suspended: 'Rank of suspended members',
  suspendedAbout: 'A suspension gives this rank, and its end gives the former one back.',
  suspendedNone: 'none: a suspension leaves the rank as it is',
  suspendedGone: 'a rank that the group no longer has',
  set: 'Change the suspended rank',
  setDone: 'The rank of suspended members was changed. Suspensions that there are keep theirs.',
  rank: 'Rank',
  noRank: 'none',
  threshold: '{name}: AutoRank would give it, too',
  beyond: '{name}: beyond your own bounds',
})

export function RanksScreen() {
  const t = useTexts(texts)
  const may = useMay()
  const ranks = useRanks()
  return (
    <Page title={t('title')} about={t('about')} acts={may('ranks.write') && <SyncRanks />}>
      <AutoRank />
      {may('suspensions.read') && <SuspendedRank />}
      <Paper>
        <ListView of={{ ...ranks, total: null }} empty={<Text c="dimmed">{t('none')}</Text>}>
          <Rows label={t('list')}>
            {[...ranks.rows].reverse().map((rank) => (
              <RankRow key={rank.uniqueId} of={rank} />
            ))}
          </Rows>
        </ListView>
      </Paper>
    </Page>
  )
}

/** The award with which the role is given; null: none, or this person cannot see it. */
function useBoundAward(): (uniqueId: number) => string | null {
  const may = useMay()
  const { data: medals = [] } = useQuery({ ...medalsQuery, enabled: may('medals.read') })
  const { data: qualifications = [] } = useQuery({ ...qualificationsQuery, enabled: may('qualifications.read') })
  return (uniqueId) =>
    [...medals, ...qualifications].find(({ roleUniqueId }) => roleUniqueId === uniqueId)?.name ?? null
}

function RankRow({ of: rank }: { readonly of: Rank }) {
  const t = useTexts(texts)
  const may = useMay()
  const { data: session } = useQuery(sessionQuery)
  const award = useBoundAward()(rank.uniqueId)
  const { name, rankId, memberCount, autoRank, managed, givenByPeople } = rank
  const isOffered = may('ranks.write') && isGiven(rank)
  // what the server would refuse is not offered, nor its preview
  const why = !isOffered
    ? null
    : givenByPeople === true
      ? 'whyPeople'
      : !may('members.ranks.write')
        ? 'whyRights'
        : rankId > (session?.highestRankGiven ?? 255)
          ? 'whyBounds'
          : null
  const isBound = !managed && award !== null
  return (
    <Row
      name={name}
      badges={
        <>
          {!isGiven(rank) && <Badge color="gray">{t('platform')}</Badge>}
          {isGiven(rank) && givenByPeople === true && <Badge color="gray">{t('people')}</Badge>}
          {isGiven(rank) && !managed && <Badge color="yellow">{t('beside')}</Badge>}
        </>
      }
      facts={[
        t('number', { number: rankId }),
        memberCount === null ? null : t('members', { count: memberCount }),
        isGiven(rank) ? (autoRank === null ? t('noThreshold') : t('from', { experience: autoRank.experience })) : null,
        isBound ? t('bound', { award }) : null,
        why === null ? null : t(why),
      ]}
      acts={
        isOffered && (
          <>
            {why === null && !isBound && <Threshold of={rank} />}
            {managed && autoRank === null && <Declare of={rank} to="aside" />}
            {!managed && !isBound && <Declare of={rank} to="declare" />}
          </>
        )
      }
    />
  )
}

function Declare({ of: rank, to }: { readonly of: Rank; readonly to: 'declare' | 'aside' }) {
  const { uniqueId, name } = rank
  const t = useTexts(texts)
  const act = useAct({
    name: 'updateRank',
    on: `${to}-${uniqueId}`,
    seen: rank,
    title: () => t(`${to}Act`, { name }),
    request: () => ({ path: { uniqueId }, body: { managed: to === 'declare' } }),
    said: ({ data }) => t(data.managed ? 'declared' : 'asideDone', { name }),
    reads: [ranksQuery.queryKey],
  })
  return (
    <ConfirmButton
      button={{ size: 'xs', variant: 'default', 'aria-label': t(`${to}Of`, { name }) }}
      act={act}
      title={t(to)}
      subject={name}
      values={undefined}
      isDangerous={false}
      effects={[t(`${to}Effect`)]}
    />
  )
}

const autoRankQuery = queryOptions({
  queryKey: ['auto-rank-settings'],
  queryFn: async () => (await answerOf(api.GET('/v2/auto-rank'))).data,
})

function AutoRank() {
  const t = useTexts(texts)
  const may = useMay()
  const { data, error, refetch } = useQuery(autoRankQuery)
  return (
    <Paper>
      <Stack gap="sm">
        <Group gap="xs">
          <Title order={2}>{t('autoRank')}</Title>
          {data && <Badge color={data.enabled ? 'teal' : 'gray'}>{t(data.enabled ? 'on' : 'off')}</Badge>}
          {data?.enabled && <Badge color="gray">{t(data.demotes ? 'demotes' : 'promotesOnly')}</Badge>}
        </Group>
        <Text size="sm" c="dimmed">
          {t('autoRankAbout')}
        </Text>
        <ErrorNote error={error} onAgain={() => void refetch()} />
        {data && may('ranks.write') && (
          <Group gap="xs">
            {data.enabled && <AutoRankSwitch of={data} to="turnOff" body={{ enabled: false }} />}
            {!data.enabled && may('members.ranks.write') && (
              <AutoRankSwitch of={data} to="turnOn" body={{ enabled: true }} />
            )}
            {data.demotes && <AutoRankSwitch of={data} to="keep" body={{ demotes: false }} />}
            {!data.demotes && may('members.ranks.write') && (
              <AutoRankSwitch of={data} to="demote" body={{ demotes: true }} />
            )}
          </Group>
        )}
      </Stack>
    </Paper>
  )
}

interface SwitchProps {
  readonly of: Schema<'AutoRankSettings'>
  readonly to: 'turnOn' | 'turnOff' | 'demote' | 'keep'
  readonly body: Schema<'AutoRankSettingsUpdate'>
}

function AutoRankSwitch({ of, to, body }: SwitchProps) {
  const t = useTexts(texts)
  const act = useAct({
    name: 'updateAutoRankSettings',
    on: to,
    seen: of,
    title: () => t(to),
    request: () => ({ body }),
    said: () => t(`${to}Done`),
    reads: [autoRankQuery.queryKey],
  })
  return (
    <ConfirmButton
      button={{ variant: 'default' }}
      act={act}
      title={t(to)}
      values={undefined}
      isDangerous={to === 'demote'}
      effects={[t(`${to}Effect`)]}
    />
  )
}

const suspensionQuery = queryOptions({
  queryKey: ['suspension-settings'],
  queryFn: async () => (await answerOf(api.GET('/v2/suspension-settings'))).data,
})

function SuspendedRank() {
  const t = useTexts(texts)
  const may = useMay()
  const { data, error, refetch } = useQuery(suspensionQuery)
  const isOffered = may('suspensions.write') && may('members.ranks.write')
  return (
    <Paper>
      <Group justify="space-between" gap="sm">
        <Stack gap={2}>
          <Title order={2}>{t('suspended')}</Title>
          <Text size="sm" c="dimmed">
            {t('suspendedAbout')}
          </Text>
          {data && (
            <Text size="sm" fw={600}>
              {data.rank === null ? t('suspendedNone') : (data.rank.name ?? t('suspendedGone'))}
            </Text>
          )}
          <ErrorNote error={error} onAgain={() => void refetch()} />
        </Stack>
        {data && isOffered && <SetSuspended of={data} />}
      </Group>
    </Paper>
  )
}

function SetSuspended({ of }: { readonly of: Schema<'SuspensionSettings'> }) {
  const now = of.rank?.uniqueId ?? null
  const t = useTexts(texts)
  const { data: session } = useQuery(sessionQuery)
  const { data: ranks = [] } = useQuery(ranksQuery)
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState(String(now ?? ''))
  const act = useAct({
    name: 'updateSuspensionSettings',
    on: 'rank',
    seen: of,
    title: () => t('set'),
    request: (rank: string) => ({ body: rank === '' ? { removeRank: true } : { rankUniqueId: Number(rank) } }),
    said: () => t('setDone'),
    reads: [suspensionQuery.queryKey],
  })
  const items = ranks
    .filter((rank) => isGiven(rank) && rank.managed)
    .map(({ uniqueId, name, rankId, autoRank }) => {
      const isBeyond = rankId > (session?.highestRankGiven ?? 255)
      const label = isBeyond ? t('beyond', { name }) : autoRank !== null ? t('threshold', { name }) : name
      return { value: String(uniqueId), label, disabled: (isBeyond || autoRank !== null) && uniqueId !== now }
    })
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          setChosen(String(now ?? ''))
          setOpen(true)
        }}
      >
        {t('set')}
      </Button>
      <ActDialog opened={isOpen} onClose={() => setOpen(false)} act={act} title={t('set')} values={() => chosen}>
        <NativeSelect
          label={t('rank')}
          description={t('suspendedAbout')}
          data={[{ value: '', label: t('noRank') }, ...items]}
          value={chosen}
          onChange={({ currentTarget: { value } }) => setChosen(value)}
        />
      </ActDialog>
    </>
  )
}
