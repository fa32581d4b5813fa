// The suspensions of a member: what becomes of the rank, and their end.
import { Badge, Button, List, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createSuspension as limits, liftSuspension as liftLimits } from '../../../generated/field-limits'
import { answerOf, api, type Schema } from '../api'
import { ActDialog } from '../patterns/act-dialog'
import type { AnswerOf } from '../patterns/acts'
import { DraftField, isTooLong } from '../patterns/draft-field'
import { useDraft } from '../patterns/drafts'
import { Field } from '../patterns/field-errors'
import type { Names } from '../patterns/names'
import { Row } from '../patterns/rows'
import { catalogue, textsOf, useTexts } from '../patterns/texts'
import { dateTimeText, endOfDay, Time } from '../patterns/time'
import { useList, type ListOf } from '../patterns/use-list'
import { isGiven, ranksQuery } from '../ranks-query'
import { sessionQuery, useMay } from '../session'
import { dayIn, EndField } from './end-field'
import { keyOfMember, nameOf, useMemberAct, type Member } from './member-act'
import { Refusal } from './refusal'
import { Records } from './records'

export type Suspension = Schema<'Suspension'>

const texts = catalogue('suspensions', {
  title: 'Suspensions',
  none: 'No suspension.',
  suspending: 'begins',
  active: 'suspended',
  restoring: 'is ending',
  ended: 'ended',
  noReason: 'Without a reason',
  by: 'by {name}',
  until: 'until',
  endedAt: 'ended',
  lifted: 'lifted by {name}',
  moving: 'The platform is giving the rank {to}.',
  movingFrom: 'The platform is changing the rank: {from} → {to}.',
  moved: 'Has the rank {to} meanwhile.',
  movedFrom: 'Rank: {from} → {to}. At the end {from} is given back.',
  keeping: 'Keeps the rank, which nobody can change meanwhile.',
  givingBack: 'The platform is giving the rank {from} back.',
  ending: 'The rank is being given back.',
  restored: 'The rank {from} was given back.',
  restoredAny: 'The former rank was given back.',
  superseded: 'The rank was changed by hand meanwhile, so it stays as it is.',
  failed: 'The rank was never changed: the platform refused it.',
  unrestored: 'The former rank was not given back: the platform refused it. Set the rank by hand.',
  kept: 'The rank was kept all the time.',
  suspend: 'Suspend',
  suspendAct: 'Suspend {name}',
  suspendRank: 'Rank meanwhile',
  reason: 'Reason',
  effectMeanwhile: 'Until the end nobody can change the rank here, and AutoRank leaves the member alone.',
  effectEnd: 'At the end, or when you lift it, the former rank is given back, unless somebody changed it by hand.',
  effectRank: '{name} gets the rank {rank} on the platform at once.',
  noRank: 'The community has no rank for suspended members. An administrator chooses one in the settings, under Ranks.',
  already: '{name} is suspended already. Lift that suspension first, or wait for its end.',
  notInGroup: '{name} is not in the group. Only members of the group can be suspended.',
  said: '{name} is suspended until {until}.',
  saidRank: 'Rank: {from} → {to}.',
  lift: 'Lift',
  liftTitle: 'Lift the suspension',
  liftReason: 'Why it is lifted',
  liftEffect: 'The former rank is given back on the platform, unless somebody changed the rank by hand.',
  liftSaid: 'The suspension of {name} was lifted.',
  above: 'above what you may give',
})

export const isLive = ({ state }: Suspension): boolean => state !== 'ended'

export function useSuspensions(userId: string): ListOf<Suspension> {
  const may = useMay()
  return useList({
    key: [...keyOfMember(userId), 'suspensions'],
    enabled: may('suspensions.read'),
    everyMs: 15_000,
    read: (cursor) => {
      const query = { userId, names: '1', total: '1', limit: 20, ...(cursor !== null && { cursor }) } as const
      return answerOf(api.GET('/v2/suspensions', { params: { query } }))
    },
  })
}

