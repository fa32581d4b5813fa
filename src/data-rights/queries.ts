// SQL of export and partial erasure.
import { CompiledQuery, sql } from 'kysely'
import type { Db } from '../context'
import { now } from '../db/expressions'
import { tables } from '../db/tables'
import { columns, statement, utc, type RowOf } from '../db/statements'

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

/** Points, rank and awards stay. */
export async function eraseProfiles(db: Db, userId: number): Promise<number> {
  const result = await db
    .updateTable('member')
    .set({ username: null, display_name: null, synced_at: null, named_at: null, updated_at: now })
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
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
  const noWords = { reason: null, evidence_url: null, lift_reason: null }
  await db.updateTable('blacklist_entry').set(noWords).where('user_id', '=', userId).execute()
  await db.updateTable('warning').set({ reason: null, revoke_reason: null }).where('user_id', '=', userId).execute()
  await db.updateTable('suspension').set({ reason: null }).where('user_id', '=', userId).execute()
  // a cancel reason may be about the host
  await db.updateTable('event').set({ cancel_reason: null }).where('host_user_id', '=', userId).execute()
  await db.updateTable('data_rights_hold').set({ reason: null }).where('user_id', '=', userId).execute()
}

export async function eraseWebhookDeliveries(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('webhook_delivery').where('user_id', '=', userId).execute()
}

const member = `select json_build_object(
    'username', m.username, 'displayName', m.display_name, 'experience', m.experience, 'quotaPoints', m.quota_points,
    'rank', (select json_build_object('uniqueId', r.unique_id, 'rankId', r.rank_id, 'name', r.name) from rank r
      where r.community_id = :communityId and r.unique_id = m.rank_unique_id),
    'roles', coalesce((
      select json_agg(json_build_object('uniqueId', r.unique_id, 'rankId', r.rank_id, 'name', r.name) order by r.rank_id, r.unique_id)
      from rank r where r.community_id = :communityId and r.unique_id = any(m.role_ids)), '[]'),
    'medals', coalesce((
      select json_agg(json_build_object('name', d.name, 'count', h.count, 'awardedAt', ${utc('h.awarded_at')}) order by d.name)
      from member_medal h join medal d using (community_id, medal_id)
      where h.community_id = :communityId and h.user_id = m.user_id), '[]'),
    'qualifications', coalesce((
      select json_agg(json_build_object('name', q.name, 'awardedAt', ${utc('h.awarded_at')}) order by q.name)
      from member_qualification h join qualification q using (community_id, qualification_id)
      where h.community_id = :communityId and h.user_id = m.user_id), '[]'),
    'createdAt', ${utc('m.created_at')}, 'updatedAt', ${utc('m.updated_at')}, 'syncedAt', ${utc('m.synced_at')})
  from member m where m.community_id = :communityId and m.user_id = :userId`

function rowsOf(table: string, order: string, fields: string): string {
  return `coalesce((select json_agg(json_build_object(${fields}) order by ${order}) from ${table} t
    where t.community_id = :communityId and t.user_id = :userId), '[]')`
}

// without private_note, which belongs to the staff
const responses = rowsOf(
  'application_response',
  't.submitted_at, t.response_id',
  `'responseId', t.response_id, 'applicationId', t.application_id, 'applicationVersion', t.application_version,
   'status', t.status, 'revision', t.revision, 'correct', t.correct, 'graded', t.graded, 'chatUserId', t.chat_user_id,
   'username', t.username, 'displayName', t.display_name,
   'questions', t.questions, 'answers', t.answers, 'applicantFeedback', t.applicant_feedback,
   'submittedAt', ${utc('t.submitted_at')}, 'reviewedAt', ${utc('t.reviewed_at')}, 'erasedAt', ${utc('t.erased_at')},
   'message', (select json_build_object('status', m.status, 'queuedAt', ${utc('m.queued_at')}, 'finishedAt', ${utc('m.finished_at')})
     from result_message m where m.community_id = :communityId and m.response_id = t.response_id)`,
)

const notifications = rowsOf(
  'notification',
  't.notification_id',
  `'notificationId', t.notification_id::text, 'kind', t.kind, 'payload', t.payload, 'createdAt', ${utc('t.created_at')}`,
)

const blacklistEntries = rowsOf(
  'blacklist_entry',
  't.created_at, t.blacklist_entry_id',
  `'blacklistEntryId', t.blacklist_entry_id, 'reason', t.reason, 'evidenceUrl', t.evidence_url,
   'createdAt', ${utc('t.created_at')}, 'expiresAt', ${utc('t.expires_at')}, 'liftedAt', ${utc('t.lifted_at')},
   'liftReason', t.lift_reason`,
)

const warnings = rowsOf(
  'warning',
  't.created_at, t.warning_id',
  `'warningId', t.warning_id, 'reason', t.reason, 'points', t.points, 'createdAt', ${utc('t.created_at')},
   'expiresAt', ${utc('t.expires_at')}, 'revokedAt', ${utc('t.revoked_at')}, 'revokeReason', t.revoke_reason`,
)

const suspensions = rowsOf(
  'suspension',
  't.created_at, t.suspension_id',
  `'suspensionId', t.suspension_id, 'reason', t.reason, 'state', t.state, 'suspendedUniqueId', t.suspended_unique_id,
   'formerUniqueId', t.former_unique_id, 'createdAt', ${utc('t.created_at')}, 'endsAt', ${utc('t.ends_at')},
   'liftedAt', ${utc('t.lifted_at')}, 'endedAt', ${utc('t.ended_at')}, 'outcome', t.outcome`,
)

