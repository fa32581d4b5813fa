// One schedule: processes, the model of the database, the model of the platform, and the faults between them.
import { errorMessage } from '../../src/base/error-message'
import type { CallLimits, Connection } from '../../src/platform/platform'
import { PlatformFailure } from '../../src/platform/platform'
import { rankLater } from '../../src/awards/points/rank-later'
import { hasEnded, type AnyStep } from '../../src/operations/rules'
import { Clock, START } from './clock'
import { Database, type Operation } from './database'
import { drawsOf, weighted, type Draws } from './draws'
import type { History } from './history'
import { answers, failureOf, Limits, type Answer, type Group } from './platform'
import type { Bug } from './bugs'
import { makeWorld, type World } from './world'

export const PLATFORM_TIMEOUT_MS = 5_000
/** `leaseSecondsFor` of the dispatcher. */
export const LEASE_SECONDS = 20
/** Executions of a community at once; fewer than the server's, so that few rank changes reach it. */
export const MOST_IN_FLIGHT = 2
/** Acts and faults end after this time. */
export const HEALED_AFTER_SECONDS = 60
/** A rank change that has not ended by then never ends. */
const LONGEST_SECONDS = 4 * 3_600
/** Seconds between two looks of processes that have nothing to do. */
const IDLE_SECONDS = 60

/** As the driver of PostgreSQL says it, so that the server knows it. */
const connectionLost = (): Error => new Error('Connection terminated unexpectedly')

interface Fate {
  readonly name: string
  readonly weight: number
  readonly slowly?: 'before' | 'after'
  readonly fails?: 'before' | 'after'
  /** The process pauses for longer than a lease before it sees the answer. */
  readonly pauses?: true
}

const fates: readonly Fate[] = [
  { name: 'connection lost before the statement', weight: 2, fails: 'before' },
  { name: 'connection lost after the commit', weight: 2, fails: 'after' },
  { name: 'waits for a lock', weight: 2, slowly: 'before' },
  { name: 'the process is paused', weight: 1, pauses: true },
  { name: 'answers slowly', weight: 1, slowly: 'after' },
]

/** Instead of drawn faults. */
const crashes = ['killed before', 'killed after', 'database crash'] as const

export type StepKind = 'query' | 'read' | 'write'
/** Every fault that a step can have. */
export const faultsAt: Readonly<Record<StepKind, readonly string[]>> = {
  query: [...crashes, ...fates.map(({ name }) => name)],
  read: [...crashes, ...answers.filter(({ on }) => on === 'any').map(({ name }) => name)],
  write: [...crashes, ...answers.map(({ name }) => name)],
}

export interface Options {
  readonly seed: number
  /** A calm schedule: one operation on this path, changes by hand, and no fault but `at`. */
  readonly path?: string
  readonly at?: { readonly step: number; readonly fault: string }
  /** Acts and faults; default: those that the seed draws. */
  readonly only?: ReadonlySet<string>
  readonly trace?: boolean
  readonly bug?: Bug
}

/** A process: after a crash its requests continue, and their answers are dropped. */
export class Process {
  epoch = 0
  pausedUntil = 0
  /** Starts the process; called again after a crash. */
  start: () => void = () => undefined

  constructor(
    readonly name: string,
    private readonly clock: Clock,
  ) {}

  /** @param isBroken whether the connection broke before the answer */
  request<T>(beforeMs: number, afterMs: number, work: () => T, isBroken = () => false): Promise<T> {
    const { epoch } = this
    return new Promise((resolve, reject) => {
      this.clock.after(beforeMs, () => {
        let answer: () => void
        try {
          const value = work()
          answer = () => resolve(value)
        } catch (error) {
          const failure = error instanceof Error ? error : new Error(String(error))
          answer = () => reject(failure)
        }
        const observe = (): boolean => {
          if (this.epoch !== epoch) return false
          if (isBroken()) reject(connectionLost())
          else answer()
          return true
        }
        this.later(afterMs, observe)
      })
    })
  }

