// The checker accepts correct histories and finds planted faults.
import { check } from '../../scripts/faults/checker'
import type {
  AcceptedOperation,
  AppliedWrite,
  Goal,
  History,
  ShownOperation,
  SynchronousChange,
} from '../../scripts/faults/history'

const groupId = 7
const userId = 1_000
/** Roles of the ladder; the first is the base role. */
const [recruit, private_, sergeant, captain] = [7_001, 7_010, 7_050, 7_100]
/** Roles that are not ranks. */
const [vip, moderator] = [7_005, 7_075]
const start = Date.parse('2026-03-01T12:00:00Z')
const time = (seconds: number): string => new Date(start + seconds * 1_000).toISOString()

interface Plan {
  readonly goal: Goal
  /** Time of the dispatch and of the end, in seconds after `start`. */
  readonly from: number | null
  readonly to: number | null
  readonly status?: string
  readonly target?: number
  readonly code?: string
}

let count = 0
function operation({ goal, from, to, status = 'succeeded', target, code }: Plan): AcceptedOperation {
  const id = `op_${++count}`
  const role = target ?? ('role' in goal ? goal.role : undefined)
  const final: ShownOperation = {
    id,
    status,
    userId: String(userId),
    attempts: [],
    target: role === undefined ? null : { uniqueId: role },
    dispatchedAt: from === null ? null : time(from),
    completedAt: to === null ? null : time(to),
    error: code === undefined ? null : { code },
  }
  const sentAt = Date.parse(time((from ?? to ?? 0) - 1))
  return { key: `key-${count}`, groupId, userId, goal, sentAt, answeredAt: sentAt + 10, ids: [id], final }
}

const set = (role: number): Goal => ({ kind: 'set', role })
const promote: Goal = { kind: 'promote' }

type Write = readonly [verb: 'assign' | 'unassign', roleId: number, seconds: number, changed?: boolean]
function journal(...writes: readonly Write[]): AppliedWrite[] {
  return writes.map(([verb, roleId, seconds, changed = true], index) => ({
    seq: index + 1,
    at: start + seconds * 1_000,
    verb: `${verb}Role`,
    groupId,
    userId,
    roleId,
    changed,
  }))
}

interface Story {
  readonly operations?: readonly AcceptedOperation[]
  readonly synchronous?: readonly SynchronousChange[]
  readonly journal?: readonly AppliedWrite[]
  readonly before?: readonly number[]
  readonly after: readonly number[]
}

function history(story: Story): History {
  const { operations = [], synchronous = [], journal: writes = [], before = [], after } = story
  const ladders = new Map([[groupId, [recruit, private_, sergeant, captain]]])
  return { ladders, operations, synchronous, journal: writes, members: [{ groupId, userId, before, after }] }
}

const findings = (story: Story): string[] => check(history(story)).map(({ kind, text }) => `${kind}: ${text}`)

function synchronous(change: Partial<SynchronousChange> & { from: number; to: number }): SynchronousChange {
  const { from, to, ...rest } = change
  const at = { sentAt: start + from * 1_000, answeredAt: start + to * 1_000 }
  return { groupId, userId, goal: set(private_), status: 200, code: null, operation: null, ...at, ...rest }
}

/** The first rank is given again 40 ms after its operation ended, when another has changed it. */
function back(): Story {
  const operations = [
    operation({ goal: set(private_), from: 1, to: 3 }),
    operation({ goal: set(captain), from: 3.005, to: 3.02 }),
  ]
  const writes = journal(
    ['assign', private_, 2.9],
    ['assign', captain, 3.01],
    ['unassign', private_, 3.015],
    ['assign', private_, 3.04],
    ['unassign', captain, 3.045],
  )
  return { operations, journal: writes, after: [private_] }
}

