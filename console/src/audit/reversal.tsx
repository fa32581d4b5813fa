// What taking changes back would do, or did: with names, what will be taken back, what not, and why.
import { Alert, Anchor, Badge, Button, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useId, useState, type ReactNode } from 'react'
import { answerOf, api, RequestError, type Schema } from '../api'
import { ConfirmDialog } from '../patterns/act-dialog'
import { ConfirmButton } from '../patterns/confirm-button'
import { BackLink } from '../patterns/back-link'
import { ErrorNote } from '../patterns/error-note'
import { sentenceOf } from '../patterns/errors'
import { namesOf, type Names } from '../patterns/names'
import { Page } from '../patterns/page'
import { Row, Rows } from '../patterns/rows'
import { catalogue, numberText, useTexts, type Catalogue } from '../patterns/texts'
import { useAct } from '../patterns/use-act'
import { ListView, useList, waitOf } from '../patterns/use-list'
import { ranksQuery } from '../ranks-query'
import { useMay } from '../session'
import { isOver, ReversalBadge, ReversalSource, statusText } from './reversal-state'

type Reversal = Schema<'Reversal'>
type Item = Schema<'ReversalItem'>
type ItemState = Schema<'ReversalItemState'>

const REFRESH_MS = 1_000

const texts = catalogue('reversal', {
  preview: 'Preview: take back',
  title: 'Take back',
  log: 'Audit log',
  list: 'Changes taken back',
  take_one: 'Take back {count} change',
  take_other: 'Take back {count} changes',
  effectTake_one: '{count} change is taken back, as the list shows.',
  effectTake_other: '{count} changes are taken back, as the list shows.',
  effectKept_one: '{count} change stays, because somebody changed it later.',
  effectKept_other: '{count} changes stay, because somebody changed them later.',
  effectNot_one: '{count} change cannot be taken back.',
  effectNot_other: '{count} changes cannot be taken back.',
  effectNow: 'It is looked at once more: what somebody changes until then is kept too.',
  effectLog: 'The audit log shows it, and it can be taken back in turn.',
  willTake: 'Will be taken back',
  taken: 'Taken back',
  kept: 'Stays: changed later',
  impossible: 'Cannot be taken back',
  empty: 'Your role may not read these entries.',
  deletePreview: 'Delete the preview',
  deleteRecord: 'Delete the record',
  deletePreviewEffect: 'A preview has changed nothing. It is deleted by itself after a day.',
  deleteRecordEffect:
    'What was taken back stays so, and the audit log keeps it. The record is deleted by itself after 32 days.',
  deleted: 'It was deleted.',
  gone: 'This does not exist any more. A preview is kept for a day, the record of what was taken back for 32 days.',
  'item.experience': 'Experience',
  'item.quotaPoints': 'Quota points',
  'item.medal': 'Medal {name}',
  'item.qualification': 'Qualification {name}',
  'item.rank': 'Rank: back to {name}',
  'item.rankOnly': 'Rank',
  'item.role': 'Role {name}',
  'item.removal': 'Was removed from the group',
  'item.ban': 'Was banned from the group',
  'item.warning': 'Warning',
  'item.blacklistEntry': 'Entry on the blacklist',
  'item.blacklistGroup': 'Entry of the group {group} on the blacklist',
  'item.suspension': 'Suspension',
  'item.application': 'Form {name}',
  form: 'A form',
  group: 'A group',
  held: 'Held {roles}',
  noRole: 'no role',
  clamped: 'as far as the limit allows',
}) satisfies Catalogue<Readonly<Record<`item.${Item['kind']}`, string>>>

const failures = catalogue('reversal-failures', {
  source_not_found: 'The community has no such entry, batch, event or earlier take back.',
  too_many_entries: 'Nothing was changed, because there are more than 10,000 entries. Choose a shorter window.',
  storage_limit_reached: 'Nothing was changed, because there is no room for the record. Delete older ones first.',
  community_moved: 'The community was moved to another server.',
  platform_not_connected: 'The community is not connected to the platform. Connect it again.',
  platform_log_unreadable:
    'The credential may not read the audit log of the group. Connect the group with one that may (legacy-group:manage).',
  'actor-authorization-revoked':
    'Whoever asked for it may not do this any more. What is left was not taken back: ask for it again yourself.',
  account_of_connection:
    'The server changes ranks under this account itself, so it cannot be told which were changed by hand.',
  other: 'It failed: {code}.',
}) satisfies Catalogue<Readonly<Record<NonNullable<Reversal['errorCode']>, string>>>

