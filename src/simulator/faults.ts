// Fault injection rules; the first that matches a call applies.

/** Default: all calls. */
export interface FaultMatch {
  readonly method?: string
  /** A regular expression on the path without the query. */
  readonly path?: string
  /** Calls after which the rule is removed; default: never. */
  readonly count?: number
  /** Applies to every n-th matching call. */
  readonly every?: number
}

export interface Rejection {
  /** The format of Open Cloud v2 or of its gateway. */
  readonly style?: 'v2' | 'gateway'
  /** A string on the platform, a number in the chat. */
  readonly code?: string | number
  readonly message?: string
}

export type FaultEffect =
  /** Not executed. */
  | { readonly kind: 'throttle'; readonly retryAfter?: number }
  | ({ readonly kind: 'reject'; readonly status: number } & Rejection)
  | { readonly kind: 'delay'; readonly ms: number }
  /** Executed and answered when the rules are removed. */
  | { readonly kind: 'hold' }
  /** Neither executed nor answered. */
  | { readonly kind: 'hang' }
  /** Executed, but not answered. */
  | { readonly kind: 'applyThenHang' }
  /** Not executed; the connection is closed. */
  | { readonly kind: 'drop' }
  /** Executed; the connection is closed without an answer. */
  | { readonly kind: 'applyThenDrop' }
  | { readonly kind: 'applyThenStatus'; readonly status: number }
  /** Executed, and answered 200 with an unusable body. */
  | { readonly kind: 'garbage'; readonly body?: 'html' | 'truncated' | 'huge' | 'cut'; readonly text?: string }
  | { readonly kind: 'redirect'; readonly location: string; readonly status?: number }

export type Fault = FaultMatch & FaultEffect

const namesPath = '^/v1/usernames/users$'

/** The look-up by name as the vendor has announced: closed, or throttled. */
export const namesFaults = {
  closed: { kind: 'reject', status: 404, style: 'gateway', path: namesPath },
  throttled: { kind: 'throttle', path: namesPath },
} as const satisfies Readonly<Record<string, Fault>>

interface Rule {
  readonly fault: Fault
  readonly path: RegExp
  seen: number
  remaining: number
}

export class Faults {
  private rules: Rule[] = []
  private readonly waiting: (() => void)[] = []

  add(...faults: readonly Fault[]): void {
    for (const fault of faults) {
      this.rules.push({ fault, path: new RegExp(fault.path ?? ''), seen: 0, remaining: fault.count ?? Infinity })
    }
  }

  /** Removes the rules and continues the held calls. */
  clear(): void {
    this.rules = []
    for (const release of this.waiting.splice(0)) release()
  }

  untilCleared(): Promise<void> {
    return new Promise((resolve) => void this.waiting.push(resolve))
  }

  list(): Fault[] {
    return this.rules.map(({ fault, remaining }) => (remaining === Infinity ? fault : { ...fault, count: remaining }))
  }

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