  /** Not while the process is paused, and never after it was killed. */
  later(ms: number, run: () => boolean | void): void {
    const { epoch } = this
    const attempt = (): boolean | void => {
      if (this.epoch !== epoch) return
      if (this.pausedUntil <= this.clock.now) return run()
      this.clock.after(this.pausedUntil - this.clock.now, attempt)
    }
    this.clock.after(ms, attempt)
  }
}

export class Simulation {
  readonly clock = new Clock()
  readonly draws: Draws
  readonly world: World
  readonly database: Database
  readonly limits: Limits
  readonly history: History
  databaseEpoch = 0
  isHealed = false
  /** Replaced by a planted bug. */
  rankLater = rankLater
  boundsInPreview: Database['boundsOf'] = (communityId, actor) => this.database.boundsOf(communityId, actor)
  /** By operation, what wakes the callers that wait for its end. */
  readonly waiting = new Map<string, () => void>()
  private changedAt = START
  /** Probability of a fault, by its name; 0 for most in each schedule. */
  private readonly rates = new Map<string, number>()
  private readonly counts = new Map<string, number>()

  constructor(readonly options: Options) {
    this.draws = drawsOf(options.seed)
    this.world = makeWorld(this.clock, this.draws)
    this.database = new Database(this.clock, this.world.communities)
    const perMinute = this.draws.pick('limit', [300, 300, 300, 12, 6])
    this.limits = new Limits(this.clock, perMinute, this.draws.chance('limit named', 0.5))
    this.history = {
      options,
      database: this.database,
      groups: this.world.groups,
      accepted: [],
      claims: [],
      records: [],
      answers: [],
      takes: [],
      interrupted: new Set(),
      unmanaged: new Map(),
      writes: [],
      manual: [],
      previews: new Map(),
      declarations: [],
      bounded: [],
      steps: [],
      parts: new Set(),
      reached: new Set(),
      trace: options.trace ? [] : null,
      endedAt: 0,
    }
    this.database.onTake = (take) => void this.history.takes.push({ ...take, at: this.clock.now })
    this.database.onTransition = (operation, from) => this.onTransition(operation, from)
  }

  async run(): Promise<History> {
    await this.clock.run(LONGEST_SECONDS, () => this.isHealed && this.isQuiet())
    for (const { outcome } of this.database.suspensions) this.reach(`suspension ${outcome}`)
    return { ...this.history, endedAt: this.clock.now }
  }

  private isQuiet(): boolean {
    const { operations, suspensions } = this.database
    return operations.every((one) => one.endedAt !== null) && suspensions.every((one) => one.state === 'ended')
  }

  /** Milliseconds until a process may have something to do, when all that is left waits for long. */
  idleMs(): number {
    if (!this.isHealed || this.clock.now < this.changedAt + 1_000 * IDLE_SECONDS) return 0
    return Math.max(0, this.database.nextDue() - this.clock.now)
  }

  /** Counted for each name, so that one thing less elsewhere leaves the names alone. */
  numbered(name: string): string {
    const count = (this.counts.get(name) ?? 0) + 1
    this.counts.set(name, count)
    return count === 1 ? name : `${name} ${count}`
  }

  /** Whether an act or a fault belongs to this schedule. */
  isPart(name: string): boolean {
    if (this.options.only?.has(name) === false) return false
    this.history.parts.add(name)
    return true
  }

  reach(state: string): void {
    this.history.reached.add(state)
  }

  tell(actor: string, act: string, answer = ''): void {
    this.history.trace?.push({ at: this.clock.now, actor, act, answer })
  }

