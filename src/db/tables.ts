// The registry of tables: for each, what the mechanisms over all tables (rights, erasure, export, encryption, Citus)
// need to know.
import type { DB } from '../../generated/database'
import * as erasures from './erasures'

export type Table = Exclude<keyof DB, `live_${string}`>
type TableOfCommunity = { [Name in Table]: 'community_id' extends keyof DB[Name] ? Name : never }[Table]

/**
 * With Citus (docs/operations/citus.md), a table is `distributed` over the nodes by community_id, a `reference` on
 * every node for triggers, `local` on the coordinator, or `alone` there: not written together with rows of a node, or
 * expendable.
 */
export type Placement = 'distributed' | 'reference' | 'local' | 'alone'

/**
 * In the export of a community. `values`: SQL of columns that have another value on the next server. `because`: why the
 * table is left out.
 */
type Move<Name extends Table> =
  { readonly values: { readonly [Column in keyof DB[Name]]?: string } } | { readonly because: string }

/**
 * In the erasure of an account, which is $1. `own` deletes the rows with it as `user_id`. `audit`: writers only append,
 * so a lock wait cannot deadlock. `account`: the column that shows data about an account.
 */
export type Erasure =
  | { readonly statement: string; readonly audit?: true; readonly account?: string }
  | { readonly own: true }
  | { readonly because: string }

export type Right = 'select' | 'insert' | 'update' | 'delete' | 'truncate' | 'references' | 'trigger'

/**
 * ENCRYPTION_KEY encrypts the column. A ciphertext is bound to `owner` and `key`, the primary key of its row. The file of an
 * exported community has the secret in clear text, and the next server encrypts it with its own key.
 */
export interface Sealed<Column> {
  readonly key: readonly Column[]
  readonly owner?: string
  /** Until this time, a process replaces the ciphertext itself. */
  readonly lockedUntil?: Column
}

type ColumnOf<Name extends Table> = keyof DB[Name] & string
type BytesOf<Name extends Table> = {
  [Column in ColumnOf<Name>]: Extract<DB[Name][Column], Buffer> extends never ? never : Column
}[ColumnOf<Name>]
/** A new column of bytes must be added here to compile. */
type Bytes<Name extends Table> = { readonly [Column in BytesOf<Name>]: Sealed<ColumnOf<Name>> | 'digest' }

/** In the order of sql/schema.sql, where a table comes after those that it refers to. */
export const roomsOfTables = [
  'communities',
  'ranks',
  'platform-connection',
  'auth',
  'members',
  'identities',
  'people',
  'operations',
  'idempotency',
  'awards',
  'moderation',
  'applications',
  'events',
  'reversals',
  'webhooks',
  'audit',
  'data-rights',
  'encryption',
  'limits',
  'jobs',
  'db',
] as const

interface Facts {
  /** The folder of src/ that it belongs to. */
  readonly room: (typeof roomsOfTables)[number]
  readonly placement: Placement
  readonly erased: Erasure
  /** Of the server's role; default: select, insert, update and delete. */
  readonly rights?: readonly Right[]
}

type Row<Name extends Table> = Facts &
  (BytesOf<Name> extends never ? { readonly bytes?: never } : { readonly bytes: Bytes<Name> }) &
  (Name extends TableOfCommunity ? { readonly moves: Move<Name> } : { readonly moves?: never })

const rows = { values: {} } as const
const ofServer = { because: 'codes and cookies are of this server, and end within 12 hours' } as const
const hashesOfSession = { token_hash: 'digest', attempt_hash: 'digest' } as const
const stays = { because: 'people are invited again on the next server' } as const

const run = (statement: string, account?: string): { statement: string; account?: string } => ({
  statement,
  ...(account ? { account } : {}),
})
/** A security definer function that returns the number of rows. */
const auditFunction = (name: string) => ({ statement: `select ${name}($1) as erased`, audit: true }) as const
/** Of requests of an applicant (`idOf` in http/caller.ts). */
const bucketsOfAccount = (table: string): string =>
  `delete from ${table} where split_part(bucket, ' ', 3) = 'applicant' and split_part(bucket, ' ', 4) = $1::text`
const ownRows: Erasure = { own: true }
const nothing = (because: string): Erasure => ({ because })
const staff = run(erasures.peopleOfAccount, 'user_id')
const ofEndpoint = { key: ['community_id', 'webhook_id'] } as const
const readOnly: readonly Right[] = ['select']
const appendOnly: readonly Right[] = ['select', 'insert']

