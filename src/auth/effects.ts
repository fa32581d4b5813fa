// Scopes and features that a body needs (contract: x-effects, x-gives).
import { effects, gives, stores } from '../../generated/operations'
import { assertMay, type Ctx, type Requirement } from '../context'

export type Effect = keyof typeof effects

interface Given {
  readonly effect: Effect
  /** Path in the body; `*`: every item. */
  readonly at: readonly string[]
}

interface OperationEffects {
  readonly body: readonly Given[]
  /** The property whose entries are refused individually; null: the whole request is refused. */
  readonly each: string | null
}

const givenBy: Readonly<Partial<Record<string, OperationEffects>>> = gives

export function requirementFor(effect: Effect): Requirement {
  return effects[effect]
}

/** What is stored is authorised with what was stored before (auth/stored). */
export function isRefusedByBody(operationId: string): boolean {
  const facts = givenBy[operationId]
  return facts !== undefined && facts.body.length > 0 && facts.each === null && !(operationId in stores)
}

/**
 * Empty values give nothing.
 * @throws DomainError 403 `insufficient_scope` or `feature_unavailable`
 */
export function assertMayGive(ctx: Pick<Ctx, 'caller'>, operationId: string, body: unknown): void {
  const checked = new Set<Effect>()
  for (const { effect, at } of givenBy[operationId]?.body ?? []) {
    if (checked.has(effect) || !isGivenAt(body, at)) continue
    checked.add(effect)
    assertMay(ctx, effects[effect])
  }
}

export function isGivenAt(value: unknown, at: readonly string[], from = 0): boolean {
  const step = at[from]
  if (step === undefined) return Boolean(value) && !(Array.isArray(value) && value.length === 0)
  if (typeof value !== 'object' || value === null) return false
  if (step === '*') return Object.values(value).some((item) => isGivenAt(item, at, from + 1))
  return isGivenAt((value as Readonly<Record<string, unknown>>)[step], at, from + 1)
}
