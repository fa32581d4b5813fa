// The scheduler: owns the time and the order of all events.

interface Event {
  readonly at: number
  readonly order: number
  /** True: a promise was settled, so code of the engine runs before the next event. */
  readonly run: () => boolean | void
}

/** Milliseconds since the epoch at which every schedule starts. */
export const START = Date.parse('2026-01-01T00:00:00Z')

export class Clock {
  /** Milliseconds since the epoch. */
  now = START
  private order = 0
  private readonly events: Event[] = []

  after(ms: number, run: Event['run']): void {
    const event = { at: this.now + ms, order: this.order++, run }
    let low = 0
    let high = this.events.length
    while (low < high) {
      const middle = (low + high) >> 1
      // the earliest event is the last
      if ((this.events[middle] as Event).at > event.at) low = middle + 1
      else high = middle
    }
    this.events.splice(low, 0, event)
  }

  /** Seconds since the start. */
  get seconds(): number {
    return (this.now - START) / 1_000
  }

  /** Runs events until `isOver` or a time. */
  async run(untilSeconds: number, isOver: () => boolean): Promise<void> {
    for (;;) {
      const event = this.events.pop()
      if (!event || event.at > START + untilSeconds * 1_000 || isOver()) return
      this.now = event.at
      if (event.run() === true) await settled()
    }
  }
}

/** Resolves after all promises that can continue have continued. */
const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))
