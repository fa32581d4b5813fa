// The texts of a request have one budget; long screenings take turns.
import { setTimeout as sleep } from 'node:timers/promises'
import { Budget, BudgetExceeded } from './budget'
import { findSensitive, type NamedText, type SensitiveKind } from './rules'
import { Turns } from './turns'

export interface ScreenFinding {
  readonly field: string
  readonly kind: SensitiveKind | 'budget_exceeded'
}

/** So much processor time needs no turn. Elapsed time is longer where the processor has other work. */
const FREE_MS = 2
/** Work and pauses together take at most a fifth of a processor. */
const SLICE_MS = 1
const PAUSE_MS = 4

const turns = new Turns()

/** @throws TooManyWaiting when several long screenings of the community wait */
export async function screenTexts(communityId: string, texts: readonly NamedText[]): Promise<ScreenFinding | null> {
  const budget = new Budget()
  const clean = new Set<string>()
  let hasTurn = false
  let sliceStart = processorMs()
  try {
    for (const [field, text] of texts) {
      if (clean.has(text)) continue
      const kind = screenWithin(text, budget)
      if (kind !== null) return { field, kind }
      clean.add(text)
      if (processorMs() - sliceStart < (hasTurn ? SLICE_MS : FREE_MS)) continue
      if (!hasTurn) await turns.enter(communityId)
      hasTurn = true
      await sleep(PAUSE_MS)
      sliceStart = processorMs()
    }
    return null
  } finally {
    if (hasTurn) turns.leave()
  }
}

function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

function screenWithin(text: string, budget: Budget): ScreenFinding['kind'] | null {
  try {
    return findSensitive(text, budget)
  } catch (error) {
    if (error instanceof BudgetExceeded) return 'budget_exceeded'
    throw error
  }
}