  private onTransition(operation: Operation, from: string | null): void {
    const { status, error_code: code, operation_id: id, kind } = operation
    this.changedAt = this.clock.now
    if (hasEnded(status)) this.waiting.get(id)?.()
    this.reach(`transition ${from ?? 'new'} → ${status}`)
    this.reach(`status ${status}`)
    this.reach(`${kind} ${status}`)
    if (code !== null) this.reach(`code ${code}`)
    if (operation.reason === 'worker-lost') this.history.interrupted.add(id)
    if (status === 'succeeded') this.history.unmanaged.set(id, this.database.authorityOf(operation).unmanaged)
    this.tell('database', `${id}: ${from ?? 'new'} → ${status}`, code ?? operation.reason ?? '')
  }

  /** Each schedule has a few kinds of faults. */
  private fault<T extends { readonly name: string; readonly weight: number }>(
    id: string,
    rows: readonly T[],
  ): T | null {
    if (this.isHealed || this.options.path !== undefined) return null
    if (!this.draws.chance(id, this.rateOf('any fault', 0.35))) return null
    const row = weighted(this.draws, `${id} fault`, rows)
    return this.rateOf(row.name, 1) > 0 && this.isPart(`${id}: ${row.name}`) ? row : null
  }

  /** The fault that this step has to have. */
  private plannedAt(kind: StepKind): string | null {
    const { at } = this.options
    return this.history.steps.push(kind) === at?.step ? at.fault : null
  }

  /** A crash that comes when the statement or call has taken effect. */
  private crashAfter(process: Process, planned: string | null): void {
    if (planned === 'killed after') this.kill(process)
    if (planned === 'database crash') this.crashDatabase()
  }

  kill(process: Process): void {
    const epoch = ++process.epoch
    this.tell(process.name, 'is killed')
    const awayMs = 1_000 * this.draws.between(this.numbered(`${process.name} is away`), 1, 30)
    this.clock.after(awayMs, () => {
      if (process.epoch === epoch) process.start()
    })
  }

  crashDatabase(): void {
    this.databaseEpoch++
    this.database.crash()
    this.tell('database', 'crashes')
  }

  private rateOf(name: string, most: number): number {
    const known = this.rates.get(name)
    if (known !== undefined) return known
    const rate = this.draws.chance(`rate ${name}`, 0.5) ? most * this.draws.unit(`rate of ${name}`) : 0
    this.rates.set(name, rate)
    return rate
  }

  private ms(name: string, pace: 'soon' | 'slowly'): number {
    return pace === 'soon' ? 1 + 20 * this.draws.unit(name) ** 3 : 200 + 2_800 * this.draws.unit(name)
  }

  /** The process is killed before it asks. */
  private never<T>(process: Process): Promise<T> {
    this.kill(process)
    return new Promise(() => undefined)
  }

  /** One statement. */
  query<T>(process: Process, act: string, work: () => T, isFlushed = true): Promise<T> {
    const id = this.numbered(`${process.name} ${act}`)
    const planned = this.plannedAt('query')
    if (planned === 'killed before') return this.never(process)
    const fate = fates.find(({ name }) => name === planned) ?? this.fault(id, fates)
    const epoch = this.databaseEpoch
    const isBroken = (): boolean => this.databaseEpoch !== epoch
    const run = (): T => {
      if (fate?.fails === 'before' || isBroken()) throw connectionLost()
      const value = work()
      if (isFlushed) this.database.flush()
      if (fate) this.tell(process.name, act, fate.name)
      this.crashAfter(process, planned)
      if (fate?.pauses) process.pausedUntil = this.clock.now + 1_000 * (LEASE_SECONDS + 15)
      if (fate?.fails === 'after') throw connectionLost()
      return value
    }
    if (fate) this.reach(`database ${fate.name}`)
    const wait = (when: 'before' | 'after') => this.ms(`${id} ${when}`, fate?.slowly === when ? 'slowly' : 'soon')
    return process.request(wait('before'), wait('after'), run, isBroken)
  }

