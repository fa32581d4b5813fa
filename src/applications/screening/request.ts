// The texts of a request have one budget; long screenings take turns.
import { setTimeout as sleep } from 'node:timers/promises'
import { Budget, BudgetExceeded } from './budget'
import { findSensitive, type NamedText, type SensitiveKind } from './rules'
import { FairLock } from './fair-lock'

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

const longScreenings = new FairLock()

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
      if (!isLong) await longScreenings.acquire(communityId)
      isLong = true
      await sleep(PAUSE_MS)
      sliceStart = done
    }
    return null
  } finally {
    if (isLong) longScreenings.release()
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
