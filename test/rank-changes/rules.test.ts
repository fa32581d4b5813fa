// What becomes of an operation when something fails: the rules hold whatever fails, in whatever order.
import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { errorStatus } from '../../generated/errors'
import type { ErrorCode } from '../../src/errors'
import {
  assertNotBarred,
  hasEnded,
  heed,
  judge,
  judgeRefusal,
  unheard,
  type Failure,
  type OperationStatus,
  type Progress,
  type Verdict,
} from '../../src/rank-changes/rules'

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
const progresses: fc.Arbitrary<Progress> = fc.record({
  awaited: fc.boolean(),
  sent: fc.boolean(),
  failures: fc.nat(2_000),
})
const patience = { settleSeconds: 5 }
const codes = fc.constantFrom(...(Object.keys(errorStatus) as ErrorCode[]))

/** The lifecycle as the migration has it. */
const transitions = new Set(
  [
    ...fs
      .readFileSync(path.resolve(__dirname, '../../sql/0006_platform_operations.sql'), 'utf8')
      .matchAll(/^ {2}\('(\w+)', '(\w+)'\)/gm),
  ].map(([, from, to]) => `${from} ${to}`),
)

function assertSound(verdict: Verdict): void {
  expect(errorStatus[verdict.code]).toBeGreaterThanOrEqual(400)
  if (verdict.to === 'failed') return
  expect(verdict.inSeconds).toBeGreaterThanOrEqual(0)
  expect(verdict.inSeconds).toBeLessThanOrEqual(3_600)
  expect(verdict.settleSeconds).toBeGreaterThanOrEqual(0)
}

/** From where the work began: an operation in doubt has something sent. */
function assertTransition(from: OperationStatus, verdict: Verdict): void {
  if (from !== verdict.to) expect(transitions).toContain(`${from} ${verdict.to}`)
}

describe('judge', () => {
  const each = (check: (failure: Failure, progress: Progress, verdict: Verdict) => void): void =>
    fc.assert(
      fc.property(failures, progresses, (failure, progress) =>
        check(failure, progress, judge(failure, progress, patience)),
      ),
      { numRuns: 2_000 },
    )

  it('has a code of the contract and a pause within an hour for everything', () => {
    each((_failure, _progress, verdict) => assertSound(verdict))
  })

  it('never guesses at a write that may have happened', () => {
    each((failure, _progress, verdict) => {
      if (failure.sent) expect(verdict.to).toBe('outcome_pending')
    })
  })

  it('leaves a write without any answer the time it may still be on its way', () => {
    each((failure, _progress, verdict) => {
      if (!failure.sent || verdict.to === 'failed') return
      expect(verdict.settleSeconds).toBe(failure.status === null ? patience.settleSeconds : 0)
    })
  })

  it('reads again what was sent before, when a reading fails', () => {
    each((failure, progress, verdict) => {
      if (progress.sent && failure.onRead) expect(verdict.to).toBe('outcome_pending')
    })
  })

  it('lets nobody wait for what was not sent', () => {
    each((failure, progress, verdict) => {
      if (progress.awaited && !progress.sent && !failure.sent) expect(verdict.to).toBe('failed')
    })
  })

  it('sends again only what nobody waits for and nothing was sent of', () => {
    each((failure, progress, verdict) => {
      if (verdict.to === 'queued')
        expect([progress.awaited, progress.sent, failure.sent]).toEqual([false, false, false])
    })
  })

  it('does not ask again after a decision of the platform, but for a connection that a person may repair', () => {
    each((failure, progress, verdict) => {
      if (failure.sent || progress.sent || progress.awaited) return
      const decided = ['rejected', 'not_found'].includes(failure.kind)
      const forbidden = failure.kind === 'credentials' && !failure.connectionLost
      expect(verdict.to).toBe(decided || forbidden ? 'failed' : 'queued')
    })
  })

  it('never comes back sooner than the platform asks, up to an hour', () => {
    each((failure, progress, verdict) => {
      if (verdict.to !== 'queued' || failure.retryAfterSeconds === null) return
      expect(verdict.inSeconds).toBe(Math.min(failure.retryAfterSeconds, 3_600))
      expect(judge(failure, { ...progress, failures: 0 }, patience)).toEqual(verdict)
    })
  })

  it('pauses longer from failure to failure, up to 15 seconds, when the platform asks for nothing', () => {
    const failure: Failure = {
      kind: 'unavailable',
      sent: false,
      status: 503,
      retryAfterSeconds: null,
      onRead: true,
      connectionLost: false,
    }
    const pauses = [0, 1, 2, 3, 4, 5, 6, 7, 1_000, 2_000].map((count) =>
      judge(failure, { awaited: false, sent: false, failures: count }, patience),
    )
    expect(pauses.map((verdict) => verdict.to === 'queued' && verdict.inSeconds)).toEqual([
      1, 2, 4, 8, 15, 15, 15, 15, 15, 15,
    ])
  })

  it('goes no way that the lifecycle does not have', () => {
    expect(transitions.size).toBe(11)
    each((_failure, { sent }, verdict) => {
      assertTransition('dispatching', verdict)
      if (sent) assertTransition('outcome_pending', verdict)
    })
  })
})

