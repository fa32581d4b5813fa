// Changes of the rank on the platform that wait, run or have just ended: what is done, why it waits, and its end.
import { Badge, Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { answerOf, api } from '../api'
import { changeText, failureOf, isOfSuspension, isOver, scopeOf, stateText, type Operation } from '../operation'
import { ConfirmDialog } from '../patterns/act-dialog'
import { ErrorNote } from '../patterns/error-note'
import { Row, Rows } from '../patterns/rows'
import { catalogue, useTexts } from '../patterns/texts'
import { toast } from '../patterns/toast'
import { waitOf } from '../patterns/use-list'
import { useMay } from '../session'
import { keyOfMember, nameOf, useMemberAct, type Member } from './member-act'
import { Section } from './section'

const texts = catalogue('rank-changes', {
  title: 'Changes of the rank',
  waits: 'waits',
  runs: 'runs',
  done: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
  auto: 'AutoRank: {from} → {to}.',
  autoTo: 'AutoRank: {name} is {to} now.',
  changed: '{name}: {from} → {to}.',
  changedTo: '{name} is {to} now.',
  ended: 'The rank of {name} was not changed. {why}',
  cancel: 'Cancel',
  cancelTitle: 'Cancel the change',
  cancelEffect: 'Nothing was sent to the platform yet, and nothing is changed.',
  cancelDone: 'The change was cancelled.',
  cancelLate: 'It was sent already. Look at what came of it, then set the rank that you want.',
  retry: 'Try again',
  retryTitle: 'Try the change again',
  retryEffect: 'It is queued as a new change of yours, with the same rank, for five minutes.',
  retryDone: 'The change is queued again.',
})

const LIVE_MS = 1_500
const QUIET_MS = 20_000
/** Milliseconds that an end is shown. */
const DONE_MS = 600_000
const FAILED_MS = 86_400_000

/** Changes that this page has begun or seen under way, with the name of the rank before. */
const followed = new Map<string, string | null>()

/** The end of the operation is told where the person is. @param from name of the rank before */
export const follow = (operationId: string, from: string | null): void => void followed.set(operationId, from)

const colours = {
  queued: 'blue',
  dispatching: 'blue',
  outcome_pending: 'yellow',
  succeeded: 'teal',
  failed: 'red',
  cancelled: 'gray',
} as const
const words = {
  queued: 'waits',
  dispatching: 'runs',
  outcome_pending: 'runs',
  succeeded: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
} as const

/** The newest operations of the member. */
export function useOperations(userId: string) {
  const may = useMay()
  return useQuery({
    queryKey: [...keyOfMember(userId), 'operations'],
    enabled: may('members.ranks.write'),
    queryFn: async () => {
      const query = { userId, limit: 50, names: '1' as const }
      return (await answerOf(api.GET('/v2/platform-operations', { params: { query } }))).data
    },
    refetchInterval: ({ state: { data = [], error } }) =>
      Math.max(data.every(isOver) ? QUIET_MS : LIVE_MS, waitOf(error)),
  })
}

/** What waits or runs, and the last end while it is new. That of a suspension is told by the suspension, unless it failed. */
function shownOf(operations: readonly Operation[]): readonly Operation[] {
  return operations.filter((operation, index) => {
    const { kind, status, completedAt } = operation
    if (!isOver(operation) || completedAt === null) return true
    if (index > 0 || (isOfSuspension(kind) && status !== 'failed')) return false
    return Date.now() - Date.parse(completedAt) < (status === 'failed' ? FAILED_MS : DONE_MS)
  })
}

export function RankChanges({ member }: { readonly member: Member }) {
  const t = useTexts(texts)
  const may = useMay()
  const { userId, rank } = member
  const name = nameOf(member)
  const client = useQueryClient()
  const { data = [], error, refetch } = useOperations(userId)
  useEffect(() => {
    for (const operation of data) {
      const { id, kind, status, target } = operation
      if (!isOver(operation)) {
        if (!followed.has(id)) follow(id, rank?.name ?? null)
        continue
      }
      const from = followed.get(id)
      if (from === undefined) continue
      followed.delete(id)
      // the suspension tells its own
      if (isOfSuspension(kind)) continue
      const to = target?.name ?? ''
      const isAuto = kind === 'rank.auto'
      if (status !== 'succeeded') toast({ text: t('ended', { name, why: failureOf(operation) ?? '' }), isWrong: true })
      else if (from === null || from === to) toast({ text: t(isAuto ? 'autoTo' : 'changedTo', { name, to }) })
      else toast({ text: isAuto ? t('auto', { from, to }) : t('changed', { name, from, to }) })
      void client.invalidateQueries({ queryKey: keyOfMember(userId) })
    }
  }, [data, client, userId, name, rank, t])
  const shown = shownOf(data)
  if (shown.length === 0 && error === null) return null
  return (
    <Section title={t('title')}>
      <ErrorNote error={error} onAgain={() => void refetch()} />
      <Rows label={t('title')}>
        {shown.map((operation) => (
          <Row
            key={operation.id}
            name={changeText(operation)}
            badges={<Badge color={colours[operation.status]}>{t(words[operation.status])}</Badge>}
            facts={[stateText(operation)]}
            acts={may(scopeOf(operation.kind)) ? <OperationActs operation={operation} userId={userId} /> : undefined}
          />
        ))}
      </Rows>
    </Section>
  )
}

function OperationActs({ operation, userId }: { readonly operation: Operation; readonly userId: string }) {
  const t = useTexts(texts)
  const { id, kind, status } = operation
  const [isOpen, setOpen] = useState<'cancel' | 'retry' | null>(null)
  const subject = changeText(operation)
  const cancel = useMemberAct(
    userId,
    {
      name: 'cancelPlatformOperation',
      on: id,
      title: () => `${t('cancelTitle')}: ${subject}`,
      request: () => ({ path: { operationId: id } }),
      said: () => t('cancelDone'),
      onDone: () => void followed.delete(id),
    },
    { operation_not_cancellable: t('cancelLate') },
  )
  const retry = useMemberAct(userId, {
    name: 'retryPlatformOperation',
    on: id,
    title: () => `${t('retryTitle')}: ${subject}`,
    request: () => ({ path: { operationId: id } }),
    said: () => t('retryDone'),
  })
  const canRetry = (status === 'failed' || status === 'cancelled') && !isOfSuspension(kind)
  const close = () => setOpen(null)
  return (
    <>
      {status === 'queued' && (
        <Button size="xs" variant="default" aria-label={`${t('cancel')}: ${subject}`} onClick={() => setOpen('cancel')}>
          {t('cancel')}
        </Button>
      )}
      {canRetry && (
        <Button size="xs" variant="default" aria-label={`${t('retry')}: ${subject}`} onClick={() => setOpen('retry')}>
          {t('retry')}
        </Button>
      )}
      <ConfirmDialog
        opened={isOpen === 'cancel'}
        onClose={close}
        act={cancel}
        title={t('cancelTitle')}
        subject={subject}
        values={undefined}
        effects={[t('cancelEffect')]}
      />
      <ConfirmDialog
        opened={isOpen === 'retry'}
        onClose={close}
        act={retry}
        title={t('retryTitle')}
        subject={subject}
        values={undefined}
        isDangerous={false}
        effects={[t('retryEffect')]}
      />
    </>
  )
}