const accountLinks = rowsOf(
  'account_link',
  't.linked_at',
  `'chatUserId', t.chat_user_id, 'method', t.method, 'linkedAt', ${utc('t.linked_at')}`,
)

const identities = rowsOf(
  'identity',
  't.domain',
  `'domain', t.domain, 'id', t.id::text, 'username', t.username, 'displayName', t.display_name, 'source', t.source,
   'reportedAt', ${utc('t.reported_at')}, 'resolvedAt', ${utc('t.resolved_at')}`,
)

const passwordGuesses = rowsOf(
  'password_guess',
  't.application_id',
  `'applicationId', t.application_id, 'failures', t.failures, 'blockedUntil', ${utc('t.blocked_until')}`,
)

const rankChanges = rowsOf(
  'platform_operation',
  't.seq',
  `'operationId', t.operation_id, 'kind', t.kind, 'targetUniqueId', t.target_unique_id, 'status', t.status,
   'errorCode', t.error_code, 'createdAt', ${utc('t.created_at')}, 'completedAt', ${utc('t.completed_at')}`,
)

const awardBatchEntries = `coalesce((
  select json_agg(json_build_object('batchId', b.batch_id, 'createdAt', ${utc('b.created_at')}, 'outcome', one)
    order by b.created_at, b.batch_id, place)
  from award_batch b cross join jsonb_array_elements(b.outcome) with ordinality as entry (one, place)
  where b.community_id = :communityId and b.outcome @> jsonb_build_array(jsonb_build_object('userId', :userId::bigint::text))
    and one ->> 'userId' = :userId::bigint::text), '[]')`

const eventsAttended = rowsOf(
  'event_attendee',
  't.added_at, t.event_id',
  `'eventId', t.event_id, 'name', (select e.name from event e where e.community_id = :communityId and e.event_id = t.event_id),
   'role', t.role, 'attendance', t.attendance, 'addedAt', ${utc('t.added_at')}, 'updatedAt', ${utc('t.updated_at')},
   'awards', coalesce((select json_agg(json_build_object('kind', w.kind, 'amount', w.amount, 'change', w.change,
       'medals', w.medals, 'goal', w.goal, 'status', w.status, 'code', w.code, 'awardedAt', ${utc('w.awarded_at')})
     order by w.kind) from event_award w
     where w.community_id = :communityId and w.event_id = t.event_id and w.user_id = t.user_id), '[]')`,
)

const eventsHosted = `coalesce((select json_agg(json_build_object('eventId', e.event_id, 'name', e.name, 'state', e.state,
    'startsAt', ${utc('e.starts_at')}, 'cancelReason', e.cancel_reason) order by e.starts_at, e.event_id)
  from event e where e.community_id = :communityId and e.host_user_id = :userId), '[]')`

const auditEntries = rowsOf(
  'audit_entry',
  't.audit_id',
  `'auditId', t.audit_id::text, 'at', ${utc('t.at')}, 'actor', json_build_object('kind', t.actor_kind, 'id', t.actor_id),
   'action', t.action, 'before', t.before, 'after', t.after, 'reason', t.reason`,
)

const webhookDeliveries = rowsOf(
  'webhook_delivery',
  't.seq',
  `'deliveryId', t.delivery_id, 'type', t.type, 'status', t.status, 'body', t.body, 'createdAt', ${utc('t.created_at')}`,
)

// two statements, because those of one statement are on one node of a distributed database
const onNode = { responses, notifications, eventsAttended, eventsHosted, auditEntries, identities }
const onCoordinator = {
  ...{ blacklistEntries, warnings, suspensions, passwordGuesses, rankChanges, awardBatchEntries },
  ...{ webhookDeliveries, accountLinks },
}
const columnsOf = (lists: Readonly<Record<string, string>>): string =>
  Object.entries(lists)
    .map(([name, rows]) => `${rows} as "${name}!"`)
    .join(', ')

const nodeStatement = statement(
  'read_community_export',
  `select (${member}) as member, ${columnsOf(onNode)}`,
  columns<Record<keyof typeof onNode, readonly object[]> & { readonly member: object }>(),
)
const coordinatorStatement = statement(
  'read_community_export_rest',
  `select ${columnsOf(onCoordinator)}`,
  columns<Record<keyof typeof onCoordinator, readonly object[]>>(),
)

export type CommunityExportRow = { readonly communityId: string; readonly name: string } & RowOf<typeof nodeStatement> &
  RowOf<typeof coordinatorStatement>

export async function readCommunityExports(db: Db, userId: number): Promise<CommunityExportRow[]> {
  const communities = await db
    .selectFrom('community')
    .select(['community_id', 'name'])
    .orderBy('community_id')
    .execute()
  const exported: CommunityExportRow[] = []
  for (const { community_id: communityId, name } of communities) {
    const [onItsNode] = await nodeStatement(db, { communityId, userId })
    const [rest] = await coordinatorStatement(db, { communityId, userId })
    if (!onItsNode || !rest) throw new Error('PostgreSQL returned no row for an export')
    const { member: own, ...lists } = { ...onItsNode, ...rest }
    if (own === null && Object.values(lists).every((rows) => rows.length === 0)) continue
    exported.push({ communityId, name, member: own, ...lists })
  }
  return exported
}
