// All SQL on intents, rank changes that are accepted for later: with job and idempotency key, and what a caller takes back.
import { sql } from 'kysely'
import { ownerOf, type Ctx, type TxCtx } from '../../context'
import { coalesced } from '../../db/batcher'
import { arraysOf, each, query } from '../../db/statements'
import type { DomainError } from '../../errors'
import { gate, jobPayload, newColumns, type Acceptance, type NewOperation } from '../enqueue/queries'
import { mendLineLater } from '../dispatch/queries'
import { operationColumns, type ShownRow } from '../queries'
import type { OperationKind } from '../rules'

/** What nobody waits for. */
export interface NewIntent extends Omit<NewOperation, 'awaited'> {
  /** The platform could not be asked about the account: not dispatched before the job `resolve-account` has found out. */
  readonly unresolved: boolean
  /** Names an unresolved account; `userId` is then its placeholder. */
  readonly username: string | null
}

/** What an idempotency key stands for. */
export interface Intent {
  readonly key: string
  readonly fingerprint: Buffer
  /** Cancels the member's operations that are still queued. */
  readonly supersede: boolean
}

/** How the acceptance of an intent went. */
export interface IntentAcceptance extends Acceptance {
  /** The account is a member of the community. */
  readonly is_member: boolean
  /** The rank is stored and may be given, or none was named. */
  readonly has_target: boolean
}

type AcceptedRow = Omit<ShownRow, 'operation_id' | 'history'>

type Accepted = IntentAcceptance & AcceptedRow

/** One of the intents that are accepted together. */
interface AskedIntent {
  readonly operationId: string
  readonly kind: OperationKind
  readonly userId: number
  readonly targetUniqueId: number | null
  /** Names the target by its rank number, where the operation has no target. */
  readonly rankId: number | null
  readonly deadlineSeconds: number
  readonly actorKind: string
  readonly actorId: string | null
  /** Whose the idempotency key is. */
  readonly owner: string
  readonly scope: string | null
  readonly feature: string | null
  readonly requestId: string | null
  readonly key: string
  readonly fingerprint: Buffer
  readonly supersede: boolean
  readonly payload: string
  readonly unresolved: boolean
  readonly username: string | null
}

/** Column and type of each field: arrays side by side, from $2 on. */
const askedColumns = {
  operationId: ['operation_id', 'text'],
  kind: ['kind', 'text'],
  userId: ['user_id', 'bigint'],
  targetUniqueId: ['target_unique_id', 'bigint'],
  rankId: ['rank_id', 'smallint'],
  deadlineSeconds: ['deadline_seconds', 'float8'],
  actorKind: ['actor_kind', 'text'],
  actorId: ['actor_id', 'text'],
  owner: ['owner', 'text'],
  scope: ['required_scope', 'text'],
  feature: ['required_feature', 'text'],
  requestId: ['request_id', 'text'],
  key: ['key', 'text'],
  fingerprint: ['fingerprint', 'bytea'],
  supersede: ['supersede', 'boolean'],
  payload: ['payload', 'json'],
  unresolved: ['unresolved', 'boolean'],
  username: ['username', 'text'],
} as const satisfies Record<keyof AskedIntent, readonly [column: string, type: string]>

const askedFields = Object.keys(askedColumns) as (keyof AskedIntent)[]
const askedTypes = Object.values(askedColumns).map(([, type], index) => `$${index + 2}::${type}[]`)
const askedNames = Object.values(askedColumns).map(([column]) => column)
const askedTable = `${each(...askedTypes)} as a (${askedNames.join(', ')})`

/** Of the intents that ask for it. */
const superseded = `, superseded as (
      update platform_operation o set status = 'cancelled', completed_at = now(),
        error_code = 'operation_superseded', error_message = 'A newer operation of this member took its place.'
      from taken
      where taken.supersede and o.community_id = $1 and o.user_id = taken.user_id and o.status = 'queued' and not o.sent
        -- a suspension is lifted, not superseded
        and o.kind not in ('rank.suspend', 'rank.restore')
    )`