/** In the order of erasure: referencing tables come first. A new table must be added here to compile. */
export const tables = {
  // a rotation re-encrypts in this order: these first, because nothing else can make them again
  erasure_digest_key: {
    room: 'encryption',
    placement: 'local',
    erased: nothing('keys of digests; no account'),
    bytes: { sealed: { key: ['key_id'], owner: 'erasure digest ' } },
  },
  // before the member, whose name it reads
  identity: {
    room: 'identities',
    placement: 'distributed',
    moves: rows,
    erased: run(erasures.identitiesOfAccount, 'user_id'),
  },
  link_code: {
    room: 'members',
    placement: 'local',
    moves: ofServer,
    erased: run(erasures.codesOfAccount),
    bytes: { code_hash: 'digest' },
  },
  applicant_code: {
    room: 'people',
    placement: 'local',
    moves: ofServer,
    erased: ownRows,
    bytes: { code_hash: 'digest' },
  },
  applicant_session: { room: 'people', placement: 'local', moves: ofServer, erased: ownRows, bytes: hashesOfSession },
  account_link: { room: 'members', placement: 'local', moves: rows, erased: ownRows },
  verified_account: { room: 'identities', placement: 'local', erased: ownRows },
  link_attempt: {
    room: 'members',
    placement: 'local',
    moves: { because: 'attempts to enter such a code' },
    erased: nothing('keyed hashes, for 15 minutes'),
    bytes: { subject: 'digest' },
  },
  account_restriction: { room: 'identities', placement: 'local', erased: ownRows },
  password_guess: { room: 'applications', placement: 'local', moves: rows, erased: ownRows },
  blacklist_entry: { room: 'moderation', placement: 'local', moves: rows, erased: ownRows },
  warning: { room: 'moderation', placement: 'local', moves: rows, erased: ownRows },
  suspension: { room: 'moderation', placement: 'local', moves: rows, erased: ownRows },
  result_message: {
    room: 'applications',
    placement: 'distributed',
    moves: rows,
    erased: run(`delete from result_message m using application_response r
    where r.community_id = m.community_id and r.response_id = m.response_id and r.user_id = $1`),
  },
  notification: { room: 'applications', placement: 'distributed', moves: rows, erased: ownRows },
  application_response: { room: 'applications', placement: 'distributed', moves: rows, erased: ownRows },
  // rank changes: a worker that executes one finds that its lease is lost
  platform_operation: {
    room: 'operations',
    placement: 'local',
    moves: rows,
    erased: run(erasures.operationsOfAccount, 'user_id'),
  },
  platform_operation_history: {
    room: 'operations',
    placement: 'local',
    moves: rows,
    erased: nothing('goes with platform_operation'),
  },
  idempotency_key: {
    room: 'operations',
    placement: 'local',
    moves: rows,
    erased: nothing('goes with platform_operation'),
    bytes: { fingerprint: 'digest' },
  },
  // messages to others and the effects of a batch on others stay
  webhook_delivery: { room: 'webhooks', placement: 'local', moves: rows, erased: ownRows },
  webhook_line: { room: 'webhooks', placement: 'alone', moves: { values: { lease_until: 'null' } }, erased: ownRows },
  award_batch: {
    room: 'awards',
    placement: 'local',
    moves: rows,
    erased: run(erasures.outcomesOfAccount),
    bytes: { fingerprint: 'digest' },
  },
  request_key: {
    room: 'idempotency',
    placement: 'distributed',
    moves: rows,
    erased: run(erasures.repliesOfAccount),
    bytes: { reply: { key: ['community_id', 'owner', 'key'] }, fingerprint: 'digest', key: 'digest' },
  },
  // events: the counts stay; the reason of a cancelled one may be about its host
  event: {
    room: 'events',
    placement: 'distributed',
    moves: rows,
    erased: run(
      `update event e set
      attendee_count = e.attendee_count - (e.state in ('scheduled', 'active') and exists (select from event_attendee a
        where a.community_id = e.community_id and a.event_id = e.event_id and a.user_id = $1))::integer,
      cancel_reason = case when e.host_user_id = $1 then null else e.cancel_reason end,
      host_user_id = nullif(e.host_user_id, $1)
    where e.host_user_id = $1 or (e.community_id, e.event_id) in
      (select a.community_id, a.event_id from event_attendee a where a.user_id = $1)`,
      'host_user_id',
    ),
  },
  event_award: { room: 'events', placement: 'distributed', moves: rows, erased: ownRows },
  event_attendee: { room: 'events', placement: 'distributed', moves: rows, erased: ownRows },
  member_medal: { room: 'awards', placement: 'distributed', moves: rows, erased: ownRows },
  member_qualification: { room: 'awards', placement: 'distributed', moves: rows, erased: ownRows },
  member: { room: 'members', placement: 'distributed', moves: rows, erased: ownRows },
  // the owner of a community's credential: the platform's limits are then counted per community
  // checking_until: stopCommunity holds the lease
  platform_connection: {
    room: 'platform-connection',
    placement: 'local',
    moves: { values: { checking_until: 'null', memberships_page: 'null' } },
    erased: run(`update platform_connection set owner_user_id = null where owner_user_id = $1`, 'owner_user_id'),
    bytes: { credential: { key: ['community_id'], lockedUntil: 'checking_until' } },
  },
  platform_budget: {
    room: 'operations',
    placement: 'alone',
    erased: run(`delete from platform_budget where owner = 'key ' || $1::text`),
  },
  // a reversal that is under way ends: its job stays on the former server
  reversal: {
    room: 'reversals',
    placement: 'distributed',
    moves: {
      values: {
        state: `case when completed_at is null then 'failed' else state end`,
        error_code: `case when completed_at is null then 'community_moved' else error_code end`,
        completed_at: 'coalesce(completed_at, now())',
      },
    },
    erased: run(
      `update reversal set source_id = 'erased', reason = null where source = 'account' and source_id = $1::bigint::text`,
    ),
  },
  reversal_item: { room: 'reversals', placement: 'distributed', moves: rows, erased: ownRows },
  // audit logs: action, actor and time stay
  audit_entry: {
    room: 'audit',
    placement: 'distributed',
    moves: rows,
    erased: { ...auditFunction('erase_audit_account'), account: 'user_id' },
    rights: appendOnly,
  },
  account_audit_entry: {
    room: 'identities',
    placement: 'local',
    erased: auditFunction('erase_account_audit_account'),
    rights: appendOnly,
  },
  data_rights_hold: { room: 'data-rights', placement: 'local', erased: ownRows },
  erasure_request: {
    room: 'data-rights',
    placement: 'local',
    erased: nothing('completed with the counts, after everything else'),
    bytes: { account_digest: 'digest' },
  },
  community: {
    room: 'communities',
    placement: 'local',
    moves: { values: { moved_at: 'null' } },
    erased: nothing('settings of a community'),
  },
  subscription: { room: 'communities', placement: 'local', moves: rows, erased: nothing('plans of a community') },
  plan: { room: 'communities', placement: 'local', erased: nothing('plans') },
  community_storage: {
    room: 'communities',
    placement: 'distributed',
    moves: rows,
    erased: nothing('storage use of a community'),
  },
  api_key: {
    room: 'auth',
    placement: 'local',
    moves: rows,
    erased: nothing('keys of a community'),
    bytes: { key_hash: 'digest' },
  },
  person: {
    room: 'people',
    placement: 'local',
    moves: stays,
    erased: staff,
    bytes: { invitation_hash: 'digest', public_key: 'digest' },
  },
  staff_role: { room: 'people', placement: 'local', moves: rows, erased: nothing('definitions') },
  person_session: {
    room: 'people',
    placement: 'local',
    moves: stays,
    erased: nothing('goes with person'),
    bytes: { token_hash: 'digest' },
  },
  take_window: {
    room: 'auth',
    placement: 'local',
    moves: { because: 'it is of one hour' },
    erased: nothing('numbers of keys and people'),
  },
  legacy_key: {
    room: 'auth',
    placement: 'local',
    moves: rows,
    erased: nothing('keys of a community'),
    bytes: { key_hash: 'digest' },
  },
  rank: { room: 'ranks', placement: 'distributed', moves: rows, erased: nothing('roles of a group') },
  medal: { room: 'awards', placement: 'distributed', moves: rows, erased: nothing('definitions') },
  qualification: { room: 'awards', placement: 'distributed', moves: rows, erased: nothing('definitions') },
  application: { room: 'applications', placement: 'distributed', moves: rows, erased: nothing('forms') },
  application_version: { room: 'applications', placement: 'distributed', moves: rows, erased: nothing('forms') },
  application_template: { room: 'applications', placement: 'distributed', moves: rows, erased: nothing('forms') },
  dispatch_lane: {
    room: 'operations',
    placement: 'alone',
    moves: { because: 'turn and pause on one server' },
    erased: nothing('scheduling'),
  },
  leaderboard_step: {
    room: 'members',
    placement: 'distributed',
    moves: rows,
    erased: nothing('counts of experience, without accounts'),
  },
  dispatch_switch: { room: 'operations', placement: 'local', erased: nothing('a switch of the deployment') },
  name_step: { room: 'members', placement: 'alone', erased: nothing('the health of steps, without names') },
  scheduled_job: { room: 'jobs', placement: 'alone', erased: nothing('scheduled jobs of the deployment') },
  worker_process: { room: 'jobs', placement: 'alone', erased: nothing('processes of the deployment') },
  rate_window: { room: 'limits', placement: 'alone', erased: run(bucketsOfAccount('rate_window')) },
  rate_log: { room: 'limits', placement: 'alone', erased: run(bucketsOfAccount('rate_log')) },
  event_type: { room: 'events', placement: 'distributed', moves: rows, erased: nothing('definitions') },
  suspension_settings: {
    room: 'moderation',
    placement: 'local',
    moves: rows,
    erased: nothing('settings of a community'),
  },
  // not_before: stopCommunity postpones all messages
  webhook_endpoint: {
    room: 'webhooks',
    placement: 'local',
    moves: { values: { not_before: 'now()' } },
    erased: nothing('endpoints of a community'),
    bytes: { secret: ofEndpoint, previous_secret: ofEndpoint },
  },
  webhook_feed: { room: 'webhooks', placement: 'local', moves: rows, erased: nothing('cursors in the audit log') },
  audit_reader: { room: 'audit', placement: 'local', erased: nothing('positions of jobs in the audit log') },
  audit_news: {
    room: 'audit',
    placement: 'local',
    moves: { because: 'its import is a new entry of the next server' },
    erased: nothing('communities with new entries'),
  },
  audit_history: {
    room: 'audit',
    placement: 'alone',
    erased: nothing('the cluster that the positions belong to'),
    rights: readOnly,
  },
  // the next server has another key: its first seal covers these
  audit_seal: {
    room: 'audit',
    placement: 'distributed',
    moves: { values: { mac: 'null' } },
    erased: nothing('hashes of entries; erasing an entry removes the salt of its hash'),
    rights: readOnly,
    bytes: { hash: 'digest', mac: 'digest', previous: 'digest' },
  },
  audit_head: {
    room: 'audit',
    placement: 'distributed',
    moves: { because: 'a MAC by the key of this server' },
    erased: nothing('the hash of the newest seal'),
    rights: readOnly,
    bytes: { hash: 'digest', mac: 'digest' },
  },
  audit_redaction: {
    room: 'audit',
    placement: 'distributed',
    moves: rows,
    erased: nothing('ids of erased entries, and hashes of what is left'),
    rights: readOnly,
    bytes: { hash: 'digest' },
  },
  audit_forgotten: {
    room: 'audit',
    placement: 'distributed',
    moves: rows,
    erased: nothing('the start of each audit log after retention'),
    rights: readOnly,
  },
  platform_operation_transition: { room: 'operations', placement: 'local', erased: nothing('a rule') },
  event_transition: { room: 'events', placement: 'reference', erased: nothing('a rule') },
  suspension_transition: { room: 'moderation', placement: 'local', erased: nothing('a rule') },
  encryption_key: { room: 'encryption', placement: 'local', erased: nothing('ids of encryption keys; no account') },
  schema_function: { room: 'db', placement: 'alone', erased: nothing('applied functions'), rights: readOnly },
  schema_migration: { room: 'db', placement: 'alone', erased: nothing('applied migrations'), rights: readOnly },
} satisfies { readonly [Name in Table]: Row<Name> }