const reasons = catalogue('reversal-reasons', {
  later_change: 'Changed later by somebody else',
  state_differs: 'The member no longer has it',
  already_taken_back: 'Taken back already',
  not_permitted: 'Your role may not change it',
  award_not_found: 'The award was deleted',
  award_archived: 'The award is archived',
  award_limit_reached: 'The member has the most awards allowed',
  role_of_award: 'The member keeps the role with an award',
  operation_failed: 'The change failed, or would be refused',
  values_erased: 'What was there before is not kept any more',
  member_not_found: 'The data of the member was erased',
  only_by_hand: 'The platform lets no program undo it: invite the member again, then give back what they held',
  role_kept: 'The award was taken back, and its role was not: change the role yourself',
  has_ended: 'It has ended by itself',
  suspension_lifted: 'A suspension that was ended does not begin again: make a new one',
  password_kept: 'The form keeps its present password: set it anew',
  because: '{why}: {error}',
}) satisfies Catalogue<Readonly<Record<NonNullable<Item['reason']>, string>>>

export function ReversalScreen() {
  const t = useTexts(texts)
  const { reversalId } = useParams({ from: '/screens/audit/reversals/$reversalId' })
  const [isDeleted, setDeleted] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['reversal', reversalId],
    enabled: !isDeleted,
    // it is followed until its end is known, also after an error
    refetchInterval: ({ state }) =>
      state.data && isOver(state.data.data)
        ? false
        : state.error instanceof RequestError && state.error.status === 404
          ? false
          : Math.max(REFRESH_MS, waitOf(state.error)),
    queryFn: () =>
      answerOf(api.GET('/v2/reversals/{reversalId}', { params: { path: { reversalId }, query: { names: '1' } } })),
  })
  const isGone = error instanceof RequestError && error.code === 'reversal_not_found'
  const isShown = data !== undefined && !isDeleted && !isGone
  return (
    <Page
      title={t(data?.data.dryRun ? 'preview' : 'title')}
      from={
        <Group gap="md">
          <BackLink to="/audit">{t('log')}</BackLink>
          <Anchor component={Link} to={'/audit/reversals' as string} size="sm">
            {t('list')}
          </Anchor>
        </Group>
      }
      acts={isShown ? <Acts reversal={data.data} onDeleted={() => setDeleted(true)} /> : undefined}
    >
      {isGone && !isDeleted ? (
        <Alert color="yellow" role="alert">
          {t('gone')}
        </Alert>
      ) : (
        <ErrorNote error={isDeleted ? null : error} onAgain={() => void refetch()} />
      )}
      {isDeleted && (
        <Alert color="teal" role="status">
          {t('deleted')}
        </Alert>
      )}
      {isShown && <Shown reversal={data.data} names={namesOf([data.meta?.names])} />}
    </Page>
  )
}

function Acts({ reversal, onDeleted }: { readonly reversal: Reversal; readonly onDeleted: () => void }) {
  const may = useMay()
  if (!may('reversals.write')) return null
  const { state, dryRun, counts } = reversal
  return (
    <>
      {(dryRun || isOver(reversal)) && <DeleteReversal reversal={reversal} onDone={onDeleted} />}
      {dryRun && state === 'finished' && counts.takenBack > 0 && <TakeBack reversal={reversal} />}
    </>
  )
}

function Shown({ reversal, names }: { readonly reversal: Reversal; readonly names: Names }) {
  const t = useTexts(texts)
  const why = useTexts(failures)
  const { dryRun, counts, errorCode } = reversal
  const isKnown = errorCode !== null && Object.hasOwn(failures.english, errorCode)
  const done = counts.entries - counts.pending
  return (
    <>
      <Paper>
        <Stack gap="xs">
          <Group gap="xs">
            <ReversalBadge of={reversal} />
            <Text size="sm" role="status" fw={600}>
              {statusText(reversal)}
            </Text>
          </Group>
          {!isOver(reversal) && (
            <Progress
              value={counts.entries === 0 ? 5 : (100 * done) / counts.entries}
              animated
              aria-label={statusText(reversal)}
            />
          )}
          <ReversalSource of={reversal} names={names} />
        </Stack>
      </Paper>
      {errorCode !== null && (
        <Alert color="red" role="alert" variant="light">
          {isKnown ? why(errorCode as 'source_not_found') : why('other', { code: errorCode })}
        </Alert>
      )}
      {isOver(reversal) && (
        <>
          <Items reversal={reversal} state="impossible" count={counts.impossible} title={t('impossible')} />
          <Items reversal={reversal} state="superseded" count={counts.superseded} title={t('kept')} />
          <Items
            reversal={reversal}
            state="taken_back"
            count={counts.takenBack}
            title={t(dryRun ? 'willTake' : 'taken')}
          />
        </>
      )}
    </>
  )
}

/** A preview is carried out once: until its answer is known, the same request is sent again. */
function TakeBack({ reversal }: { readonly reversal: Reversal }) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const { source, sourceId, from, to, reason, reversalId, counts } = reversal
  const title = t('take', { count: counts.takenBack })
  const act = useAct({
    name: 'createReversal',
    on: reversalId,
    title: () => title,
    request: () => ({
      body: { source, sourceId, ...(from !== null && to !== null && { from, to }), ...(reason !== null && { reason }) },
    }),
    said: () => null,
    reads: [['audit']],
    onDone: ({ data }) => void navigate({ to: `/audit/reversals/${data.reversalId}` as string }),
  })
  return (
    <>
      <Button color="red" onClick={() => setOpen(true)}>
        {title}
      </Button>
      <ConfirmDialog
        opened={isOpen || act.state === 'lost'}
        onClose={() => setOpen(false)}
        act={act}
        title={title}
        values={undefined as void}
        effects={[
          t('effectTake', { count: counts.takenBack }),
          ...(counts.superseded > 0 ? [t('effectKept', { count: counts.superseded })] : []),
          ...(counts.impossible > 0 ? [t('effectNot', { count: counts.impossible })] : []),
          t('effectNow'),
          t('effectLog'),
        ]}
      />
    </>
  )
}

