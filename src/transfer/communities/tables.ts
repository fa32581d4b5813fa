// What an export of a community contains: every table of a community, or the reason why not.
import type { DB } from '../../../generated/database'

type Table = Exclude<keyof DB, `live_${string}`>
type TableOfCommunity = { [Name in Table]: 'community_id' extends keyof DB[Name] ? Name : never }[Table]

/** `values`: SQL of columns that have another value on the next server. */
type Move<Name extends TableOfCommunity> =
  { readonly values: { readonly [Column in keyof DB[Name]]?: string } } | { readonly because: string }

const rows = { values: {} } as const

/** Replaced by `sealedColumns`. */
const NO_SECRET = `'\\x'::bytea`

/** A new table must be added here to compile. */
export const moves: { readonly [Name in TableOfCommunity]: Move<Name> } = {
  community: { values: { moved_at: 'null' } },
  subscription: rows,
  community_storage: rows,
  // checking_until: stopCommunity holds the lease
  platform_connection: { values: { credential: NO_SECRET, checking_until: 'null', memberships_page: 'null' } },
  api_key: rows,
  legacy_key: rows,
  rank: rows,
  member: rows,
  medal: rows,
  member_medal: rows,
  qualification: rows,
  member_qualification: rows,
  leaderboard_step: rows,
  award_batch: rows,
  application: rows,
  application_version: rows,
  application_template: rows,
  application_response: rows,
  account_link: rows,
  identity: rows,
  link_code: { because: 'one-time codes expire within 15 minutes, and their hashes are keyed by this server' },
  link_attempt: { because: 'attempts to enter such a code' },
  password_guess: rows,
  result_message: rows,
  notification: rows,
  blacklist_entry: rows,
  warning: rows,
  suspension: rows,
  suspension_settings: rows,
  event_type: rows,
  event: rows,
  event_attendee: rows,
  event_award: rows,
  platform_operation: rows,
  platform_operation_history: rows,
  idempotency_key: rows,
  request_key: { values: { reply: `case when reply is not null then ${NO_SECRET} end` } },
  // not_before: stopCommunity postpones all messages
  webhook_endpoint: {
    values: {
      secret: NO_SECRET,
      previous_secret: `case when previous_secret is not null then ${NO_SECRET} end`,
      not_before: 'now()',
    },
  },
  webhook_feed: rows,
  webhook_line: { values: { lease_until: 'null' } },
  webhook_delivery: rows,
  audit_entry: rows,
  // the next server has another key: its first seal covers these
  audit_seal: { values: { mac: 'null' } },
  audit_head: { because: 'a MAC by the key of this server' },
  audit_redaction: rows,
  audit_forgotten: rows,
  dispatch_lane: { because: 'the turn and the pause of the community on one server' },
}

/** Under ENCRYPTION_KEY; `id`: SQL of what names the row within its community, null for one row; `isId`: whether that is $3. An export contains the secrets, and each server encrypts them with its own key. */
export const sealedColumns = [
  { table: 'platform_connection', column: 'credential', id: null, isId: `$3 = ''` },
  { table: 'webhook_endpoint', column: 'secret', id: 'webhook_id', isId: 'webhook_id = $3' },
  { table: 'webhook_endpoint', column: 'previous_secret', id: 'webhook_id', isId: 'webhook_id = $3' },
  {
    ...{ table: 'request_key', column: 'reply', id: `encode(key, 'hex') || ' ' || owner` },
    isId: `key = decode(left($3, 64), 'hex') and owner = substr($3, 66)`,
  },
] as const

export type SealedColumn = (typeof sealedColumns)[number]

/** What a ciphertext is bound to. @param id of its row within the community; null: one row */
export const ownerOfSecret = (communityId: string, id: string | null): string =>
  id === null ? communityId : `${communityId} ${id}`