describe('judgeRefusal', () => {
  const each = (check: (code: ErrorCode, progress: Progress, verdict: Verdict | null) => void): void =>
    fc.assert(
      fc.property(codes, progresses, (code, progress) => check(code, progress, judgeRefusal(code, progress))),
      {
        numRuns: 2_000,
      },
    )

  it('knows the eight errors of the platform connection, and leaves every other refusal as it is', () => {
    each((code, _progress, verdict) => {
      expect(verdict !== null).toBe(code.startsWith('platform_cloud_'))
      if (verdict) assertSound(verdict)
    })
    expect(Object.keys(errorStatus).filter((code) => code.startsWith('platform_cloud_'))).toHaveLength(8)
  })

  it('never ends what was sent, nor sends it again', () => {
    each((_code, { sent }, verdict) => {
      if (sent && verdict) expect(verdict.to).toBe('outcome_pending')
    })
  })

  it('lets nobody wait for what was not sent', () => {
    each((_code, { awaited, sent }, verdict) => {
      if (awaited && !sent && verdict) expect(verdict.to).toBe('failed')
    })
  })

  it('goes no way that the lifecycle does not have', () => {
    each((_code, { sent }, verdict) => {
      if (!verdict) return
      assertTransition('dispatching', verdict)
      if (sent) assertTransition('outcome_pending', verdict)
    })
  })
})

describe('heed', () => {
  const numbers = fc.option(fc.nat(10_000), { nil: null })
  const answers = fc.array(
    fc.record({
      limit: numbers,
      remaining: numbers,
      resetSeconds: numbers,
      retryAfterSeconds: numbers,
      throttled: fc.boolean(),
    }),
    { maxLength: 12 },
  )

  it('remembers the fewest calls left, the longest pause and every throttling, in whatever order they are heard', () => {
    fc.assert(
      fc.property(answers, (said) => {
        const heard = said.reduce(heed, unheard)
        const least = Math.min(...said.map(({ remaining }) => remaining ?? Infinity))
        expect(heard.remaining).toBe(least === Infinity ? null : least)
        expect(heard.throttled).toBe(said.some(({ throttled }) => throttled))
        const pauses = said.map(({ throttled, retryAfterSeconds, remaining, resetSeconds }) =>
          throttled ? retryAfterSeconds : remaining === 0 ? resetSeconds : null,
        )
        const known = pauses.filter((pause) => pause !== null)
        expect(heard.blockedSeconds).toBe(known.length === 0 ? null : Math.max(...known))
        const limits = said.filter(({ remaining }) => remaining !== null && remaining === heard.remaining)
        if (heard.perMinute !== null) expect(limits.map(({ limit }) => limit)).toContain(heard.perMinute)
      }),
      { numRuns: 1_000 },
    )
  })

  it('learns nothing from an answer that says nothing', () => {
    const silent = { limit: null, remaining: null, resetSeconds: null, retryAfterSeconds: null, throttled: false }
    fc.assert(
      fc.property(answers, (said) => {
        const heard = said.reduce(heed, unheard)
        expect(heed(heard, silent)).toEqual(heard)
      }),
    )
  })
})

it('is over in three statuses only: those that nothing leaves', () => {
  const statuses: OperationStatus[] = ['queued', 'dispatching', 'outcome_pending', 'succeeded', 'failed', 'cancelled']
  for (const status of statuses) {
    expect(hasEnded(status)).toBe(![...transitions].some((one) => one.startsWith(`${status} `)))
  }
})

it('lets no suspended member change, and no blacklisted one rise', () => {
  const rank = (rank_id: number) => ({ unique_id: rank_id, rank_id, name: '', auto_rank_experience: null })
  fc.assert(
    fc.property(fc.boolean(), fc.boolean(), fc.nat(255), fc.nat(255), (blacklisted, suspended, held, target) => {
      const change = () => assertNotBarred({ blacklisted, suspended }, rank(held), rank(target))
      if (suspended) expect(change).toThrow(expect.objectContaining({ code: 'member_suspended' }))
      else if (blacklisted && target > held)
        expect(change).toThrow(expect.objectContaining({ code: 'member_blacklisted' }))
      else expect(change).not.toThrow()
    }),
  )
})
