// Correct decisions pass, planted faults are found.
import { checkJoins, type JoinHand, type JoinVerb, type SentJoin } from '../../scripts/faults/join-checker'
import type { ShownOperation } from '../../scripts/faults/history'

const account = { groupId: 7, userId: 1_000 }
const start = Date.parse('2026-03-01T12:00:00Z')
const time = (seconds: number): string => new Date(start + seconds * 1_000).toISOString()

interface Plan {
  readonly verb?: JoinVerb
  readonly hand?: JoinHand
  readonly after?: 'member' | 'asks' | 'neither'
  readonly code?: string
  readonly ids?: readonly string[]
  readonly ended?: boolean
}

function join({ verb = 'accept', hand, after = 'member', code, ids = ['op_1'], ended = true }: Plan): SentJoin {
  const final: ShownOperation = {
    ...{ id: 'op_1', status: code === undefined ? 'succeeded' : 'failed', userId: '1000', target: null, attempts: [] },
    ...{ createdAt: time(0), dispatchedAt: time(1), completedAt: ended ? time(3) : null },
    error: code === undefined ? null : { code },
  }
  return { ...account, verb, ids: new Set(ids), refusal: null, hand: hand ?? null, final, after }
}

const write = (verb: JoinVerb = 'accept', at = 2) => ({ ...account, verb, at: start + at * 1_000 })
const kinds = (plan: Plan, writes: readonly ReturnType<typeof write>[]): string[] =>
  checkJoins([join(plan)], writes).map(({ kind }) => kind)

it.each([
  ['an acceptance', {}, [write()]],
  ['a decline', { verb: 'decline', after: 'neither' }, [write('decline')]],
  ['an acceptance of an account that was accepted by hand', { hand: 'accept' }, []],
  ['an acceptance of a withdrawn request', { hand: 'withdraw', after: 'neither', code: 'join_request_not_found' }, []],
  [
    'a decline of an account that was accepted by hand',
    { verb: 'decline', hand: 'accept', code: 'join_request_accepted' },
    [],
  ],
  ['a refusal of the platform', { after: 'asks', code: 'authorization-intervention-required' }, []],
] as [string, Plan, ReturnType<typeof write>[]][])('%s passes', (_, plan, writes) => {
  expect(kinds(plan, writes)).toEqual([])
})

it.each([
  ['two effects', {}, [write(), write()], ['double']],
  ['two operations of a key', { ids: ['op_1', 'op_2'] }, [write()], ['double']],
  ['a success without an effect', { after: 'asks' }, [], ['loss']],
  ['a failure whose write was applied', { code: 'join_request_gone' }, [write()], ['loss']],
  ['a request that is gone although nobody decided', { after: 'asks', code: 'join_request_not_found' }, [], ['loss']],
  ['a write after the end', {}, [write('accept', 9)], ['stray']],
  ['the other decision', { after: 'neither' }, [write('decline')], ['stray', 'state']],
  ['another state than what was done', { after: 'asks' }, [write()], ['state']],
  ['an operation that has not ended', { ended: false }, [], ['unfinished']],
] as [string, Plan, ReturnType<typeof write>[], string[]][])('finds %s', (_, plan, writes, expected) => {
  expect(kinds(plan, writes)).toEqual(expected)
})

it('finds a write for an account without a request', () => {
  expect(checkJoins([], [write()]).map(({ kind }) => kind)).toEqual(['stray'])
})