/** What happened to the rank; a newer server may have more outcomes. */
export function rankTextOf({ state, outcome, suspendedRank, formerRank }: Suspension): string {
  const t = textsOf(texts)
  const [from, to] = [formerRank?.name ?? null, suspendedRank?.name ?? null]
  if (state === 'ended') {
    if (outcome === 'restored') return from === null ? t('restoredAny') : t('restored', { from })
    const isKnown = outcome === 'superseded' || outcome === 'failed' || outcome === 'unrestored' || outcome === 'kept'
    return isKnown ? t(outcome) : (outcome ?? '')
  }
  if (to === null) return t('keeping')
  if (state === 'restoring') return from === null ? t('ending') : t('givingBack', { from })
  if (state === 'suspending') return from === null ? t('moving', { to }) : t('movingFrom', { from, to })
  return from === null ? t('moved', { to }) : t('movedFrom', { from, to })
}

interface SectionProps {
  readonly member: Member
  readonly list: ListOf<Suspension>
}

export function Suspensions({ member, list }: SectionProps) {
  const t = useTexts(texts)
  const may = useMay()
  const isSuspended = list.rows.some(isLive)
  return (
    <Records
      of={list}
      title={t('title')}
      mark={isSuspended && <Badge color="red">{t('active')}</Badge>}
      acts={may('suspensions.write') && <Suspend member={member} isSuspended={isSuspended} />}
      empty={t('none')}
    >
      {list.rows.map((suspension) => (
        <SuspensionRow key={suspension.suspensionId} suspension={suspension} names={list.names} member={member} />
      ))}
    </Records>
  )
}

interface RowProps {
  readonly suspension: Suspension
  readonly names: Names
  readonly member: Member
}

function SuspensionRow({ suspension, names, member }: RowProps) {
  const t = useTexts(texts)
  const may = useMay()
  const { reason, state, createdBy, createdAt, endsAt, endedAt, liftedAt, liftedBy } = suspension
  return (
    <Row
      name={reason ?? t('noReason')}
      isText
      badges={<Badge color={state === 'ended' ? 'gray' : 'red'}>{t(state)}</Badge>}
      facts={[
        <>
          <Time at={createdAt} /> {t('by', { name: names.actor(createdBy) })}
        </>,
        state === 'ended' ? null : (
          <>
            {t('until')} <Time at={endsAt} />
          </>
        ),
        endedAt === null ? null : (
          <>
            {t('endedAt')} <Time at={endedAt} />
          </>
        ),
        liftedAt === null || liftedBy === null ? null : t('lifted', { name: names.actor(liftedBy) }),
      ]}
      acts={may('suspensions.write') ? <Lift suspension={suspension} member={member} /> : undefined}
    >
      <Text size="sm">{rankTextOf(suspension)}</Text>
    </Row>
  )
}

interface SuspendValues {
  readonly reason: string
  readonly day: string
  readonly rank: string | null
}

function Suspend({ member, isSuspended }: { readonly member: Member; readonly isSuspended: boolean }) {
  const t = useTexts(texts)
  const may = useMay()
  const { userId, rank: held } = member
  const name = nameOf(member)
  const drafts = { form: 'suspend', record: userId }
  const [isOpen, setOpen] = useState(false)
  const [reason] = useDraft(drafts, 'reason')
  const [day, setDay] = useDraft(drafts, 'day', dayIn(7))
  const [chosen, choose] = useState<string | null>(null)
  const { data: settings } = useQuery({
    queryKey: ['suspension-settings'],
    enabled: isOpen && may('suspensions.read'),
    queryFn: async () => (await answerOf(api.GET('/v2/suspension-settings'))).data,
  })
  const usual = settings?.rank ?? null
  const mayChoose = may('members.ranks.write')
  const act = useMemberAct(userId, {
    name: 'createSuspension',
    on: userId,
    title: (_: SuspendValues) => t('suspendAct', { name }),
    request: (given) => ({
      body: {
        userId: Number(userId),
        endsAt: endOfDay(given.day),
        ...(given.reason !== '' && { reason: given.reason }),
        ...(given.rank !== null && { rankUniqueId: Number(given.rank) }),
      },
    }),
    said: ({ data: { endsAt, formerRank, suspendedRank } }) => {
      const said = t('said', { name, until: dateTimeText(endsAt) })
      const [from, to] = [formerRank?.name ?? held?.name, suspendedRank?.name]
      return from == null || to == null ? said : `${said} ${t('saidRank', { from, to })}`
    },
    drafts,
  })
  const isPossible = usual !== null || mayChoose
  const obstacle = isSuspended
    ? t('already', { name })
    : held === null
      ? t('notInGroup', { name })
      : settings !== undefined && !isPossible
        ? t('noRank')
        : null
  return (
    <>
      <Button size="xs" variant="danger" onClick={() => setOpen(true)}>
        {t('suspend')}
      </Button>
      {obstacle !== null && (
        <Refusal opened={isOpen} onClose={() => setOpen(false)} title={t('suspend')} name={name} why={obstacle} />
      )}
      <ActDialog
        opened={isOpen && obstacle === null}
        onClose={() => setOpen(false)}
        act={act}
        title={t('suspend')}
        subject={name}
        isDangerous
        values={() => {
          if (day === '' || isTooLong(reason, limits.reason)) return null
          return mayChoose && chosen === null && usual === null ? null : { reason, day, rank: chosen }
        }}
      >
        <EndField value={day} onChange={setDay} required most={365} />
        {mayChoose && <RankField usual={usual} held={held?.uniqueId ?? null} value={chosen} onChange={choose} />}
        <DraftField of={drafts} field="reason" label={t('reason')} limit={limits.reason} rows={2} autoFocus />
        <List size="sm" spacing={4}>
          {!mayChoose && usual?.name != null && <List.Item>{t('effectRank', { name, rank: usual.name })}</List.Item>}
          <List.Item>{t('effectMeanwhile')}</List.Item>
          <List.Item>{t('effectEnd')}</List.Item>
        </List>
      </ActDialog>
    </>
  )
}

