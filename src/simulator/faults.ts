// What may go wrong on request: a queue of rules, each for the calls it matches. The first rule that matches is used.

/** Which calls a rule is for; all of them when nothing is said. */
export interface FaultMatch {
  readonly method?: string
  /** A regular expression on the path, the query left out: `:assignRole$`. */
  readonly path?: string
  /** How many calls it spoils before it is gone; absent: until cleared. */
  readonly count?: number
  /** Only every so manyth matching call: 10 is one in ten. */
  readonly every?: number
}

/** What a refusal says; the wire fills in what is absent. */
export interface Rejection {
  /** The platform has two forms: that of Open Cloud v2 and its gateway's. */
  readonly style?: 'v2' | 'gateway'
  /** A word on the platform, a number in the chat. */
  readonly code?: string | number
  readonly message?: string
}

export type FaultEffect =
  /** 429, asking for so many seconds if given. Nothing is done. */
  | { readonly kind: 'throttle'; readonly retryAfter?: number }
  /** A refusal in the form of the wire. Nothing is done. */
  | ({ readonly kind: 'reject'; readonly status: number } & Rejection)
  /** Answered rightly, so many milliseconds late. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** Nothing is done, and no answer comes until the simulator or the client closes the connection. */
  | { readonly kind: 'hang' }
  /** Done, but no answer comes. */
  | { readonly kind: 'applyThenHang' }
  /** The connection is closed before anything is done. */
  | { readonly kind: 'drop' }
  /** Done, then the connection is closed without an answer. */
  | { readonly kind: 'applyThenDrop' }
  /** Done, but answered with this status. */
  | { readonly kind: 'applyThenStatus'; readonly status: number }
  /** Done, and answered 200 with a body nobody can use: one of the known kinds, or `text`. */
  | { readonly kind: 'garbage'; readonly body?: 'html' | 'truncated' | 'huge' | 'cut'; readonly text?: string }
  /** A redirect. Nothing is done. */
  | { readonly kind: 'redirect'; readonly location: string; readonly status?: number }

export type Fault = FaultMatch & FaultEffect

interface Rule {
  readonly fault: Fault
  readonly path: RegExp
  seen: number
  left: number
}

export class Faults {
  private rules: Rule[] = []

  /** Adds a rule behind those there are. `path` must be a regular expression, or a SyntaxError is thrown. */
  add(...faults: readonly Fault[]): void {
    for (const fault of faults) {
      this.rules.push({ fault, path: new RegExp(fault.path ?? ''), seen: 0, left: fault.count ?? Infinity })
    }
  }

  clear(): void {
    this.rules = []
  }

  /** The rules still in force, with what is left of their counts. */
  list(): Fault[] {
    return this.rules.map(({ fault, left }) => (left === Infinity ? fault : { ...fault, count: left }))
  }

  /** The rule for a call, used up by one. */
  take(method: string, path: string): Fault | null {
    const rule = this.rules.find((one) => applies(one, method, path))
    if (rule === undefined) return null
    rule.left -= 1
    if (rule.left <= 0) this.rules = this.rules.filter((one) => one !== rule)
    return rule.fault
  }
}

function applies(rule: Rule, method: string, path: string): boolean {
  const { fault } = rule
  if (fault.method !== undefined && fault.method.toUpperCase() !== method) return false
  if (!rule.path.test(path)) return false
  rule.seen += 1
  return rule.seen % (fault.every ?? 1) === 0
}
