// A list that only grows, of which the newest entries are kept.

export class BoundedLog<T> {
  private kept: T[] = []

  constructor(private readonly most: number) {}

  push(entry: T): void {
    this.kept.push(entry)
    // dropping in large steps keeps the cost of one entry constant
    if (this.kept.length >= 2 * this.most) this.kept = this.kept.slice(-this.most)
  }

  /** Oldest first. */
  entries(): readonly T[] {
    return this.kept.length > this.most ? this.kept.slice(-this.most) : this.kept
  }

  clear(): void {
    this.kept = []
  }
}