describe('the checker accepts a history', () => {
  it('of consecutive rank changes, with a lost response, a repeated write and a rejection', () => {
    const operations = [
      operation({ goal: set(private_), from: 1, to: 3 }),
      operation({ goal: promote, from: 4, to: 6, target: sergeant }),
      operation({ goal: set(recruit), from: 7, to: 9 }),
      operation({ goal: { kind: 'demote' }, from: 10, to: 11, status: 'failed', code: 'rank_limit_reached' }),
      operation({
        goal: set(captain),
        from: null,
        to: 12,
        status: 'cancelled',
        code: 'deadline-cancelled-before-dispatch',
      }),
      operation({ goal: set(recruit), from: 13, to: 14 }),
    ]
    const writes = journal(
      ['assign', private_, 1.5],
      ['assign', private_, 2, false],
      ['assign', sergeant, 4.5],
      ['unassign', private_, 5],
      ['unassign', sergeant, 8],
    )
    expect(findings({ operations, journal: writes, after: [] })).toEqual([])
  })

  it('of synchronous changes with any response', () => {
    const changes = [
      synchronous({ from: 1, to: 2 }),
      synchronous({ from: 3, to: 4, goal: set(captain), status: 502, code: 'platform_cloud_unavailable' }),
      // a request without a response may have been executed, even later
      synchronous({ from: 5, to: 6, goal: promote, status: null }),
    ]
    const writes = journal(['assign', private_, 1.5], ['assign', sergeant, 8], ['unassign', private_, 8.1])
    expect(findings({ synchronous: changes, journal: writes, after: [sergeant] })).toEqual([])
  })

  it('of a change without a response just after a rank change, and assigns it none of its writes', () => {
    const operations = [
      operation({ goal: promote, from: 1, to: 2, target: private_ }),
      operation({ goal: set(sergeant), from: 2.002, to: 2.02 }),
    ]
    const unanswered = synchronous({ from: 1.5, to: 1.6, goal: set(captain), status: null })
    const writes = journal(
      ['assign', private_, 1.9],
      ['assign', sergeant, 2.01],
      ['unassign', private_, 2.015],
      ['assign', captain, 2.03],
      ['unassign', sergeant, 2.035],
    )
    expect(findings({ operations, synchronous: [unanswered], journal: writes, after: [captain] })).toEqual([])
  })

  it('of rank changes beside roles that are no ranks', () => {
    const operations = [operation({ goal: promote, from: 1, to: 3, target: sergeant })]
    const writes = journal(['assign', sergeant, 1.5], ['unassign', private_, 2])
    const roles = { before: [private_, vip, moderator], after: [sergeant, vip, moderator] }
    expect(findings({ operations, journal: writes, ...roles })).toEqual([])
  })

  it('of a reported partial failure', () => {
    const operations = [
      operation({ goal: set(private_), from: 1, to: 2 }),
      operation({ goal: set(captain), from: 3, to: 4, status: 'failed', code: 'platform_cloud_unavailable' }),
    ]
    const writes = journal(['assign', private_, 1.5], ['assign', captain, 3.5])
    expect(findings({ operations, journal: writes, after: [private_, captain] })).toEqual([])
  })

  it('of a synchronous change without an answer that gives a rank back at once', () => {
    const lost = synchronous({ from: 2, to: 2.5, goal: set(private_), status: null })
    expect(findings({ ...back(), synchronous: [lost] })).toEqual([])
  })
})