export interface TableFacts {
  readonly name: Table
  readonly placement: Placement
  readonly moves?: { readonly values: Readonly<Record<string, string>> } | { readonly because: string }
  readonly erased: Erasure
  readonly rights?: readonly Right[]
  readonly bytes?: Readonly<Record<string, Sealed<string> | 'digest'>>
}

export const everyTable: readonly TableFacts[] = (Object.keys(tables) as Table[]).map((name) => ({
  name,
  ...tables[name],
}))

export const placedTables = (...placements: readonly Placement[]): Table[] =>
  everyTable
    .filter(({ placement }) => placements.includes(placement))
    .map(({ name }) => name)
    .sort()

/** Null: nothing is erased. */
export function erasureOf({ name, erased }: TableFacts): Extract<Erasure, { statement: string }> | null {
  if ('own' in erased) return { statement: `delete from ${name} where user_id = $1`, account: 'user_id' }
  return 'statement' in erased ? erased : null
}

export interface SealedColumn extends Sealed<string> {
  readonly table: Table
  readonly column: string
}

export const sealedColumns: readonly SealedColumn[] = everyTable.flatMap(({ name: table, bytes = {} }) =>
  Object.entries(bytes).flatMap(([column, use]) => (use === 'digest' ? [] : [{ table, column, ...use }])),
)

export const ownerOfSecret = ({ owner = '' }: Pick<SealedColumn, 'owner'>, key: readonly string[]): string =>
  owner + key.join(' ')