interface RankFieldProps {
  readonly usual: Schema<'RankReference'>
  readonly held: number | null
  readonly value: string | null
  readonly onChange: (rank: string | null) => void
}

/** The rank of the settings, or another one that the person may give. */
function RankField({ usual, held, value, onChange }: RankFieldProps) {
  const t = useTexts(texts)
  const { data: ranks = [] } = useQuery(ranksQuery)
  const { data: session } = useQuery(sessionQuery)
  const most = session?.highestRankGiven ?? 255
  const offered = ranks.filter(
    (rank) => isGiven(rank) && rank.managed && (rank.uniqueId !== held || rank.uniqueId === usual?.uniqueId),
  )
  return (
    <Field of="rankUniqueId">
      <Select
        label={t('suspendRank')}
        required
        searchable
        openOnFocus={false}
        allowDeselect={false}
        data={offered.map(({ uniqueId, rankId, name }) => ({
          value: String(uniqueId),
          label: rankId > most ? `${name} (${t('above')})` : name,
          disabled: rankId > most,
        }))}
        value={value ?? (usual === null ? null : String(usual.uniqueId))}
        // that of the settings is not sent: it needs no right to change ranks
        onChange={(chosen) => onChange(chosen === String(usual?.uniqueId) ? null : chosen)}
      />
    </Field>
  )
}

interface LiftProps {
  readonly suspension: Suspension
  readonly member: Pick<Member, 'userId' | 'username'>
}

/** Stays while its dialog is open, also when the suspension has ended meanwhile. */
export function Lift({ suspension, member }: LiftProps) {
  const t = useTexts(texts)
  const { suspensionId, userId, state, liftedAt } = suspension
  const name = nameOf(member)
  const drafts = { form: 'lift-suspension', record: suspensionId }
  const [isOpen, setOpen] = useState(false)
  const [reason] = useDraft(drafts, 'reason')
  const act = useMemberAct(userId, {
    name: 'liftSuspension',
    on: suspensionId,
    title: (_: string) => `${t('liftTitle')}: ${name}`,
    request: (given) => ({ path: { suspensionId }, body: given === '' ? {} : { reason: given } }),
    said: ({ data }: AnswerOf<'liftSuspension'>) => `${t('liftSaid', { name })} ${rankTextOf(data)}`,
    drafts,
  })
  return (
    <>
      {(state === 'active' || state === 'suspending') && liftedAt === null && (
        <Button size="xs" variant="default" aria-label={`${t('lift')}: ${name}`} onClick={() => setOpen(true)}>
          {t('lift')}
        </Button>
      )}
      <ActDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        act={act}
        title={t('liftTitle')}
        subject={name}
        values={() => (isTooLong(reason, liftLimits.reason) ? null : reason)}
      >
        <Stack gap="sm">
          <Text size="sm">{t('liftEffect')}</Text>
          <DraftField of={drafts} field="reason" label={t('liftReason')} limit={liftLimits.reason} autoFocus />
        </Stack>
      </ActDialog>
    </>
  )
}