function DeleteReversal({ reversal, onDone }: { readonly reversal: Reversal; readonly onDone: () => void }) {
  const t = useTexts(texts)
  const { reversalId, dryRun } = reversal
  const title = t(dryRun ? 'deletePreview' : 'deleteRecord')
  const act = useAct({
    name: 'deleteReversal',
    on: reversalId,
    seen: reversal,
    title: () => title,
    request: () => ({ path: { reversalId } }),
    said: () => null,
    onDone,
  })
  return (
    <ConfirmButton
      button={{ variant: 'default' }}
      act={act}
      title={title}
      values={undefined as void}
      effects={[t(dryRun ? 'deletePreviewEffect' : 'deleteRecordEffect')]}
    />
  )
}

interface ItemsProps {
  readonly reversal: Reversal
  readonly state: ItemState
  readonly count: number
  readonly title: string
}

function Items({ reversal: { reversalId }, state, count, title }: ItemsProps) {
  const t = useTexts(texts)
  const id = useId()
  const list = useList<Item>({
    key: ['reversal', reversalId, 'items', state],
    enabled: count > 0,
    read: (cursor) => {
      const query = { state, names: '1' as const, ...(cursor !== null && { cursor }) }
      return answerOf(api.GET('/v2/reversals/{reversalId}/items', { params: { path: { reversalId }, query } }))
    },
  })
  if (count === 0) return null
  const counted = { ...list, total: { count, exact: true } }
  return (
    <Paper component="section" aria-labelledby={id}>
      <Stack gap="sm">
        <Group gap="xs">
          <Title order={2} id={id}>
            {title}
          </Title>
          <Badge color={state === 'taken_back' ? 'teal' : 'gray'}>{numberText(count)}</Badge>
        </Group>
        <ListView of={counted} empty={<Text c="dimmed">{t('empty')}</Text>} skeletonRows={3}>
          <Rows label={title}>
            {list.rows.map((item, index) => (
              <ItemRow key={item.auditId ?? index} item={item} names={list.names} />
            ))}
          </Rows>
        </ListView>
      </Stack>
    </Paper>
  )
}

function ItemRow({ item, names }: { readonly item: Item; readonly names: Names }) {
  const t = useTexts(texts)
  const why = useTexts(reasons)
  const { data: ranks = [] } = useQuery(ranksQuery)
  const rankName = (uniqueId: number): string => {
    const name = names.rank(uniqueId)
    return name === String(uniqueId) ? (ranks.find((rank) => rank.uniqueId === uniqueId)?.name ?? name) : name
  }
  const { kind, userId, name, groupId, rankUniqueId, roleUniqueId, heldRoleUniqueIds, change, clamped } = item
  const { reason, errorCode } = item
  const whom: ReactNode =
    userId === null ? (
      (name ?? t(kind === 'application' ? 'form' : 'group'))
    ) : (
      <Anchor component={Link} to={`/members/${userId}` as string} inherit>
        {names.account(userId)}
      </Anchor>
    )
  const what = (): string => {
    if (kind === 'rank')
      return rankUniqueId === null ? t('item.rankOnly') : t('item.rank', { name: rankName(rankUniqueId) })
    if (kind === 'role') return t('item.role', { name: roleUniqueId === null ? '' : rankName(roleUniqueId) })
    if (kind === 'blacklistEntry' && groupId !== null) return t('item.blacklistGroup', { group: groupId })
    if (kind === 'medal' || kind === 'qualification' || kind === 'application')
      return t(`item.${kind}`, { name: name ?? '' })
    return Object.hasOwn(texts.english, `item.${kind}`) ? t(`item.${kind}` as 'item.warning') : kind
  }
  const signed = change === null || kind === 'rank' ? '' : ` ${change > 0 ? '+' : '−'}${numberText(Math.abs(change))}`
  const because =
    reason === null ? null : Object.hasOwn(reasons.english, reason) ? why(reason as 'later_change') : reason
  const facts: ReactNode[] = [
    `${what()}${signed}`,
    clamped ? t('clamped') : null,
    heldRoleUniqueIds === null ? null : t('held', { roles: heldRoleUniqueIds.map(rankName).join(', ') || t('noRole') }),
    because === null || errorCode === null
      ? because
      : why('because', { why: because, error: sentenceOf(new RequestError(409, errorCode, errorCode)) }),
  ]
  return <Row name={whom} facts={facts} />
}
