// The texts of a request have one budget; long screenings take turns.
import { setTimeout as sleep } from 'node:timers/promises'
import { FairQueue } from '../../base/fair-queue'
import { Budget, BudgetExceeded } from './budget'
import { findSensitive, type NamedText, type SensitiveKind } from './rules'

export interface ScreenFinding {
  /** Or the field at which the budget ran out. */
  readonly field: string
  readonly kind: SensitiveKind | 'budget_exceeded'
}

/**
 * Microseconds to read a text and each of its characters, without what the budget counts: averages. A measured time
 * would include other work of the processor, so that short texts waited for each other on a busy machine.
 */
const COST = { text: 5, character: 0.1 }
/** Microseconds of work without the lock: 20,000 characters. */
const FREE = 2_000
/** Microseconds of work before a pause. Both together take about a fifth of a processor. */
const SLICE = 1_000
const PAUSE_MS = 4

/** Long screenings of a community that wait, at most. */
const MAX_WAITING = 4

export class TooManyWaiting extends Error {}

const longOnes = new FairQueue<() => void>()
/** Ends the turn of the long screening that runs. @param ms of its work */
let endTurn: ((ms: number) => void) | null = null

/** @throws TooManyWaiting */
async function takeTurn(communityId: string): Promise<void> {
  if (longOnes.countOf(communityId) >= MAX_WAITING) throw new TooManyWaiting('too many screenings are waiting')
  await new Promise<void>((begin) => {
    longOnes.push(communityId, begin, performance.now())
    if (endTurn === null) beginNext()
  })
}

function beginNext(): void {
  const next = longOnes.take()
  endTurn = next && ((ms) => (next.done(ms), beginNext()))
  next?.item()
}

/** @throws TooManyWaiting when several long screenings of the community wait */
export async function screenTexts(communityId: string, texts: readonly NamedText[]): Promise<ScreenFinding | null> {
  const budget = new Budget()
  const clean = new Set<string>()
  let isLong = false
  let read = 0
  let sliceStart = 0
  try {
    for (const [field, text] of texts) {
      if (clean.has(text)) continue
      read += COST.text + text.length * COST.character
      const kind = screenWithin(text, budget)
      if (kind !== null) return { field, kind }
      clean.add(text)
      const done = read + budget.spent
      if (done - sliceStart < (isLong ? SLICE : FREE)) continue
      if (!isLong) await takeTurn(communityId)
      isLong = true
      await sleep(PAUSE_MS)
      sliceStart = done
    }
    return null
  } finally {
    if (isLong) endTurn?.((read + budget.spent) / 1_000)
  }
}

function screenWithin(text: string, budget: Budget): ScreenFinding['kind'] | null {
  try {
    return findSensitive(text, budget)
  } catch (error) {
    if (error instanceof BudgetExceeded) return 'budget_exceeded'
    throw error
  }
}
