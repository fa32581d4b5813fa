// What is told of an audit entry, to whom, and what an attempt's outcome means: tables and arithmetic.
import { webhookReadScopes } from '../../generated/operations'
import type { Schema } from '../contract/types'

/** What an endpoint may ask to be told of; `*` stands for all of it. */
export type TypeChoice = Schema<'WebhookTypes'>[number]
export type EventType = Exclude<TypeChoice, '*'>
export const TEST_TYPE = 'webhook.test'

/** Endpoints of one community. */
export const MOST_ENDPOINTS = 10
/** What a community's messages count towards (sql/0027_storage_limits.sql). */
export const MESSAGES_QUOTA = 'webhook-messages'
/** Lines that belong to no member: what is about none, and tests, which wait for nothing else. */
export const lines = { ofNoMember: 0, ofTests: -1 } as const

/** An entry of the audit trail, as far as a message is made of it. */
export interface Entry {
  readonly audit_id: number
  readonly at: string
  readonly action: string
  readonly user_id: number | null
  readonly before: unknown
  readonly after: unknown
}

/** Names of fields; of one that holds an object, with the names of its own. */
type Fields = readonly (string | readonly [name: string, own: readonly string[]])[]

interface Told {
  readonly type: EventType
  /** What was given or taken, or the like: the same in every message of this action. */
  readonly facts?: Readonly<Record<string, string>>
  /** Fields of the entry that may be told; no other leaves the house. */
  readonly before?: Fields
  readonly after?: Fields
  /** Fields of either side that name what the message is about. */
  readonly about?: Fields
}

const medal = { type: 'member.awarded', facts: { award: 'medal' }, about: ['name'] } as const
const qualification = { type: 'member.awarded', facts: { award: 'qualification' }, about: ['name'] } as const
const rank = [['rank', ['uniqueId', 'rankId', 'name']]] as const
const response = ['applicationId', 'responseId', 'applicationVersion'] as const

/** By action: what is told of it. What stands here not is told to nobody, and neither is what it leaves out. */
const told = new Map<string, Told>(
  Object.entries({
    'member.experience': {
      type: 'member.awarded',
      facts: { award: 'experience' },
      before: ['experience'],
      after: ['experience'],
    },
    'member.quotaPoints': {
      type: 'member.awarded',
      facts: { award: 'quotaPoints' },
      before: ['quotaPoints'],
      after: ['quotaPoints'],
    },
    'member.medal.award': { ...medal, before: ['count'], after: ['count'] },
    'member.medal.remove': { ...medal, before: ['count'], after: ['count'] },
    'member.qualification.award': { ...qualification, before: ['count'], after: ['count'] },
    'member.qualification.remove': { ...qualification, before: ['count'], after: ['count'] },
    'member.rank': { type: 'member.rank.changed', before: rank, after: rank },
    'suspension.apply': { type: 'member.rank.changed', before: rank, after: rank },
    'suspension.restore': { type: 'member.rank.changed', before: rank, after: rank },
    'application.response.submit': { type: 'response.submitted', about: response, after: ['status'] },
    'application.response.review': { type: 'response.decided', about: response, before: ['status'], after: ['status'] },
    'operation.end': { type: 'operation.ended', about: ['operationId', 'kind', 'status', 'errorCode'] },
    'event.finish': { type: 'event.finished', about: ['eventId'], before: ['state'], after: ['state'] },
  }),
)

/** The type of message an action makes; null: it is not told. */
export function typeOf(action: string): EventType | null {
  return told.get(action)?.type ?? null
}

/** The message of an entry as it is sent; null when its action is not told. */
export function messageOf(entry: Entry): { type: EventType; body: string } | null {
  const rule = told.get(entry.action)
  if (!rule) return null
  const { type, facts, about = [], before = [], after = [] } = rule
  const data = {
    auditId: String(entry.audit_id),
    ...(entry.user_id === null ? {} : { userId: String(entry.user_id) }),
    ...facts,
    ...pick(entry.before, about),
    ...pick(entry.after, about),
    ...(before.length > 0 ? { before: pick(entry.before, before) } : {}),
    ...(after.length > 0 ? { after: pick(entry.after, after) } : {}),
  }
  return { type, body: JSON.stringify({ type, timestamp: entry.at, data }) }
}

