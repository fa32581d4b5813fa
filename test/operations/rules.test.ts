// Properties of the state machine of rank changes.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { errorStatus } from '../../generated/errors'
import type { ErrorCode } from '../../src/base/errors'
import {
  assertNotBlocked,
  hasEnded,
  decide,
  decideOnRefusal,
  type Failure,
  type OperationStatus,
  type OperationState,
  type Decision,
} from '../../src/operations/rules'
import { mergeLimits, noLimits } from '../../src/operations/limits'
import { runs } from '../support/runs'

const seconds = fc.option(fc.nat(100_000), { nil: null })
const failures: fc.Arbitrary<Failure> = fc.record({
  kind: fc.constantFrom<Failure['kind'][]>(
    ...(['credentials', 'rate_limited', 'timeout', 'request_timeout', 'rejected', 'not_found', 'unavailable'] as const),
  ),
  sent: fc.boolean(),
  status: fc.option(fc.integer({ min: 200, max: 599 }), { nil: null }),
  retryAfterSeconds: seconds,
  onRead: fc.boolean(),
  connectionLost: fc.boolean(),
})
const states: fc.Arbitrary<OperationState> = fc.record({
  awaited: fc.boolean(),
  sent: fc.boolean(),
  failures: fc.nat(2_000),
})
const options = { settleSeconds: 5 }
const codes = fc.constantFrom(...(Object.keys(errorStatus) as ErrorCode[]))

/** Of the schema. */
const schema = readFileSync(path.resolve(__dirname, '../../sql/schema.sql'), 'utf8')
const [, rows = ''] = /^insert into platform_operation_transition \(.*\) values\n([^;]*);/m.exec(schema) ?? []
const transitions = new Set([...rows.matchAll(/\('(\w+)', '(\w+)'\)/g)].map(([, from, to]) => `${from} ${to}`))

function assertSound(decision: Decision): void {
  expect(errorStatus[decision.code]).toBeGreaterThanOrEqual(400)
  if (decision.to === 'failed') return
  expect(decision.inSeconds).toBeGreaterThanOrEqual(0)
  expect(decision.inSeconds).toBeLessThanOrEqual(3_600)
  expect(decision.settleSeconds).toBeGreaterThanOrEqual(0)
}

function assertTransition(from: OperationStatus, decision: Decision): void {
  if (from !== decision.to) expect(transitions).toContain(`${from} ${decision.to}`)
}

describe('decide', () => {
  const each = (check: (failure: Failure, state: OperationState, decision: Decision) => void): void =>
    fc.assert(
      fc.property(failures, states, (failure, state) => check(failure, state, decide(failure, state, options))),
      { numRuns: runs(2_000) },
    )

  it('returns a code of the contract and a delay of at most one hour', () => {
    each((_failure, _state, decision) => assertSound(decision))
  })

  it('reads the outcome of every write that may have taken effect', () => {
    each((failure, _state, decision) => {
      if (failure.sent) expect(decision.to).toBe('outcome_pending')
    })
  })

  it('waits for an unanswered write to settle', () => {
    each((failure, _state, decision) => {
      if (!failure.sent || decision.to === 'failed') return
      expect(decision.settleSeconds).toBe(failure.status === null ? options.settleSeconds : 0)
    })
  })

  it('repeats a failed read after a write was sent', () => {
    each((failure, state, decision) => {
      if (state.sent && failure.onRead) expect(decision.to).toBe('outcome_pending')
    })
  })

  it('fails an awaited rank change of which nothing was sent', () => {
    each((failure, state, decision) => {
      if (state.awaited && !state.sent && !failure.sent) expect(decision.to).toBe('failed')
    })
  })

  it('retries only asynchronous rank changes of which nothing was sent', () => {
    each((failure, state, decision) => {
      if (decision.to === 'queued') expect([state.awaited, state.sent, failure.sent]).toEqual([false, false, false])
    })
  })

  it('does not retry after a rejection, except for a connection that a person may repair', () => {
    each((failure, state, decision) => {
      if (failure.sent || state.sent || state.awaited) return
      const decided = ['rejected', 'not_found'].includes(failure.kind)
      const forbidden = failure.kind === 'credentials' && !failure.connectionLost
      expect(decision.to).toBe(decided || forbidden ? 'failed' : 'queued')
    })
  })

  it('waits as long as the platform requests, up to one hour', () => {
    each((failure, state, decision) => {
      if (decision.to !== 'queued' || failure.retryAfterSeconds === null) return
      expect(decision.inSeconds).toBe(Math.min(failure.retryAfterSeconds, 3_600))
      expect(decide(failure, { ...state, failures: 0 }, options)).toEqual(decision)
    })
  })

  it('backs off exponentially up to 15 seconds if the platform requests no delay', () => {
    const failure: Failure = {
      kind: 'unavailable',
      sent: false,
      status: 503,
      retryAfterSeconds: null,
      onRead: true,
      connectionLost: false,
    }
    const pauses = [0, 1, 2, 3, 4, 5, 6, 7, 1_000, 2_000].map((count) =>
      decide(failure, { awaited: false, sent: false, failures: count }, options),
    )
    expect(pauses.map((decision) => decision.to === 'queued' && decision.inSeconds)).toEqual([
      1, 2, 4, 8, 15, 15, 15, 15, 15, 15,
    ])
  })

  it('makes only transitions that the database allows', () => {
    expect(transitions.size).toBe(11)
    each((_failure, { sent }, decision) => {
      assertTransition('dispatching', decision)
      if (sent) assertTransition('outcome_pending', decision)
    })
  })
})

