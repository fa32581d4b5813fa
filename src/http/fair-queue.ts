// A queue that is fair between classes: the next item is of the class that has had the least time so far (start-time fair
// queueing); within a class items keep the order of their arrival.

/** What an item of a class is expected to take until some are measured, and what each counts at least, in milliseconds. */
const LEAST_COST_MS = 1
/** How much of a new measure goes into the expected cost. */
const SMOOTHING = 1 / 8

/** A class with its waiting items; `State` is the owner's own. */
export interface QueueClass<Item, State> {
  readonly name: string
  readonly items: readonly Item[]
  readonly state: State
}

interface Entry<Item, State> extends QueueClass<Item, State> {
  items: Item[]
  /** Time this class has had, in milliseconds, on a clock that all classes share. */
  spent: number
  /** Items that were taken and are not done. */
  working: number
  /** Expected cost of an item, in milliseconds. */
  cost: number
  /** When its last item was taken, counted in items. */
  turn: number
}

/** One taken item, to be given back to `done`. */
export interface Taken<Item> {
  readonly item: Item
  /** @param ms what it took */
  readonly done: (ms: number) => void
}

export class FairQueue<Item, State> {
  private readonly classes = new Map<string, Entry<Item, State>>()
  private count = 0
  private turns = 0
  /** `spent` of the last item taken: a class that comes back starts here, and has no credit for its absence. */
  private clock = 0

  constructor(
    private readonly makeState: () => State,
    /** Whether a class without items may be forgotten. */
    private readonly isOver: (state: State) => boolean = () => true,
  ) {}

  /** Waiting items. */
  get size(): number {
    return this.count
  }

  /** Classes that have waiting items. */
  *waiting(): Iterable<QueueClass<Item, State>> {
    for (const entry of this.classes.values()) if (entry.items.length > 0) yield entry
  }

  /** The class of a name, new or known. */
  of(name: string): QueueClass<Item, State> {
    return this.entry(name)
  }

  push(name: string, item: Item): void {
    const entry = this.entry(name)
    if (entry.items.length === 0) entry.spent = Math.max(entry.spent, this.clock)
    entry.items.push(item)
    this.count++
  }

  /** Takes the item whose turn it is; null: none waits. */
  take(): Taken<Item> | null {
    let next: Entry<Item, State> | null = null
    for (const entry of this.classes.values()) {
      if (entry.items.length > 0 && (next === null || isBefore(entry, next))) next = entry
    }
    if (next === null) return null
    const entry = next
    const item = entry.items.shift() as Item
    const expected = entry.cost
    this.count--
    this.clock = entry.spent
    entry.spent += expected
    entry.turn = ++this.turns
    entry.working++
    return { item, done: (ms) => this.finish(entry, expected, Math.max(ms, LEAST_COST_MS)) }
  }

  /** Takes the oldest item of a class out of turn. */
  dropOldest(name: string): Item | null {
    return this.drop(name, (items) => items.shift())
  }

  /** Takes the newest item of the class with the most items; null: none waits. */
  dropNewestOfLargest(): { readonly name: string; readonly item: Item } | null {
    let largest: Entry<Item, State> | null = null
    for (const entry of this.classes.values()) {
      if (largest === null || entry.items.length > largest.items.length) largest = entry
    }
    const item = largest && this.drop(largest.name, (items) => items.pop())
    return largest === null || item === null ? null : { name: largest.name, item }
  }

  /** Forgets the classes that have nothing waiting, nothing at work, and whose state is over. */
  sweep(): void {
    for (const [name, { items, working, state }] of this.classes) {
      if (items.length === 0 && working === 0 && this.isOver(state)) this.classes.delete(name)
    }
  }

  private drop(name: string, from: (items: Item[]) => Item | undefined): Item | null {
    const entry = this.classes.get(name)
    if (!entry || entry.items.length === 0) return null
    this.count--
    return from(entry.items) as Item
  }

  private finish(entry: Entry<Item, State>, expected: number, ms: number): void {
    entry.working--
    entry.spent += ms - expected
    entry.cost += (ms - entry.cost) * SMOOTHING
  }

  private entry(name: string): Entry<Item, State> {
    const known = this.classes.get(name)
    if (known) return known
    const state = this.makeState()
    const made = { name, items: [], state, spent: this.clock, working: 0, cost: LEAST_COST_MS, turn: 0 }
    this.classes.set(name, made)
    return made
  }
}

/** Whether a class is to be served before another: less time so far, or, of the same time, longer without a turn. */
function isBefore(one: Entry<unknown, unknown>, other: Entry<unknown, unknown>): boolean {
  return one.spent < other.spent || (one.spent === other.spent && one.turn < other.turn)
}
