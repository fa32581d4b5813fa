// Changes of the rank on the platform that wait, run or have just ended: what is done, why it waits, and its end.
import { Badge } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { answerOf, api } from '../api'
import {
  changeText,
  failureOf,
  isOfSuspension,
  isOver,
  stateColours,
  stateText,
  stateTexts,
  type Operation,
} from '../operation'
import { OperationAct, OperationDialog, useAsked } from '../operation-acts'
import { ErrorNote } from '../patterns/error-note'
import { Row, Rows } from '../patterns/rows'
import { catalogue, useTexts } from '../patterns/texts'
import { toast } from '../patterns/toast'
import { waitOf } from '../patterns/use-list'
import { useMay } from '../session'
import { keyOfMember, nameOf, type Member } from './member-act'
import { Section } from './section'

const texts = catalogue('rank-changes', {
  title: 'Changes of the rank',
  auto: 'AutoRank: {from} → {to}.',
  autoTo: 'AutoRank: {name} is {to} now.',
  changed: '{name}: {from} → {to}.',
  changedTo: '{name} is {to} now.',
  ended: 'The rank of {name} was not changed. {why}',
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

/** The newest operations of the member. */
function useOperations(userId: string) {
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
  const state = useTexts(stateTexts)
  const [asked, ask] = useAsked()
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
            badges={<Badge color={stateColours[operation.status]}>{state(operation.status)}</Badge>}
            facts={[stateText(operation)]}
            acts={<OperationAct operation={operation} onAsk={ask} />}
          />
        ))}
      </Rows>
      <OperationDialog asked={asked} reads={[keyOfMember(userId)]} onCancelled={(id) => void followed.delete(id)} />
    </Section>
  )
}