  /** One call of the platform. */
  call<T>(process: Process, act: string, of: PlatformCall<T>): Promise<T> {
    const { connection, owner, kind, work } = of
    const isWrite = kind !== 'read' && kind !== 'other'
    const id = this.numbered(act)
    const planned = this.plannedAt(isWrite ? 'write' : 'read')
    if (planned === 'killed before') return this.never(process)
    const drawn =
      answers.find(({ name }) => name === planned) ??
      this.fault(id, isWrite ? answers : answers.filter(({ on }) => on === 'any'))
    const before = this.ms(`${id} before`, 'soon')
    const pace = drawn?.answered ?? 'soon'
    const after = pace === 'timeout' ? PLATFORM_TIMEOUT_MS - before : this.ms(`${id} after`, pace)
    const reported: CallLimits[] = []
    const run = (): T => {
      const { isAllowed, limits } = this.limits.charge(owner, kind)
      const failure = drawn?.failure ?? null
      const isThrottled = !isAllowed || failure?.kind === 'rate_limited'
      const retryAfterSeconds = isAllowed ? (failure?.retryAfterSeconds ?? null) : limits.retryAfterSeconds
      if (failure?.status !== null) reported.push({ ...limits, throttled: isThrottled, retryAfterSeconds })
      if (!this.world.enabledKeys.has(owner)) throw failureOf(unauthenticated, isWrite)
      if (!isAllowed && failure?.status !== null) throw throttled(retryAfterSeconds)
      const value = this.answer(id, drawn, isWrite, work)
      this.crashAfter(process, planned)
      return value
    }
    const report = (): void => reported.forEach((limits) => connection?.onLimits?.(limits))
    this.reach(`platform ${isWrite ? 'write' : 'read'} ${drawn?.name ?? 'answered'}`)
    return process.request(before, after, run).then(
      (value) => {
        report()
        this.tell(process.name, act, describeAnswer(value, drawn))
        return value
      },
      (error: unknown) => {
        report()
        this.tell(process.name, act, `${drawn?.name ?? ''} ${errorMessage(error)}`.trim())
        throw error
      },
    )
  }

  private answer<T>(id: string, drawn: Answer | null, isWrite: boolean, work: () => T): T {
    if (!drawn?.failure) return work()
    const { applies, failure } = drawn
    const attempt = (): void => {
      try {
        work()
      } catch (error) {
        if (!(error instanceof PlatformFailure)) throw error
      }
    }
    // at most `settleSeconds` after the caller stopped waiting
    const lateMs = PLATFORM_TIMEOUT_MS * (1 + 0.95 * this.draws.unit(`${id} late`))
    if (applies === 'late') this.clock.after(lateMs, attempt)
    if (applies === 'yes') attempt()
    throw failureOf(failure, isWrite)
  }

  /** How old a read may be: at most two seconds. */
  lagOf(id: string): number {
    const row = this.fault(`${id} lag`, [{ name: 'old read', weight: 1 }])
    if (!row) return 0
    this.reach('platform read old')
    return 2_000 * this.draws.unit(`${id} age`)
  }

  groupOf = (communityId: string): Group => this.world.groups.get(communityId) as Group
}

export interface PlatformCall<T> {
  readonly connection: Connection | null
  readonly owner: string
  readonly kind: 'read' | 'other' | AnyStep['verb']
  readonly work: () => T
}

const unauthenticated = { kind: 'credentials', status: 401, authenticationFailed: true } as const

const throttled = (retryAfterSeconds: number | null): PlatformFailure =>
  new PlatformFailure('rate_limited', 'rate_limited', { status: 429, retryAfterSeconds })

function describeAnswer(value: unknown, drawn: Answer | null): string {
  const roles = (value as { roles?: readonly number[] } | null)?.roles
  return `${drawn ? `${drawn.name}: ` : ''}${roles ? `roles ${roles.join(' ')}` : value === null ? 'no member' : 'done'}`
}
