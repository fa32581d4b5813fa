// Start-time fair queueing: the next item is of the class that has used the least time. Within a class: first in, first out.

/** Initial expected cost and minimum charge of an item, in milliseconds. */
const MIN_COST_MS = 1
const SMOOTHING = 1 / 8

/** `State` is the caller's. */
export interface QueueClass<Item, State> {
  readonly name: string
  readonly items: readonly Item[]
  readonly state: State
}

interface Entry<Item, State> extends QueueClass<Item, State> {
  items: Item[]
  /** Charged virtual time, in milliseconds. */
  spent: number
  running: number
  /** Expected for one item, in milliseconds. */
  cost: number
  lastTurn: number
}

export interface Taken<Item> {
  readonly item: Item
  /** @param ms the actual cost */
  readonly done: (ms: number) => void
}

export class FairQueue<Item, State> {
  /** Waiting items; read-only for callers. */
  size = 0
  private readonly classes = new Map<string, Entry<Item, State>>()
  private turns = 0
  /** `spent` of the class served last. A class that was idle starts here, without credit. */
  private clock = 0

  constructor(
    private readonly makeState: () => State,
    private readonly isObsolete: (state: State) => boolean = () => true,
  ) {}

  *waiting(): Iterable<QueueClass<Item, State>> {
    for (const entry of this.classes.values()) if (entry.items.length > 0) yield entry
  }

  of(name: string): QueueClass<Item, State> {
    return this.entry(name)
  }

  push(name: string, item: Item): void {
    const entry = this.entry(name)
    if (entry.items.length === 0) entry.spent = Math.max(entry.spent, this.clock)
    entry.items.push(item)
    this.size++
  }

  take(): Taken<Item> | null {
    let next: Entry<Item, State> | null = null
    for (const entry of this.classes.values()) {
      if (entry.items.length > 0 && (next === null || isBefore(entry, next))) next = entry
    }
    if (next === null) return null
    const entry = next
    const item = entry.items.shift() as Item
    const expected = entry.cost
    this.size--
    this.clock = entry.spent
    entry.spent += expected
    entry.lastTurn = ++this.turns
    entry.running++
    return { item, done: (ms) => this.finish(entry, expected, Math.max(ms, MIN_COST_MS)) }
  }

  dropOldest(name: string): Item | null {
    return this.drop(name, (items) => items.shift())
  }

  dropNewestOfLargest(): { readonly name: string; readonly item: Item } | null {
    let largest: Entry<Item, State> | null = null
    for (const entry of this.classes.values()) {
      if (largest === null || entry.items.length > largest.items.length) largest = entry
    }
    const item = largest && this.drop(largest.name, (items) => items.pop())
    return largest === null || item === null ? null : { name: largest.name, item }
  }

  /** Deletes obsolete classes. */
  sweep(): void {
    for (const [name, { items, running, state }] of this.classes) {
      if (items.length === 0 && running === 0 && this.isObsolete(state)) this.classes.delete(name)
    }
  }

  private drop(name: string, from: (items: Item[]) => Item | undefined): Item | null {
    const entry = this.classes.get(name)
    if (!entry || entry.items.length === 0) return null
    this.size--
    return from(entry.items) as Item
  }

  private finish(entry: Entry<Item, State>, expected: number, ms: number): void {
    entry.running--
    entry.spent += ms - expected
    entry.cost += (ms - entry.cost) * SMOOTHING
  }

  private entry(name: string): Entry<Item, State> {
    const existing = this.classes.get(name)
    if (existing) return existing
    const state = this.makeState()
    const entry = { name, items: [], state, spent: this.clock, running: 0, cost: MIN_COST_MS, lastTurn: 0 }
    this.classes.set(name, entry)
    return entry
  }
}

function isBefore(one: Entry<unknown, unknown>, other: Entry<unknown, unknown>): boolean {
  return one.spent < other.spent || (one.spent === other.spent && one.lastTurn < other.lastTurn)
}
