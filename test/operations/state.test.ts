// What an execution knows after each observation.
import { DomainError } from '../../src/base/errors'
import { advance, isEnding, type Command, type FailedCall, type Observation } from '../../src/operations/dispatch/state'
import { authority, holding, NOW, recruit, sergeant, soldier, state } from './next-fixture'

const assign = { verb: 'assign', role: sergeant.unique_id } as const
const unassign = { verb: 'unassign', role: soldier.unique_id } as const
const accept = { verb: 'accept', requestId: 'r', requestedAt: null } as const
const steps = [assign, unassign].map((step) => ({ ...step, at: '' }))
const error = new DomainError('platform_cloud_unavailable', 'm')
const call = (values: Partial<FailedCall> = {}): FailedCall => ({
  kind: 'not_found',
  sent: false,
  status: 404,
  retryAfterSeconds: null,
  onRead: false,
  error,
  ...values,
})
const membership = (snapshot = holding(recruit), more: object = {}): Observation => ({
  is: 'membership',
  snapshot,
  askedAt: NOW,
  ...more,
})

it('an execution ends with success, failure, cancellation or a later try, and with nothing else', () => {
  const ends = (of: string) => isEnding({ do: of } as Command)
  expect(['succeed', 'fail', 'cancel-overdue', 'reschedule'].filter(ends)).toHaveLength(4)
  expect(['read-membership', 'read-groups', 'read-decision', 'record', 'write'].filter(ends)).toEqual([])
})

it('the first roles that it reads are kept as those before the change', () => {
  const first = advance(state(), membership(holding(recruit), { actingRank: 9 }))
  expect(first).toMatchObject({ before: holding(recruit), latest: holding(recruit), actingRank: 9, request: null })
  const second = advance(first, membership(holding(soldier)))
  expect(second).toMatchObject({ before: holding(recruit), latest: holding(soldier), actingRank: null })
})

it('a join request is that of the newest read', () => {
  const request = { requestId: 'r', userId: 7, requestedAt: null }
  const first = advance(state(), membership(holding(recruit), { request }))
  expect([first.request, advance(first, membership()).request]).toEqual([request, null])
})

it('groups and an earlier decision are kept', () => {
  const decision = { action: 'AcceptJoinRequest', actorUserId: 1, at: new Date(NOW) } as const
  expect(advance(state(), { is: 'decision', decision })).toEqual(state({ decision }))
  expect(advance(state(), { is: 'groups', blacklisted: true })).toEqual(state({ inBlacklistedGroup: true }))
})

it('a claim, and writes that were not recorded, change nothing', () => {
  const from = state()
  expect(advance(from, { is: 'claimed' })).toBe(from)
  expect(advance(from, { is: 'unrecorded' })).toBe(from)
})

it('recorded writes follow those of earlier executions, and are not sent yet', () => {
  const [one, two] = steps as [(typeof steps)[0], (typeof steps)[0]]
  const before = state({ steps: [one] })
  const after = advance(before, { is: 'recorded', authority, target: sergeant, steps: [unassign] })
  expect(after).toEqual({ ...before, target: sergeant, steps: [one, two], unsent: [unassign] })
})

it('after all writes nothing is unsent', () => {
  const after = advance(state({ unsent: [assign] }), { is: 'written' })
  expect(after).toEqual(state({ sent: true, unsent: [] }))
})

it.each([
  ['a failure', { is: 'failed', call: call({ kind: 'unavailable' }) }],
  ['a refusal', { is: 'refused', error }],
] as const)('the writes before %s were sent, and only those of roles are known to have taken effect', (_title, end) => {
  const from = state({ unsent: [assign, accept, unassign] })
  const after = advance(from, { ...end, written: [assign, accept] })
  expect(after).toEqual(state({ sent: true, applied: [assign], unsent: [unassign] }))
  expect(advance(from, { ...end, written: [] })).toEqual(from)
  const second = advance(state({ applied: [assign], unsent: [unassign], sent: true }), { ...end, written: [unassign] })
  expect(second).toMatchObject({ applied: [assign, unassign], sent: true, unsent: [] })
})

it('a write without an answer counts as sent, and the ones after it do not', () => {
  const after = advance(state({ unsent: [assign, unassign] }), {
    is: 'failed',
    call: call({ sent: true }),
    written: [],
  })
  expect(after).toEqual(state({ unsent: [unassign] }))
})

it('only a 404 of a write that was not applied says that something is missing', () => {
  const missingIn = (values: Partial<FailedCall>) =>
    advance(state(), { is: 'failed', call: call(values), written: [] }).notFound
  expect(missingIn({})).toEqual(call())
  const others = [{ kind: 'unavailable' }, { sent: true }, { onRead: true }] as const
  expect(others.map(missingIn)).toEqual([null, null, null])
  const refused = advance(state({ notFound: call() }), { is: 'refused', error, written: [] })
  expect(refused.notFound).toBeNull()
})

describe('the writes that have taken effect', () => {
  const appliedIn = (values: Parameters<typeof state>[0], snapshot = holding(sergeant)) =>
    advance(state({ sent: true, steps, ...values }), membership(snapshot)).applied

  it('are those that the roles show', () => {
    expect(appliedIn({})).toEqual(steps)
    expect(appliedIn({}, holding(sergeant, soldier))).toEqual([steps[0]])
    expect(appliedIn({ steps: [{ ...accept, at: '' }, ...steps] })).toEqual(steps)
  })

  it('are none before the first write, and none of an account that has left the group', () => {
    expect(appliedIn({ sent: false, applied: [assign] })).toEqual([])
    const left: Observation = { is: 'membership', snapshot: null, askedAt: NOW }
    expect(advance(state({ sent: true, steps, applied: [assign] }), left).applied).toEqual([])
  })

  it('are named once, with those that were acknowledged although the roles do not show them', () => {
    expect(appliedIn({ applied: [assign] })).toEqual([assign, steps[1]])
    expect(appliedIn({ applied: [assign] }, holding(soldier))).toEqual([assign])
    expect(appliedIn({ applied: [assign, unassign] })).toEqual([assign, unassign])
    const taken = { verb: 'unassign', role: sergeant.unique_id } as const
    expect(appliedIn({ applied: [taken] })).toEqual([taken, ...steps])
  })
})
