// Start-time fair queueing, for what waits in a process: the next item is of the class that has used the least time; first in,
// first out within a class.

/** Charged when an item is taken; the rest of its cost when it is done. */
const MIN_COST_MS = 1

interface QueueClass<Item> {
  readonly items: Item[]
  /** When `items` was last empty. */
  emptyAt: number
  running: number
  /** Virtual time, in milliseconds. */
  spent: number
}

export class FairQueue<Item> {
  size = 0
  private readonly classes = new Map<string, QueueClass<Item>>()
  /** `spent` of the class served last. A class that was idle starts here, without credit. */
  private clock = 0

  push(name: string, item: Item, now: number): void {
    let entry = this.classes.get(name)
    if (!entry) this.classes.set(name, (entry = { items: [], emptyAt: now, running: 0, spent: 0 }))
    if (entry.items.length === 0) {
      entry.emptyAt = now
      entry.spent = Math.max(entry.spent, this.clock)
    }
    entry.items.push(item)
    this.size++
  }

  /** Items of the class that wait. */
  countOf(name: string): number {
    return this.classes.get(name)?.items.length ?? 0
  }

  /** Call `done` with the item's cost, in milliseconds, when it has ended. */
  take(): { readonly item: Item; readonly done: (ms: number) => void } | null {
    const [name, next] = this.best((one, other) => one.spent < other.spent) ?? []
    if (name === undefined || !next) return null
    this.clock = next.spent
    next.spent += MIN_COST_MS
    next.running++
    this.size--
    const done = (ms: number): void => {
      next.running--
      next.spent += Math.max(0, ms - MIN_COST_MS)
      this.deleteIdle(name, next)
    }
    return { item: next.items.shift() as Item, done }
  }

  dropNewestOfLargest(): Item | null {
    const [, largest] = this.best((one, other) => one.items.length > other.items.length) ?? []
    if (!largest) return null
    this.size--
    return largest.items.pop() as Item
  }

  /** From the front of each class. */
  dropExpired(isExpired: (first: Item, emptyAt: number) => boolean, onDrop: (item: Item) => void): void {
    for (const [name, entry] of this.classes) {
      const { items, emptyAt } = entry
      while (items.length > 0 && isExpired(items[0] as Item, emptyAt)) {
        this.size--
        onDrop(items.shift() as Item)
      }
      this.deleteIdle(name, entry)
    }
  }

  private deleteIdle(name: string, { items, running }: QueueClass<Item>): void {
    if (items.length === 0 && running === 0) this.classes.delete(name)
  }

  private best(isBetter: (one: QueueClass<Item>, other: QueueClass<Item>) => boolean) {
    let best: [name: string, QueueClass<Item>] | null = null
    for (const entry of this.classes) {
      if (entry[1].items.length > 0 && (best === null || isBetter(entry[1], best[1]))) best = entry
    }
    return best
  }
}
