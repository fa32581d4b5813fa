// SQL of export and partial erasure.
import { CompiledQuery, sql, type ExpressionBuilder } from 'kysely'
import type { DB } from '../../generated/database'
import type { Db, TxCtx } from '../context'
import type { Schema } from '../contract/types'
import {
  accountColumns,
  columnsUsedAs,
  type ExportedTable,
  type TableOfAccounts,
  type Use,
} from '../db/account-columns'
import { reasonsOfReversals } from '../db/erasures'
import { own, type Tenant } from '../db/own'
import { now } from '../db/expressions'
import { tables } from '../db/tables'
import { columns, statement, utc, type RowOf } from '../db/statements'
import { findMember } from '../members/queries'
import { toMember } from '../members/views'

/** Ids, status and dates stay. */
export async function eraseResponses(db: Db, userId: number): Promise<number> {
  const result = await db
    .updateTable('application_response')
    .set({
      questions: null,
      answers: null,
      private_note: null,
      applicant_feedback: null,
      chat_user_id: null,
      username: null,
      display_name: null,
      // the score would reveal the answers
      correct: null,
      graded: null,
      erased_at: now,
    })
    .where('user_id', '=', userId)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

export async function eraseNotifications(db: Db, userId: number): Promise<number> {
  const result = await db
    .updateTable('notification')
    .set({ payload: sql`payload - 'applicantFeedback'` })
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** The rest of an outcome stays, so that a retry awards nothing. */
export async function eraseBatchOutcomes(db: Db, userId: number): Promise<void> {
  await db.executeQuery(CompiledQuery.raw(tables.award_batch.erased.statement, [userId]))
}

export async function eraseStoredReplies(db: Db, userId: number): Promise<void> {
  await db.executeQuery(CompiledQuery.raw(tables.request_key.erased.statement, [userId]))
}

export async function closeMessages(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('result_message as m')
    .from('application_response as r')
    .set(({ fn, case: when, ref }) => ({
      error: null,
      // ignores null, and is of the past
      finished_at: fn('least', ['m.finished_at', now]),
      status: when('m.status').when('queued').then<'closed'>('closed').else(ref('m.status')).end(),
    }))
    .whereRef('r.community_id', '=', 'm.community_id')
    .whereRef('r.response_id', '=', 'm.response_id')
    .where('r.user_id', '=', userId)
    .execute()
}

/** Of the reversals of changes that the account made by hand, or that were taken back from it. */
export async function eraseReversalReasons(db: Db, userId: number): Promise<void> {
  await db.executeQuery(CompiledQuery.raw(reasonsOfReversals, [userId]))
  await db
    .updateTable('platform_operation')
    .set({ reversal: sql`reversal - 'reason'` })
    .where('user_id', '=', userId)
    .where(sql<boolean>`reversal ? 'reason'`)
    .execute()
}

/** People of the staff who are bound to the account. */
export async function deletePeople(db: Db, userId: number): Promise<void> {
  await db.executeQuery(CompiledQuery.raw(tables.person.erased.statement, [userId]))
}

/** @returns the number of audit entries that lost the name */
export async function erasePersonNames(tx: TxCtx, personId: string): Promise<number> {
  const names = ({ fn, val }: ExpressionBuilder<DB, never>) =>
    fn<number>('erase_person_names', [val(tx.community.communityId), val(personId)]).as('erased')
  return (await tx.db.selectNoFrom(names).executeTakeFirstOrThrow()).erased
}

export const listSessionsOfPerson = (ctx: Tenant, personId: string) =>
  own(ctx)
    .selectFrom('person_session')
    .select(['session_id as sessionId', 'client', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .select(['expires_at as expiresAt', 'ended_at as endedAt', 'proved_at as provedAt'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .execute()

/** Points, rank and awards stay. */
export async function eraseProfiles(db: Db, userId: number): Promise<number> {
  const result = await db
    .updateTable('member')
    .set({ username: null, display_name: null, synced_at: null, named_at: null, updated_at: now })
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Every process forgets the picture of the account. */
export async function announceErasure(db: Db, userId: number): Promise<void> {
  await sql`select pg_notify('account_erased', ${String(userId)})`.execute(db)
}

/** The actor, action and time are kept. */
export async function eraseAuditTexts(db: Db, userId: number): Promise<number> {
  const { erased } = await db
    .selectNoFrom(({ fn, val }) => fn<number>('erase_audit_texts', [val(userId)]).as('erased'))
    .executeTakeFirstOrThrow()
  return erased
}

export async function eraseAccountAuditTexts(db: Db, userId: number): Promise<void> {
  await db.selectNoFrom(({ fn, val }) => fn('erase_account_audit_texts', [val(userId)]).as('erased')).execute()
}

/** The records stay. */
export async function eraseReasons(db: Db, userId: number): Promise<void> {
  for (const table of ['blacklist_entry', 'warning', 'suspension', 'data_rights_hold'] as const) {
    await clearWords(db, userId, table)
  }
  // a cancel reason may be about the host
  await clearWords(db, userId, 'event', 'host_user_id')
}

/** Before `eraseProfiles`. The ids stay, also those whose report contradicted what is known, under any account. */
export async function eraseReportedNames(db: Db, userId: number): Promise<void> {
  await clearWords(db, userId, 'identity')
  await clearWords(db, userId, 'identity', 'conflict_user_id')
  const named = sql`exists (select from member m where m.community_id = identity.community_id and m.user_id = ${userId}
    and lower(m.username) = lower(identity.username))`
  await sql`update identity set username = null, display_name = null where ${named}`.execute(db)
}

async function clearWords(db: Db, userId: number, table: TableOfAccounts, account = 'user_id'): Promise<void> {
  const cleared = columnsUsedAs(table, 'words', 'staff-words').map((column) => sql`${sql.ref(column)} = null`)
  await sql`update ${sql.table(table)} set ${sql.join(cleared)} where ${sql.ref(account)} = ${userId}`.execute(db)
}

export async function eraseWebhookDeliveries(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('webhook_delivery').where('user_id', '=', userId).execute()
}

/** The columns of the row `t` that an export contains. */
function fieldsOf(table: ExportedTable, row: string, more: Readonly<Record<string, string>> = {}): string {
  const fields = Object.entries<Use>(accountColumns[table]).flatMap(([column, use]) => {
    const exported = valueOf(use, `${row}.${column}`)
    return exported === null ? [] : [`'${camelCase(column)}', ${exported}`]
  })
  const others = Object.entries(more).map(([name, value]) => `'${name}', ${value}`)
  return `json_build_object(${[...fields, ...others].join(', ')})`
}

function valueOf(use: Use, column: string): string | null {
  if (use === 'internal' || use === 'staff-words') return null
  if (use === 'time') return utc(column)
  return use === 'id' ? `${column}::text` : column
}

const camelCase = (column: string): string => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

function rowsOf(
  table: ExportedTable,
  order: string,
  {
    more = {},
    account = 'user_id',
  }: { readonly more?: Readonly<Record<string, string>>; readonly account?: string } = {},
): string {
  return `coalesce((select json_agg(${fieldsOf(table, 't', more)} order by ${order}) from ${table} t
    where t.community_id = :communityId and t.${account} = :userId), '[]')`
}

const messageOfResponse = `(select json_build_object('status', m.status, 'queuedAt', ${utc('m.queued_at')}, 'finishedAt', ${utc('m.finished_at')})
  from result_message m where m.community_id = :communityId and m.response_id = t.response_id)`

const nameOfEvent = `(select e.name from event e where e.community_id = :communityId and e.event_id = t.event_id)`
const awardsOfEvent = `coalesce((select json_agg(${fieldsOf('event_award', 'w')} order by w.kind) from event_award w
  where w.community_id = :communityId and w.event_id = t.event_id and w.user_id = t.user_id), '[]')`

const actorOfEntry = `json_build_object('kind', t.actor_kind, 'id', t.actor_id)`

// two statements, because those of one statement are on one node of a distributed database
const onNode = {
  responses: rowsOf('application_response', 't.submitted_at, t.response_id', { more: { message: messageOfResponse } }),
  notifications: rowsOf('notification', 't.notification_id'),
  eventsAttended: rowsOf('event_attendee', 't.added_at, t.event_id', {
    more: { name: nameOfEvent, awards: awardsOfEvent },
  }),
  eventsHosted: rowsOf('event', 't.starts_at, t.event_id', { account: 'host_user_id' }),
  auditEntries: rowsOf('audit_entry', 't.audit_id', { more: { actor: actorOfEntry } }),
  // of others: not what was changed
  actedFor: `coalesce((select json_agg(json_build_object('auditId', t.audit_id::text, 'at', ${utc('t.at')}, 'action', t.action)
    order by t.audit_id) from audit_entry t where t.community_id = :communityId and t.on_behalf_of = :userId), '[]')`,
  identities: rowsOf('identity', 't.domain'),
}

const awardBatchEntries = `coalesce((
  select json_agg(json_build_object('batchId', b.batch_id, 'createdAt', ${utc('b.created_at')}, 'outcome', one)
    order by b.created_at, b.batch_id, place)
  from award_batch b cross join jsonb_array_elements(b.outcome) with ordinality as entry (one, place)
  where b.community_id = :communityId and b.outcome @> jsonb_build_array(jsonb_build_object('userId', :userId::bigint::text))
    and one ->> 'userId' = :userId::bigint::text), '[]')`

const sessionsOfPerson = `coalesce((select json_agg(json_build_object('sessionId', s.session_id, 'client', s.client,
    'createdAt', ${utc('s.created_at')}, 'lastUsedAt', ${utc('s.last_used_at')}, 'expiresAt', ${utc('s.expires_at')},
    'endedAt', ${utc('s.ended_at')}, 'provedAt', ${utc('s.proved_at')}) order by s.created_at, s.session_id)
  from person_session s where s.community_id = :communityId and s.person_id = t.person_id), '[]')`

const onCoordinator = {
  blacklistEntries: rowsOf('blacklist_entry', 't.created_at, t.blacklist_entry_id'),
  warnings: rowsOf('warning', 't.created_at, t.warning_id'),
  suspensions: rowsOf('suspension', 't.created_at, t.suspension_id'),
  passwordGuesses: rowsOf('password_guess', 't.application_id'),
  rankChanges: rowsOf('platform_operation', 't.seq'),
  awardBatchEntries,
  webhookDeliveries: rowsOf('webhook_delivery', 't.seq'),
  accountLinks: rowsOf('account_link', 't.linked_at'),
  staff: rowsOf('person', 't.created_at, t.person_id', { more: { sessions: sessionsOfPerson } }),
  applicantSessions: rowsOf('applicant_session', 't.created_at, t.session_id'),
  applicantCodes: rowsOf('applicant_code', 't.expires_at'),
}

const selected = (lists: Readonly<Record<string, string>>): string =>
  Object.entries(lists)
    .map(([name, rows]) => `${rows} as "${name}!"`)
    .join(', ')

const nodeStatement = statement(
  'read_community_export',
  `select ${selected(onNode)}`,
  columns<Record<keyof typeof onNode, readonly object[]>>(),
)
const coordinatorStatement = statement(
  'read_community_export_rest',
  `select ${selected(onCoordinator)}`,
  columns<Record<keyof typeof onCoordinator, readonly object[]>>(),
)

export type CommunityExportRow = {
  readonly communityId: string
  readonly name: string
  readonly member: Schema<'Member'> | null
} & RowOf<typeof nodeStatement> &
  RowOf<typeof coordinatorStatement>

export async function readCommunityExports(db: Db, userId: number): Promise<CommunityExportRow[]> {
  const communities = await db
    .selectFrom('community')
    .select(['community_id', 'name'])
    .orderBy('community_id')
    .execute()
  const exported: CommunityExportRow[] = []
  for (const { community_id: communityId, name } of communities) {
    const member = await findMember({ db, community: { communityId } }, userId)
    const [onItsNode] = await nodeStatement(db, { communityId, userId })
    const [rest] = await coordinatorStatement(db, { communityId, userId })
    if (!onItsNode || !rest) throw new Error('PostgreSQL returned no row for an export')
    const lists = { ...onItsNode, ...rest }
    if (member === null && Object.values(lists).every((rows) => rows.length === 0)) continue
    exported.push({ communityId, name, member: member && toMember(member), ...lists })
  }
  return exported
}