// looked up one by one, however large the planner takes the community for
const acceptText = (supersededIf: string): string => `with ${gate}, asked as materialized (
      select a.operation_id, a.kind, a.user_id, a.deadline_seconds, a.actor_kind, a.actor_id, a.owner, a.required_scope,
        a.required_feature, a.request_id, a.key, a.fingerprint, a.supersede, a.payload, a.unresolved, a.username,
        m.user_id is not null as is_member,
        (a.target_unique_id is null and a.rank_id is null) or target.unique_id is not null as has_target,
        target.unique_id as target_unique_id, target.rank_id as target_rank_id, target.name as target_name
      from ${askedTable}
      left join lateral (select m.user_id from member m where m.community_id = $1 and m.user_id = a.user_id limit 1) m on true
      left join lateral (select r.unique_id, r.rank_id, r.name from rank r
        where r.community_id = $1 and (r.unique_id = a.target_unique_id or r.rank_id = a.rank_id)
          and r.rank_id between 1 and 254 limit 1) target on true
    ), claimed as (
      insert into idempotency_key (community_id, key, owner, fingerprint, operation_id)
      select $1, key, owner, fingerprint, operation_id from gate, asked
      where not paused and working and (is_member or unresolved) and has_target
      -- two processes never wait for each other in a circle
      order by key
      on conflict do nothing returning operation_id
    ), taken as materialized (
      select asked.*, ahead.operation_id is null as is_first
      from claimed join asked on asked.operation_id = claimed.operation_id
      left join lateral (select o.operation_id from platform_operation o
        where o.community_id = $1 and o.user_id = asked.user_id and o.status in ('queued', 'dispatching', 'outcome_pending')
          -- what is not superseded
          and (o.status <> 'queued' or not asked.supersede or o.kind in ('rank.suspend', 'rank.restore')) limit 1) ahead on true
    )${supersededIf}, accepted as (
      insert into platform_operation (${newColumns}, not_before, username, supersede)
      select $1, operation_id, kind, user_id, target_unique_id, false, false, now() + make_interval(secs => deadline_seconds),
        actor_kind, actor_id, required_scope, required_feature, request_id, is_first,
        case when unresolved then 'infinity' else now() end, username, supersede
      from taken
      returning *
    ), audited as (
      insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, after, request_id)
      select $1, actor_kind, actor_id, 'operation.submit', case when user_id > 0 then user_id end, jsonb_build_object('operationId', operation_id, 'kind', kind,
        'status', status, 'targetUniqueId', target_unique_id), request_id
      from accepted)
    select asked.operation_id as asked_id, gate.paused, gate.working, asked.is_member, asked.has_target, accepted.first_in_line,
      ${operationColumns('accepted')}, asked.target_rank_id, asked.target_name
    from gate
    -- once for all: graphile-worker looks through its whole queue at each call, not for each job
    cross join (select count(*) from graphile_worker.add_jobs(array(
      select (case when taken.unresolved then 'resolve-account' else 'dispatch-bulk' end, taken.payload, null, null, null, null, null, null)::graphile_worker.job_spec
      from taken join accepted on accepted.operation_id = taken.operation_id))) jobs
    cross join asked left join accepted on accepted.operation_id = asked.operation_id`

type AnsweredIntent = Accepted & { readonly asked_id: string }

const acceptIntentsStatement = query<AnsweredIntent>('accept_intents', acceptText(''))
// most supersede nothing, and while the planner takes the queue for short, it reads all of it for those that may
const acceptSupersedingStatement = query<AnsweredIntent>('accept_superseding_intents', acceptText(superseded))

/**
 * What comes meanwhile is committed together: a commit with a job holds PostgreSQL's one lock for notices while it reaches
 * the disk, so many small ones wait for each other. Of one member, one after the other.
 */
const acceptTogether = coalesced<AskedIntent, Accepted>({
  name: 'accept_operation',
  most: 20,
  keyOf: ({ userId }) => userId,
  async ask(db, communityId, intents) {
    const statement = intents.some(({ supersede }) => supersede) ? acceptSupersedingStatement : acceptIntentsStatement
    const rows = await statement(db, [communityId, ...arraysOf(intents, askedFields)])
    const rowOf = new Map(rows.map((row) => [row.asked_id, row]))
    return intents.map(({ operationId }) => rowOf.get(operationId) as Accepted)
  },
})

/**
 * Queues an operation with its idempotency record and its job, all or nothing; refused without a trace when the key is in
 * use, the account is no member, or the rank is not stored.
 * @param rankId names the target by its rank number, where the operation has no target
 */
export async function acceptIntent(
  ctx: Ctx,
  operation: NewIntent,
  intent: Intent,
  rankId: number | null = null,
): Promise<IntentAcceptance & { readonly accepted: ShownRow | null }> {
  const { operationId, kind, userId, targetUniqueId, deadlineSeconds, unresolved, username } = operation
  const { community, actor, requires, requestId } = ctx
  const row = await acceptTogether(ctx.db, community.communityId, {
    operationId,
    kind,
    userId,
    targetUniqueId,
    rankId,
    deadlineSeconds,
    actorKind: actor.kind,
    actorId: actor.id,
    owner: ownerOf(actor),
    scope: requires?.scope ?? null,
    feature: requires?.feature ?? null,
    requestId,
    ...intent,
    payload: jobPayload(ctx, operation),
    unresolved,
    username,
  })
  if (row.first_in_line === false) await mendLineLater(ctx, operationId)
  return { ...row, accepted: row.operation_id === null ? null : justAccepted(row, row.operation_id) }
}

/** What there is to read of an operation the moment it was accepted. */
function justAccepted(row: AcceptedRow, operationId: string): ShownRow {
  return {
    ...row,
    operation_id: operationId,
    history: [{ at: row.created_at, from: null, to: 'queued', code: null }],
  }
}

const findIntentStatement = query<{ operation_id: string; fingerprint: Buffer }>(
  'find_intent',
  `select k.operation_id, k.fingerprint
   from idempotency_key k join platform_operation o using (community_id, operation_id)
   where k.community_id = $1 and k.key = $2 and k.owner in ($3, '')
     and (o.completed_at is null or o.completed_at > now() - interval '24 hours')`,
)

