// The work that screening may do for one request, and the answers that it already has.

/** Reached by pages of nothing but numbers or signs only; ordinary texts of a large form spend a few hundred. */
const MICROSECONDS = 12_000

/** Screening stopped: the texts need more work than one request may cause. */
export class BudgetExceeded extends Error {}

/** Shared by all texts of a request. */
export class Budget {
  private left: number
  private readonly answers = new Map<string, boolean>()

  constructor(microseconds = MICROSECONDS) {
    this.left = microseconds
  }

  /** @throws BudgetExceeded */
  spend(microseconds: number): void {
    this.left -= microseconds
    if (this.left < 0) throw new BudgetExceeded('screening exceeded its budget')
  }

  /**
   * The answer to a question, asked once.
   * @param cost of asking, in microseconds; a known answer costs four
   * @throws BudgetExceeded
   */
  once(question: string, cost: number, ask: () => boolean): boolean {
    const known = this.answers.get(question)
    this.spend(known === undefined ? cost : 4)
    if (known !== undefined) return known
    const answer = ask()
    this.answers.set(question, answer)
    return answer
  }
}
