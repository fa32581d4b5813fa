// Limits the processor time of screening per request.

/** Large forms need a few hundred; only pages of numbers or signs reach this. */
const MICROSECONDS = 12_000

export class BudgetExceeded extends Error {}

/** Shared by all texts of a request. Costs are averages, independent of the machine's load. */
export class Budget {
  /** Microseconds. */
  spent = 0
  private readonly results = new Map<string, boolean>()

  constructor(private readonly microseconds = MICROSECONDS) {}

  spend(microseconds: number): void {
    this.spent += microseconds
    if (this.spent > this.microseconds) throw new BudgetExceeded('screening exceeded its budget')
  }

  /** Evaluates once per key. @param cost microseconds; a cached result costs 4 */
  once(key: string, cost: number, evaluate: () => boolean): boolean {
    const cached = this.results.get(key)
    this.spend(cached === undefined ? cost : 4)
    if (cached !== undefined) return cached
    const result = evaluate()
    this.results.set(key, result)
    return result
  }
}