describe('the checker finds', () => {
  const given = [operation({ goal: set(private_), from: 1, to: 3 })]

  it('a target that was assigned twice with effect', () => {
    const writes = journal(['assign', private_, 1.5], ['unassign', private_, 2], ['assign', private_, 2.5])
    expect(findings({ operations: given, journal: writes, after: [private_] })).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^double: op_\d+ \(succeeded\) assigned 7010 with effect 2 times/),
      ]),
    )
  })

  it('a target that is given again after its operation ended, which nobody else asked for', () => {
    expect(findings(back())).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^double: op_\d+ \(succeeded\) assigned 7010 with effect 2 times/),
      ]),
    )
  })

  it('a write that names a role that is no rank, although it changes nothing', () => {
    for (const changed of [true, false]) {
      const writes = journal(['assign', private_, 1.5], ['unassign', vip, 2, changed])
      const found = findings({ operations: given, journal: writes, before: [vip], after: [private_, vip] })
      expect(found).toEqual([
        expect.stringMatching(/^unmanaged: write 2 .*unassignRole 7005.* names a role that is no rank$/),
      ])
    }
  })

  it('a role that is no rank and was lost, or appeared', () => {
    const of = { operations: given, journal: journal(['assign', private_, 1.5]) }
    const lost = findings({ ...of, before: [vip], after: [private_] })
    expect(lost).toEqual(['unmanaged: 7/1000 holds [] beside its rank instead of [7005]'])
    const appeared = findings({ ...of, after: [private_, moderator] })
    expect(appeared).toEqual(['unmanaged: 7/1000 holds [7075] beside its rank instead of []'])
  })

  it('a key with two rank changes', () => {
    const twice = { ...operation({ goal: set(recruit), from: 1, to: 2 }), ids: ['op_a', 'op_b'] }
    expect(findings({ operations: [twice], after: [] })).toEqual([
      expect.stringMatching(/^double: the key key-\d+ has the operations op_a and op_b/),
    ])
  })

  it('a rank change that has not ended', () => {
    const open = operation({ goal: set(private_), from: 1, to: null, status: 'outcome_pending' })
    expect(findings({ operations: [open], after: [] })).toEqual([
      expect.stringMatching(/^unfinished: .* has not ended/),
    ])
  })

  it('a rank change that is missing', () => {
    const gone = { ...operation({ goal: set(private_), from: 1, to: 2 }), final: null }
    expect(findings({ operations: [gone], after: [] })).toEqual([expect.stringMatching(/^loss: .* does not exist/)])
  })

  it('a success without its effect', () => {
    expect(findings({ operations: given, after: [] })).toEqual([expect.stringMatching(/^state: .* has \[\] after/)])
  })

  it('a write after the end', () => {
    const writes = journal(['assign', private_, 2], ['assign', private_, 5, false])
    expect(findings({ operations: given, journal: writes, after: [private_] })).toEqual([
      expect.stringMatching(/^stray: write 2 .* without effect\) 2000 ms after the end of op_/),
    ])
  })

  it('a promotion that was resolved twice, at once or after a restart', () => {
    const promotion = [operation({ goal: promote, from: 1, to: 3, target: captain })]
    const writes = journal(['assign', sergeant, 1.5], ['unassign', private_, 1.6], ['assign', captain, 2])
    const twice = findings({ operations: promotion, journal: writes, before: [private_], after: [sergeant, captain] })
    expect(twice).toEqual(expect.arrayContaining([expect.stringMatching(/^stray: write 1 .* whose target is 7100/)]))

    const unnamed = [operation({ goal: promote, from: 1, to: 3 })]
    const more = findings({ operations: unnamed, journal: writes, before: [private_], after: [sergeant, captain] })
    expect(more).toEqual(expect.arrayContaining([expect.stringMatching(/^double: .* resolved more than once/)]))
  })

  it('a wrong final state', () => {
    const story = { operations: given, journal: journal(['assign', private_, 2]) }
    expect(findings({ ...story, after: [captain] })).toEqual([
      expect.stringMatching(/^state: 7\/1000 has \[7100\], but the journal results in \[7010\]/),
      expect.stringMatching(/^state: 7\/1000 has \[7100\] after op_\d+ .*, whose target is 7010/),
    ])
  })

  it('a write that was not requested', () => {
    expect(findings({ journal: journal(['assign', captain, 2]), after: [captain] })).toEqual([
      expect.stringMatching(/^stray: write 1 .* which belongs to no operation/),
    ])
  })

  it('a write of a change that reported that nothing was sent', () => {
    const late = { goal: set(captain), from: 1, to: 3, status: 'cancelled', code: 'deadline-cancelled-before-dispatch' }
    const story = { operations: [operation(late)], journal: journal(['assign', captain, 2]), after: [captain] }
    expect(findings(story)).toEqual([expect.stringMatching(/^stray: .* failed before sending, but write 1/)])
  })

  it('a synchronous change that runs after its rejection', () => {
    const refused = synchronous({ from: 1, to: 2, status: 429, code: 'queue-full' })
    const story = { synchronous: [refused], journal: journal(['assign', private_, 4]), after: [private_] }
    expect(findings(story)).toEqual([
      expect.stringMatching(/^stray: write 1 .* 2000 ms after the end of the synchronous set .* 429 queue-full/),
    ])
  })
})
