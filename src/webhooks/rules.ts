// Which audit entries become messages, who receives them, and what follows from an attempt. Pure.
import { webhookReadScopes } from '../../generated/operations'
import type { Schema } from '../contract/types'
import { timeOf } from '../base/time'

/** `*`: all types. */
export type TypeChoice = Schema<'WebhookTypes'>[number]
export type EventType = Exclude<TypeChoice, '*'>
export const TEST_TYPE = 'webhook.test'

/** Per community; the operator may set another limit. */
export const MAX_ENDPOINTS = 10
/** The quota is in sql/functions/storage_quotas.sql. */
export const MESSAGES_QUOTA = 'webhook-messages'
/** Of messages that concern no member. */
export const partitions = { withoutMember: 0, tests: -1 } as const

export interface Entry {
  readonly audit_id: number
  readonly at: string
  readonly action: string
  readonly user_id: number | null
  readonly before: unknown
  readonly after: unknown
}

type Fields = readonly (string | readonly [name: string, own: readonly string[]])[]

interface EventRule {
  readonly type: EventType
  /** Constant properties. */
  readonly facts?: Readonly<Record<string, string>>
  /** Other fields are withheld. */
  readonly before?: Fields
  readonly after?: Fields
  /** Fields that identify the subject. */
  readonly about?: Fields
}

const medal = { type: 'member.awarded', facts: { award: 'medal' }, about: ['name'] } as const
const qualification = { type: 'member.awarded', facts: { award: 'qualification' }, about: ['name'] } as const
const rank = [['rank', ['uniqueId', 'rankId', 'name']]] as const
const connection = ['status', 'reason', 'expiresAt'] as const
const response = ['applicationId', 'responseId', 'applicationVersion'] as const

const eventMap = new Map<string, EventRule>(
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
    'platform.expiring': { type: 'platform.connection.changed', about: connection },
    'platform.status': { type: 'platform.connection.changed', about: connection },
    'rank.ambiguous': { type: 'ranks.ambiguous' },
    'key.limited': { type: 'key.limited', about: ['keyId', 'limit'] },
    'person.limited': { type: 'person.limited', about: ['personId', 'limit'] },
    'key.many-members': { type: 'key.many-members', about: ['keyId', 'members', 'limit'] },
    'person.many-members': { type: 'person.many-members', about: ['personId', 'members', 'limit'] },
    'key.paused': { type: 'key.paused', about: ['keyId', 'pausedAt'] },
    'person.paused': { type: 'person.paused', about: ['personId', 'pausedAt'] },
    'platform.paused': { type: 'platform.paused', about: ['pausedAt'] },
    'group.alarm': { type: 'group.alarm', about: ['since', 'changes', 'rankChanges', 'removals', 'bans', 'limit'] },
    'event.finish': { type: 'event.finished', about: ['eventId'], before: ['state'], after: ['state'] },
  }),
)

export function messageOf(entry: Entry): { type: EventType; body: string } | null {
  const rule = eventMap.get(entry.action)
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

export function testBody(at: Date): string {
  return JSON.stringify({ type: TEST_TYPE, timestamp: timeOf(at), data: {} })
}

/** Only scalars and listed objects are kept, as others could hold fields that were never reviewed. */
function pick(side: unknown, fields: Fields): Record<string, unknown> {
  if (typeof side !== 'object' || side === null) return {}
  const entries = fields.flatMap((field) => {
    const [name, own] = typeof field === 'string' ? [field, null] : field
    const value = (side as Record<string, unknown>)[name]
    if (own !== null && typeof value === 'object' && value !== null) return [[name, pick(value, own)] as const]
    const isPlain = value === null || ['string', 'number', 'boolean'].includes(typeof value)
    return isPlain ? [[name, value] as const] : []
  })
  return Object.fromEntries(entries)
}

export function subscribesTo(types: readonly string[] | null, type: EventType): boolean {
  return types === null || types.includes(type)
}

export function readScopesOf(types: readonly string[] | null): string[] {
  const scopes = Object.entries(webhookReadScopes).flatMap(([type, scope]) =>
    subscribesTo(types, type as EventType) ? [scope] : [],
  )
  return [...new Set(scopes)]
}

export function toStoredTypes(choice: readonly TypeChoice[]): EventType[] | null {
  return choice.includes('*') ? null : (choice as EventType[])
}

/** Seconds between attempts, before the jitter. */
const retryDelays = [5, 30, 120, 600, 3_600, 10_800, 21_600, 43_200, 86_400] as const
/** Fraction of a delay, so that messages that failed together are retried apart. */
const JITTER = 0.2
/** Without a success for this long, an endpoint is disabled. */
const FAILING_SECONDS = 3 * 86_400

export interface AttemptResult {
  /** Null: no response. */
  readonly status: number | null
  /** Null: delivered. */
  readonly error: string | null
  readonly retryAfterSeconds: number | null
}

export type DeliveryDecision =
  | { readonly to: 'delivered' }
  | { readonly to: 'pending'; readonly delaySeconds: number }
  | { readonly to: 'parked'; readonly gone: boolean }

/**
 * @param before number of earlier attempts
 * @param random from 0 to 1
 */
export function decideDelivery(type: string, before: number, result: AttemptResult, random: number): DeliveryDecision {
  if (result.error === null) return { to: 'delivered' }
  if (result.status === 410) return { to: 'parked', gone: true }
  const delay = type === TEST_TYPE ? undefined : retryDelays[before]
  if (delay === undefined) return { to: 'parked', gone: false }
  const jittered = delay * (1 - JITTER + 2 * JITTER * random)
  return { to: 'pending', delaySeconds: Math.max(jittered, requestedPause(result) ?? 0) }
}

/**
 * Null: it stays enabled; failed tests never disable.
 * @param failingSeconds since the first failure after the last success; null: not failing
 */
export function reasonToDisable(
  type: string,
  decision: DeliveryDecision,
  result: AttemptResult,
  failingSeconds: number | null,
): 'gone' | 'failing' | null {
  if (decision.to === 'parked' && decision.gone) return 'gone'
  const hasFailed = result.error !== null && type !== TEST_TYPE
  return hasFailed && (failingSeconds ?? 0) > FAILING_SECONDS ? 'failing' : null
}

/** Seconds: the Retry-After of 429 and 503 (RFC 9110, 10.2.3). */
export function requestedPause({ status, retryAfterSeconds }: AttemptResult): number | null {
  return status === 429 || status === 503 ? retryAfterSeconds : null
}

export function resultOf(status: number, retryAfterSeconds: number | null): AttemptResult {
  const isRedirect = status >= 300 && status < 400
  const failure = `answered ${status}${isRedirect ? ', and redirects are not followed' : ''}`
  return { status, retryAfterSeconds, error: status >= 200 && status < 300 ? null : failure }
}
