// Many questions, one statement: what is asked of one community while a statement is under way is asked together. Under load
// a round trip is then shared by as many requests as came meanwhile; a lone request waits for nobody.
import { availableParallelism } from 'node:os'
import type { Kysely } from 'kysely'
import type { DB } from '../../generated/database'
import { DomainError } from '../errors'
import { batchSizes, countRefusal } from '../telemetry/metrics'
import { stayAwake } from './busy-poll'
import { isDatabaseUnavailable } from './errors'

/** Questions that wait, and how long the first of them has, in milliseconds, when the next one is refused: a slow database. */
const MOST_WAITING = 1_000
const LONGEST_WAIT_MS = 2_000
/**
 * So many questions in one statement are load, in which the answer is waited for awake: reads gain a seventh at 16
 * connections and a third at 32. Where there is one processor only, PostgreSQL needs it meanwhile.
 */
const LOAD = availableParallelism() > 1 ? 4 : Infinity

export interface Coalescing<Question, Answer> {
  /** What is asked, for the metrics. */
  readonly name: string
  /** Questions that are asked together at most. */
  readonly most: number
  /**
   * What two questions of one statement must differ in, and what orders them: the later one waits for the earlier one's
   * answer. null: any questions go together.
   */
  readonly keyOf: ((question: Question) => number) | null
  /**
   * Asks all at once; an answer for each question, in their order, or the promise of one that takes longer. Atomic: when it
   * throws, nothing was done.
   */
  readonly ask: AskAll<Question, Answer>
}

type AskAll<Question, Answer> = (
  db: Kysely<DB>,
  communityId: string,
  questions: readonly Question[],
) => Promise<readonly (Answer | Promise<Answer>)[]>

/** Asks one question; of a transaction alone, since it sees what others do not. */
export type Ask<Question, Answer> = (db: Kysely<DB>, communityId: string, question: Question) => Promise<Answer>

/**
 * The question as one caller asks it, answered together with others of the same community and pool. A statement that
 * PostgreSQL refuses is repeated for each question alone, so that one bad one fails nobody else.
 * @throws DomainError 503 `dependency_unavailable`, unasked, where too many wait or wait too long
 */
export function coalesced<Question, Answer>(coalescing: Coalescing<Question, Answer>): Ask<Question, Answer> {
  const linesOf = new WeakMap<Kysely<DB>, Map<string, Line<Question, Answer>>>()
  const sizes = batchSizes.labels({ statement: coalescing.name })
  return (db, communityId, question) => {
    if (db.isTransaction) return coalescing.ask(db, communityId, [question]).then(first)
    let lines = linesOf.get(db)
    if (!lines) linesOf.set(db, (lines = new Map<string, Line<Question, Answer>>()))
    let line = lines.get(communityId)
    if (!line) {
      const { ask, most, keyOf } = coalescing
      const forget = (): unknown => lines.delete(communityId)
      const askAll = (questions: readonly Question[]): ReturnType<typeof ask> => {
        sizes.observe(questions.length)
        return ask(db, communityId, questions)
      }
      lines.set(communityId, (line = new Line(askAll, most, keyOf, forget)))
    }
    return line.ask(question)
  }
}

interface Waiting<Question, Answer> {
  readonly question: Question
  /** On the clock of `performance.now`. */
  readonly since: number
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/** The questions about one community. */
class Line<Question, Answer> {
  private waiting: Waiting<Question, Answer>[] = []
  private readonly busy = new Set<number>()
  private isUnderWay = false
  private isStarting = false

  constructor(
    private readonly askAll: (questions: readonly Question[]) => Promise<readonly (Answer | Promise<Answer>)[]>,
    private readonly most: number,
    private readonly keyOf: ((question: Question) => number) | null,
    private readonly forget: () => void,
  ) {}

  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const since = performance.now()
      if (this.isFull(since)) return reject(busy())
      this.waiting.push({ question, since, resolve, reject })
      if (this.isStarting) return
      this.isStarting = true
      // after what else this turn of the event loop brings
      setImmediate(() => {
        this.isStarting = false
        this.start()
      })
    })
  }

  private isFull(now: number): boolean {
    const [first] = this.waiting
    return first !== undefined && (this.waiting.length >= MOST_WAITING || now - first.since > LONGEST_WAIT_MS)
  }

  private start(): void {
    if (this.isUnderWay) return
    const batch = this.take()
    if (batch.length > 0) void this.answer(batch)
    else if (this.waiting.length === 0 && this.busy.size === 0) this.forget()
  }

  /** The next ones that may go together, in the order of their arrival. */
  private take(): Waiting<Question, Answer>[] {
    const { keyOf, busy } = this
    if (!keyOf) return this.waiting.splice(0, this.most)
    const batch: Waiting<Question, Answer>[] = []
    this.waiting = this.waiting.filter((one) => {
      const key = keyOf(one.question)
      if (batch.length === this.most || busy.has(key)) return true
      busy.add(key)
      batch.push(one)
      return false
    })
    return batch
  }

  private async answer(batch: readonly Waiting<Question, Answer>[]): Promise<void> {
    this.isUnderWay = true
    const sleepAgain = batch.length >= LOAD ? stayAwake() : null
    const answers = await this.askAll(batch.map(({ question }) => question)).catch((error: unknown) => {
      // what was refused together may be right alone; what was lost with the connection may have been done
      const isHopeless = batch.length === 1 || isDatabaseUnavailable(error)
      return batch.map(({ question }) => (isHopeless ? refused(error) : this.askAll([question]).then(first)))
    })
    sleepAgain?.()
    // what is still to come is waited for at once: a failure that nobody waits for would end the process
    batch.forEach((one, index) => {
      const answer = answers[index]
      if (answer instanceof Promise) this.settleLater(one, answer)
    })
    // PostgreSQL is at work on the next statement while these go out; but where few wait, they go along with those who are
    // answered now and ask again at once: a statement for each handful costs more time than is won by it
    const next = (): void => {
      this.isUnderWay = false
      this.start()
    }
    const areFew = this.waiting.length < batch.length / 2
    if (!areFew) setImmediate(next)
    setImmediate(() => {
      batch.forEach((one, index) => {
        const answer = answers[index]
        if (!(answer instanceof Promise)) this.settle(one, answer as Answer)
      })
      if (areFew) setImmediate(next)
      else this.start()
    })
  }

  private settle({ question, resolve }: Waiting<Question, Answer>, answer: Answer): void {
    resolve(answer)
    this.free(question)
  }

  private settleLater({ question, resolve, reject }: Waiting<Question, Answer>, answer: Promise<Answer>): void {
    void answer.then(resolve, reject).then(() => {
      this.free(question)
      this.start()
    })
  }

  private free(question: Question): void {
    if (this.keyOf) this.busy.delete(this.keyOf(question))
  }
}

/** What the database threw, as it threw it. */
function refused(error: unknown): Promise<never> {
  return Promise.resolve().then(() => {
    throw error
  })
}

function busy(): DomainError {
  countRefusal('line')
  const message = 'The database is busy, and nothing was done. Wait for the seconds of Retry-After, then send it again.'
  return new DomainError('dependency_unavailable', message, { retryAfterSeconds: 1 + Math.floor(Math.random() * 3) })
}

function first<Answer>(answers: readonly (Answer | Promise<Answer>)[]): Answer | Promise<Answer> {
  return answers[0] as Answer | Promise<Answer>
}
