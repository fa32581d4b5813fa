// Screening of all texts of a request: one budget, in slices, and each text once.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Budget, BudgetExceeded } from './budget'
import { findSensitive, type NamedText, type SensitiveKind } from './rules'

/** What was found, or that the texts up to this field need more work than one request may cause. */
export interface ScreenFinding {
  readonly field: string
  readonly kind: SensitiveKind | 'budget_exceeded'
}

/** Other requests are answered after at most so many milliseconds of screening, between two texts. */
const SLICE_MS = 1

/** Screens the texts of one request with one budget, and gives up the event loop between slices. */
export async function screenTexts(texts: readonly NamedText[]): Promise<ScreenFinding | null> {
  const budget = new Budget()
  const clean = new Set<string>()
  let sliceStart = performance.now()
  for (const [field, text] of texts) {
    if (clean.has(text)) continue
    const kind = screenWithin(text, budget)
    if (kind !== null) return { field, kind }
    clean.add(text)
    if (performance.now() - sliceStart < SLICE_MS) continue
    await nextTurn()
    sliceStart = performance.now()
  }
  return null
}

function screenWithin(text: string, budget: Budget): ScreenFinding['kind'] | null {
  try {
    return findSensitive(text, budget)
  } catch (error) {
    if (error instanceof BudgetExceeded) return 'budget_exceeded'
    throw error
  }
}
