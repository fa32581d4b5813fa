// An append-only list of the newest entries.

export class BoundedLog<T> {
  private kept: T[] = []

  constructor(private readonly limit: number) {}

  push(entry: T): void {
    this.kept.push(entry)
    // trimmed in large steps: amortized O(1)
    if (this.kept.length >= 2 * this.limit) this.kept = this.kept.slice(-this.limit)
  }

  entries(): readonly T[] {
    return this.kept.length > this.limit ? this.kept.slice(-this.limit) : this.kept
  }

  clear(): void {
    this.kept = []
  }
}