describe('decideOnRefusal', () => {
  const each = (check: (code: ErrorCode, state: OperationState, decision: Decision | null) => void): void =>
    fc.assert(
      fc.property(codes, states, (code, state) => check(code, state, decideOnRefusal(code, state))),
      {
        numRuns: runs(2_000),
      },
    )

  it('handles the eight errors of the platform connection, the two of a pause, and no other code', () => {
    each((code, _state, decision) => {
      const isPause = code === 'roblox_scheduler_unavailable' || code === 'server_busy'
      expect(decision !== null).toBe(code.startsWith('platform_cloud_') || isPause)
      if (decision) assertSound(decision)
    })
    expect(Object.keys(errorStatus).filter((code) => code.startsWith('platform_cloud_'))).toHaveLength(8)
  })

  it('reads the outcome of rank changes with a sent write', () => {
    each((_code, { sent }, decision) => {
      if (sent && decision) expect(decision.to).toBe('outcome_pending')
    })
  })

  it('fails an awaited rank change of which nothing was sent', () => {
    each((_code, { awaited, sent }, decision) => {
      if (awaited && !sent && decision) expect(decision.to).toBe('failed')
    })
  })

  it('makes only transitions that the database allows', () => {
    each((_code, { sent }, decision) => {
      if (!decision) return
      assertTransition('dispatching', decision)
      if (sent) assertTransition('outcome_pending', decision)
    })
  })
})

describe('mergeLimits', () => {
  const numbers = fc.option(fc.nat(10_000), { nil: null })
  const responses = fc.array(
    fc.record({
      limit: numbers,
      remaining: numbers,
      resetSeconds: numbers,
      retryAfterSeconds: numbers,
      throttled: fc.boolean(),
    }),
    { maxLength: 12 },
  )

  it('keeps the fewest remaining calls, the longest pause and any throttling, in any order', () => {
    fc.assert(
      fc.property(responses, (reported) => {
        const merged = reported.reduce(mergeLimits, noLimits)
        const least = Math.min(...reported.map(({ remaining }) => remaining ?? Infinity))
        expect(merged.remaining).toBe(least === Infinity ? null : least)
        expect(merged.throttled).toBe(reported.some(({ throttled }) => throttled))
        const pauses = reported.map(({ throttled, retryAfterSeconds, remaining, resetSeconds }) =>
          throttled ? retryAfterSeconds : remaining === 0 ? resetSeconds : null,
        )
        const known = pauses.filter((pause) => pause !== null)
        expect(merged.blockedSeconds).toBe(known.length === 0 ? null : Math.max(...known))
        const limits = reported.filter(({ remaining }) => remaining !== null && remaining === merged.remaining)
        if (merged.perMinute !== null) expect(limits.map(({ limit }) => limit)).toContain(merged.perMinute)
      }),
      { numRuns: runs(1_000) },
    )
  })

  it('takes the limit of the response with the fewest calls left, and of two the later one', () => {
    const reported = { limit: 10, remaining: 3, resetSeconds: 9, retryAfterSeconds: 8, throttled: false }
    const first = mergeLimits(noLimits, reported)
    expect(first).toEqual({ perMinute: 10, remaining: 3, throttled: false, blockedSeconds: null })
    expect(mergeLimits(first, { ...reported, limit: 20 }).perMinute).toBe(20)
    expect(mergeLimits(first, { ...reported, limit: 30, remaining: 4 })).toEqual(first)
  })

  it('pauses until the reset when no call is left, and for Retry-After when it is throttled', () => {
    const reported = { limit: 10, remaining: 0, resetSeconds: 9, retryAfterSeconds: 8, throttled: false }
    expect(mergeLimits(noLimits, reported).blockedSeconds).toBe(9)
    expect(mergeLimits(noLimits, { ...reported, throttled: true }).blockedSeconds).toBe(8)
  })

  it('ignores a response without limits', () => {
    const unknownLimits = {
      limit: null,
      remaining: null,
      resetSeconds: null,
      retryAfterSeconds: null,
      throttled: false,
    }
    fc.assert(
      fc.property(responses, (reported) => {
        const merged = reported.reduce(mergeLimits, noLimits)
        expect(mergeLimits(merged, unknownLimits)).toEqual(merged)
      }),
    )
  })
})

it('hasEnded is true exactly for the statuses without an outgoing transition', () => {
  const statuses: OperationStatus[] = ['queued', 'dispatching', 'outcome_pending', 'succeeded', 'failed', 'cancelled']
  for (const status of statuses) {
    expect(hasEnded(status)).toBe(![...transitions].some((one) => one.startsWith(`${status} `)))
  }
})

it('assertNotBlocked rejects changes of suspended members and promotions of blacklisted ones', () => {
  const rank = (rank_id: number) => ({
    unique_id: rank_id,
    rank_id,
    name: '',
    auto_rank_experience: null,
    managed: true,
  })
  fc.assert(
    // few ranks, so that equal ones are drawn often
    fc.property(fc.boolean(), fc.boolean(), fc.nat(2), fc.nat(2), (blacklisted, suspended, held, target) => {
      const change = () => assertNotBlocked({ blacklisted, suspended }, rank(held), rank(target))
      if (suspended) expect(change).toThrow(expect.objectContaining({ code: 'member_suspended' }))
      else if (blacklisted && target > held)
        expect(change).toThrow(expect.objectContaining({ code: 'member_blacklisted' }))
      else expect(change).not.toThrow()
    }),
  )
})