/** What the caller's key stands for, until 24 hours after its operation's end; null: nothing. */
export async function findIntent(
  ctx: Ctx,
  key: string,
): Promise<{ readonly operationId: string; readonly fingerprint: Buffer } | null> {
  const [row] = await findIntentStatement(ctx.db, [ctx.community.communityId, key, ownerOf(ctx.actor)])
  return row ? { operationId: row.operation_id, fingerprint: row.fingerprint } : null
}

/** Frees a key whose 24 hours are over. */
export async function forgetIntent(ctx: Ctx, key: string): Promise<void> {
  await sql`
    delete from idempotency_key k using platform_operation o
    where k.community_id = ${ctx.community.communityId} and k.key = ${key} and k.owner in (${ownerOf(ctx.actor)}, '')
      and o.community_id = k.community_id and o.operation_id = k.operation_id
      and o.completed_at <= now() - interval '24 hours'`.execute(ctx.db)
}

const cancelStatement = query<{ audit_id: number }>(
  'cancel_operation',
  `with cancelled as (
     update platform_operation set status = 'cancelled', completed_at = clock_timestamp(),
       error_code = 'operation_cancelled', error_message = 'The operation was cancelled before anything was sent.'
     where community_id = $1 and operation_id = $2 and status = 'queued' and not sent
     returning user_id, kind
   )
   insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, before, after, request_id)
   select $1, $3, $4, 'operation.cancel', user_id, jsonb_build_object('operationId', $2::text, 'status', 'queued'),
     jsonb_build_object('operationId', $2::text, 'kind', kind, 'status', 'cancelled'), $5
   from cancelled returning audit_id`,
)

/** Cancels an operation that is queued and of which nothing was sent; false when it is not. */
export async function cancelQueued(ctx: Ctx, operationId: string): Promise<boolean> {
  const { community, actor, requestId } = ctx
  const parameters = [community.communityId, operationId, actor.kind, actor.id, requestId]
  const isCancelled = (await cancelStatement(ctx.db, parameters)).length > 0
  if (isCancelled) await mendLineLater(ctx, operationId)
  return isCancelled
}

const unresolved = `status = 'queued' and not_before = 'infinity'`

const findUnresolvedStatement = query<{ user_id: number; username: string | null }>(
  'find_unresolved_operation',
  `select user_id, username from platform_operation where community_id = $1 and operation_id = $2 and ${unresolved}`,
)

/** Whom an operation means that waits for its account; null when it does not wait. */
export async function findUnresolved(ctx: Ctx, operationId: string) {
  const [row] = await findUnresolvedStatement(ctx.db, [ctx.community.communityId, operationId])
  return row ?? null
}

const releaseStatement = query<{ operation_id: string }>(
  'release_resolved_operation',
  // not first in the member's line: mendLine finds out who is
  `with released as (
     update platform_operation set user_id = $3, username = null, not_before = now(), first_in_line = false
     where community_id = $1 and operation_id = $2 and ${unresolved}
     returning operation_id)
   select operation_id, graphile_worker.add_job('dispatch-bulk', payload => $4::json) from released`,
)

/** Gives the operation its account, with its job; false when it no longer waits for one. */
export async function releaseResolved(tx: TxCtx, operationId: string, userId: number): Promise<boolean> {
  const { communityId } = tx.community
  const payload = JSON.stringify({ communityId, operationId })
  return (await releaseStatement(tx.db, [communityId, operationId, userId, payload])).length > 0
}

const supersedeStatement = query<never>(
  'supersede_resolved_operation',
  `update platform_operation o set status = 'cancelled', completed_at = clock_timestamp(),
     error_code = 'operation_superseded', error_message = 'A newer operation of this member took its place.'
   from platform_operation me
   where me.community_id = $1 and me.operation_id = $2 and o.community_id = $1 and o.user_id = me.user_id
     and o.status = 'queued' and not o.sent and o.kind not in ('rank.suspend', 'rank.restore')
     and ((me.supersede and o.seq < me.seq)
       or (o.operation_id = $2 and exists (select from platform_operation newer
         where newer.community_id = $1 and newer.user_id = me.user_id and newer.supersede and newer.seq > me.seq)))`,
)

/** What supersede would have cancelled at acceptance, had the account been known: the older ones, or this one by a newer. */
export async function supersedeResolved(tx: TxCtx, operationId: string): Promise<void> {
  await supersedeStatement(tx.db, [tx.community.communityId, operationId])
}

const failUnresolvedStatement = query<never>(
  'fail_unresolved_operation',
  `update platform_operation set status = 'failed', completed_at = clock_timestamp(), error_code = $3, error_message = $4
   where community_id = $1 and operation_id = $2 and ${unresolved}`,
)

/** Ends an operation whose account turned out not to exist. */
export async function failUnresolved(
  ctx: Ctx,
  operationId: string,
  { code, message }: Pick<DomainError, 'code' | 'message'>,
): Promise<void> {
  await failUnresolvedStatement(ctx.db, [ctx.community.communityId, operationId, code, message])
}
