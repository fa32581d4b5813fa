// Fault injection rules. The first rule that matches a call applies.

/** The calls a rule matches; all of them by default. */
export interface FaultMatch {
  readonly method?: string
  /** A regular expression on the path without the query: `:assignRole$`. */
  readonly path?: string
  /** Number of calls after which the rule is removed; absent: until cleared. */
  readonly count?: number
  /** Applies to every n-th matching call. */
  readonly every?: number
}

/** Fields of an error response; absent ones get the wire's defaults. */
export interface Rejection {
  /** The error format of the platform: Open Cloud v2 or its gateway. */
  readonly style?: 'v2' | 'gateway'
  /** A string on the platform, a number in the chat. */
  readonly code?: string | number
  readonly message?: string
}

export type FaultEffect =
  /** 429, with `retryAfter` seconds if given. Not executed. */
  | { readonly kind: 'throttle'; readonly retryAfter?: number }
  /** An error in the format of the wire. Not executed. */
  | ({ readonly kind: 'reject'; readonly status: number } & Rejection)
  /** The normal reply, delayed. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** Not executed, and not answered until either side closes the connection. */
  | { readonly kind: 'hang' }
  /** Executed, but not answered. */
  | { readonly kind: 'applyThenHang' }
  /** Not executed; the connection is closed. */
  | { readonly kind: 'drop' }
  /** Executed; the connection is closed without an answer. */
  | { readonly kind: 'applyThenDrop' }
  /** Executed, but answered with this status. */
  | { readonly kind: 'applyThenStatus'; readonly status: number }
  /** Executed, and answered 200 with an unusable body: `text` or one of the kinds. */
  | { readonly kind: 'garbage'; readonly body?: 'html' | 'truncated' | 'huge' | 'cut'; readonly text?: string }
  /** A redirect. Not executed. */
  | { readonly kind: 'redirect'; readonly location: string; readonly status?: number }

export type Fault = FaultMatch & FaultEffect

interface Rule {
  readonly fault: Fault
  readonly path: RegExp
  seen: number
  remaining: number
}

export class Faults {
  private rules: Rule[] = []

  /** Appends rules. @throws SyntaxError when `path` is not a regular expression */
  add(...faults: readonly Fault[]): void {
    for (const fault of faults) {
      this.rules.push({ fault, path: new RegExp(fault.path ?? ''), seen: 0, remaining: fault.count ?? Infinity })
    }
  }

  clear(): void {
    this.rules = []
  }

  /** The active rules with their remaining counts. */
  list(): Fault[] {
    return this.rules.map(({ fault, remaining }) => (remaining === Infinity ? fault : { ...fault, count: remaining }))
  }

  /** The fault for a call; decrements its count. */
  take(method: string, path: string): Fault | null {
    const rule = this.rules.find((one) => matches(one, method, path))
    if (rule === undefined) return null
    rule.remaining -= 1
    if (rule.remaining <= 0) this.rules = this.rules.filter((one) => one !== rule)
    return rule.fault
  }
}

function matches(rule: Rule, method: string, path: string): boolean {
  const { fault } = rule
  if (fault.method !== undefined && fault.method.toUpperCase() !== method) return false
  if (!rule.path.test(path)) return false
  rule.seen += 1
  return rule.seen % (fault.every ?? 1) === 0
}