/** The body of a test. */
export function testBody(at: Date): string {
  return JSON.stringify({ type: TEST_TYPE, timestamp: at.toISOString(), data: {} })
}

/** Names and numbers only, wherever they stand: a nested value would bring what nobody looked at. */
function pick(side: unknown, fields: Fields): Record<string, unknown> {
  if (typeof side !== 'object' || side === null) return {}
  const known = fields.flatMap((field) => {
    const [name, own] = typeof field === 'string' ? [field, null] : field
    const value = (side as Record<string, unknown>)[name]
    if (own !== null && typeof value === 'object' && value !== null) return [[name, pick(value, own)] as const]
    const isPlain = value === null || ['string', 'number', 'boolean'].includes(typeof value)
    return isPlain ? [[name, value] as const] : []
  })
  return Object.fromEntries(known)
}

/** Whether an endpoint is told of a type. @param types null: of all */
export function wants(types: readonly string[] | null, type: EventType): boolean {
  return types === null || types.includes(type)
}

/** The scopes that read what is told of these types, each once. @param types null: all of them */
export function readScopesOf(types: readonly string[] | null): string[] {
  const scopes = Object.entries(webhookReadScopes).flatMap(([type, scope]) =>
    wants(types, type as EventType) ? [scope] : [],
  )
  return [...new Set(scopes)]
}

/** What is stored of a choice: null for everything. */
export function toStoredTypes(choice: readonly TypeChoice[]): EventType[] | null {
  return choice.includes('*') ? null : (choice as EventType[])
}

/** Seconds between one attempt and the next. */
const pauses = [5, 30, 120, 600, 3_600, 10_800, 21_600, 43_200, 86_400] as const
/** A pause is up to so much longer or shorter, so that what failed together does not come back together. */
const JITTER = 0.2
/** An endpoint without a success for so long is disabled. */
const FAILING_SECONDS = 3 * 86_400

/** What came of an attempt. */
export interface Outcome {
  /** null: no answer came. */
  readonly status: number | null
  /** null: it was delivered. */
  readonly error: string | null
  readonly retryAfterSeconds: number | null
}

export type Verdict =
  | { readonly to: 'delivered' }
  | { readonly to: 'pending'; readonly delaySeconds: number }
  /** `gone`: the endpoint wants nothing any more. */
  | { readonly to: 'parked'; readonly gone: boolean }

/**
 * What becomes of a message.
 * @param before attempts before this one
 * @param chance from 0 to 1
 */
export function judge(type: string, before: number, outcome: Outcome, chance: number): Verdict {
  if (outcome.error === null) return { to: 'delivered' }
  if (outcome.status === 410) return { to: 'parked', gone: true }
  const pause = type === TEST_TYPE ? undefined : pauses[before]
  if (pause === undefined) return { to: 'parked', gone: false }
  const jittered = pause * (1 - JITTER + 2 * JITTER * chance)
  return { to: 'pending', delaySeconds: Math.max(jittered, askedPause(outcome) ?? 0) }
}

/**
 * Why the endpoint is disabled after an attempt; null: it is not. Tests say nothing about how long it has failed.
 * @param failingSeconds since its last success, in seconds; null: it does not fail
 */
export function reasonToDisable(
  type: string,
  verdict: Verdict,
  outcome: Outcome,
  failingSeconds: number | null,
): 'gone' | 'failing' | null {
  if (verdict.to === 'parked' && verdict.gone) return 'gone'
  const hasFailed = outcome.error !== null && type !== TEST_TYPE
  return hasFailed && (failingSeconds ?? 0) > FAILING_SECONDS ? 'failing' : null
}

/** The pause a busy endpoint asks for, for all of its messages (RFC 9110, 10.2.3); null: none. */
export function askedPause({ status, retryAfterSeconds }: Outcome): number | null {
  return status === 429 || status === 503 ? retryAfterSeconds : null
}

/** The outcome of an answer: 2xx is a delivery, and nothing else is. */
export function outcomeOf(status: number, retryAfterSeconds: number | null): Outcome {
  const isRedirect = status >= 300 && status < 400
  const failure = `answered ${status}${isRedirect ? ', and redirects are not followed' : ''}`
  return { status, retryAfterSeconds, error: status >= 200 && status < 300 ? null : failure }
}
