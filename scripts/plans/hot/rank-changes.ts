// Statements on rank changes and webhooks.
import * as enqueue from '../../../src/operations/enqueue/queries'
import * as dispatch from '../../../src/operations/dispatch/queries'
import * as budget from '../../../src/operations/dispatch/budget/queries'
import * as submissions from '../../../src/operations/submit-async/queries'
import * as operator from '../../../src/operations/operator/queries'
import * as operations from '../../../src/operations/queries'
import * as sweep from '../../../src/operations/sweep/queries'
import * as delivery from '../../../src/webhooks/delivery/queries'
import * as news from '../../../src/audit/news/queries'
import * as feed from '../../../src/webhooks/feed/queries'
import * as pause from '../../../src/platform-connection/pause/queries'
import * as webhooks from '../../../src/webhooks/queries'
import { bigCommunity, FIRST_POSITION } from '../seed'
import { endpoint, limit, one, operation, pages, user, type HotStatement } from './statement'

const claimer = { workerId: 'w', leaseSeconds: 10 }
const leased = {
  community_id: bigCommunity,
  operation_id: operation,
  worker_id: 'w',
  claims: 1,
  user_id: user,
} as Parameters<typeof dispatch.endOperation>[1]
const newOperation = {
  operationId: `op_${'z'.repeat(20)}`,
  kind: 'rank.set',
  userId: user,
  targetUniqueId: 101,
  awaited: true,
  deadlineSeconds: 30,
} as const
const idempotency = { key: 'key 4', fingerprint: Buffer.alloc(32) }
const rank = { unique_id: 101, rank_id: 10, name: 'r', member_count: null, auto_rank_experience: null, managed: true }
const failure = {
  do: 'fail',
  code: 'internal_error',
  message: '',
  retryAfterSeconds: null,
  hasLeft: false,
  written: null,
} as const
const later = {
  ...({
    do: 'reschedule',
    status: 'queued',
    reason: 'throttled',
    inSeconds: 1,
    settleSeconds: 0,
    unsent: 0,
  } as const),
  failures: 0,
  sent: false,
}
const former = { rank: 101, roles: [101] }
const success = {
  ...({ do: 'succeed', target: rank, rank, former, roles: [100, 101] } as const),
  ...({ move: { action: 'member.rank', before: {}, after: {} } } as const),
  written: { assigned: [], unassigned: [] },
}
const writes = { target: rank, steps: [], former, leaseSeconds: 10, begins: true, takes: true }
const byClock = { acrossCommunities: 'a scheduled job of the shard' }
const byOperator = { acrossCommunities: 'the operator reads the queues and failures of all communities' }

export const rankChangeStatements: readonly HotStatement[] = [
  one('find_operation', operations.findOperation, (ctx) => operations.findOperation(ctx, operation)),
  one('find_operation_with_history', operations.findOperationWithHistory, (ctx) =>
    operations.findOperationWithHistory(ctx, operation),
  ),
  one('find_rank_change_blocks', operations.findRankChangeBlocks, (ctx) => operations.findRankChangeBlocks(ctx, user)),
  one('find_idempotency_key', submissions.findIdempotencyKey, (ctx) => submissions.findIdempotencyKey(ctx, 'key 4')),
  one('delete_expired_idempotency_key', submissions.deleteExpiredIdempotencyKey, (ctx) =>
    submissions.deleteExpiredIdempotencyKey(ctx, 'key 4'),
  ),
  one('enqueue_operations', enqueue.enqueueOne, (ctx) => enqueue.enqueueOne(ctx, newOperation)),
  one('enqueue_operations.submitted', enqueue.enqueueAll, (ctx) =>
    enqueue.enqueueAll(ctx, [{ ...newOperation, awaited: false, checked: true, idempotency, supersede: true }]),
  ),
  one('cancel_unsent_operation', enqueue.cancelIfUnsent, (ctx) => enqueue.cancelIfUnsent(ctx, operation)),
  one('find_unresolved_operation', submissions.findUnresolved, (ctx) => submissions.findUnresolved(ctx, operation)),
  one('release_resolved_operation', submissions.releaseResolved, (ctx) =>
    submissions.releaseResolved(ctx, operation, user),
  ),
  one('supersede_resolved_operation', submissions.supersedeResolved, (ctx) =>
    submissions.supersedeResolved(ctx, operation, user),
  ),
  one('fail_unresolved_operation', submissions.failUnresolved, (ctx) =>
    submissions.failUnresolved(ctx, operation, { code: 'member_not_found', message: 'm' }),
  ),
  one('cancel_operation', submissions.cancelQueued, (ctx) => submissions.cancelQueued(ctx, operation)),
  one('count_queued', enqueue.countQueued, (ctx) => enqueue.countQueued(ctx, 1_000)),
  one('claim_operation', dispatch.claimOperation, ({ db }) => dispatch.claimOperation(db, claimer, ['urgent'])),
  one('find_paused_at', pause.findPausedAt, pause.findPausedAt),
  one('record_operation_steps', dispatch.recordSteps, (ctx) => dispatch.recordSteps(ctx, leased, writes)),
  one('succeed_operation', dispatch.succeed, (ctx) => dispatch.succeed(ctx, leased, success)),
  one('cancel_overdue_operation', dispatch.cancelIfOverdue, (ctx) => dispatch.cancelIfOverdue(ctx, leased)),
  one('end_operation', dispatch.endOperation, (ctx) => dispatch.endOperation(ctx, leased, failure)),
  one('reschedule_operation', dispatch.reschedule, (ctx) => dispatch.reschedule(ctx, leased, later)),
  one('record_platform_calls', budget.recordPlatformCalls, ({ db }) =>
    budget.recordPlatformCalls(db, bigCommunity, 2, {
      blockedSeconds: null,
      perMinute: null,
      remaining: null,
      throttled: false,
    }),
  ),
  one('list_operations_by_id', operations.listOperationsById, (ctx) => operations.listOperationsById(ctx, [operation])),
  ...Object.entries({ '': {}, '.failed': { status: 'failed' }, '.account': { userId: user } } as const).map(
    ([of, filter]) => ({
      ...one(`list_operations${of}`, operations.listOperations, (ctx) =>
        operations.listOperations(ctx, filter, { after: { at: '900', id: operation }, limit }),
      ),
      isPage: true,
    }),
  ),
  one('count_operations', operations.countOperations, (ctx) => operations.countOperations(ctx, { status: 'queued' })),
  one('list_queues', operator.listQueues, ({ db }) => operator.listQueues(db), byOperator),
  one('count_failures', operator.countFailures, ({ db }) => operator.countFailures(db), byOperator),
  one('cancel_overdue', sweep.cancelOverdue, ({ db }) => sweep.cancelOverdue(db), byClock),
  one('requeue_expired_leases', sweep.requeueExpiredLeases, ({ db }) => sweep.requeueExpiredLeases(db), byClock),
  one('wake_dispatch', sweep.wakeDispatch, ({ db }) => sweep.wakeDispatch(db), byClock),
]

const line = {
  community_id: bigCommunity,
  webhook_id: endpoint,
  user_id: user,
  claim: 1,
  delivery_id: `msg_${'a'.repeat(20)}`,
  seq: 1,
} as delivery.ClaimedRow
const message = {
  deliveryId: `msg_${'z'.repeat(20)}`,
  webhookId: endpoint,
  userId: user,
  type: 't',
  auditId: null,
  body: '{}',
}
const cursor = { position: FIRST_POSITION + 1, audit_id: 1 }

export const webhookStatements: readonly HotStatement[] = [
  one(
    'list_communities_with_news',
    news.listCommunitiesWithNews,
    ({ db }) => news.listCommunitiesWithNews(db, 'webhooks'),
    {
      acrossCommunities: 'a job on the communities with new audit entries',
    },
  ),
  one('take_audit_news', news.takeNews, ({ db }) => news.takeNews(db, bigCommunity, 'webhooks')),
  one('keep_audit_news', news.keepNews, ({ db }) => news.keepNews(db, bigCommunity, 'webhooks')),
  one('claim_webhook_partitions', delivery.claimPartitions, ({ db }) => delivery.claimPartitions(db, 8, 30), {
    readsWhole: 'all endpoints of the deployment, each of which may have due messages',
    acrossCommunities: 'a job on the endpoints with due messages',
    replans: 'a job with small batches',
  }),
  one('settle_webhook_delivery', delivery.settleDelivery, ({ db }) =>
    delivery.settleDelivery(db, line, { to: 'delivered' }, { status: 200, error: null } as never),
  ),
  one('record_webhook_failure', delivery.recordFailure, ({ db }) => delivery.recordFailure(db, line, null)),
  one('record_webhook_success', delivery.recordSuccess, ({ db }) => delivery.recordSuccess(db, line)),
  one('lock_feed', feed.lockFeed, ({ db }) => feed.lockFeed(db, bigCommunity)),
  one('lock_enabled_endpoints', feed.lockEnabledEndpoints, ({ db }) => feed.lockEnabledEndpoints(db, bigCommunity)),
  {
    ...one('read_new_entries', feed.readNewEntries, ({ db }) =>
      feed.readNewEntries(db, bigCommunity, cursor, FIRST_POSITION, 500),
    ),
    isPage: true,
  },
  one('move_feed_cursor', feed.moveCursor, ({ db }) => feed.moveCursor(db, bigCommunity, cursor)),
  one('insert_deliveries', feed.insertDeliveries, ({ db }) => feed.insertDeliveries(db, bigCommunity, [message])),
  ...([null, 'pending', 'parked'] as const).flatMap((status) =>
    pages(`list_deliveries${status ? `.${status}` : ''}`, webhooks.listDeliveries, 'msg', (ctx, page) =>
      webhooks.listDeliveries(ctx, endpoint, status, page),
    ),
  ),
  one('find_delivery', webhooks.findDelivery, (ctx) => webhooks.findDelivery(ctx, endpoint, line.delivery_id)),
  one('find_endpoint', webhooks.findEndpoint, (ctx) => webhooks.findEndpoint(ctx, endpoint)),
  one('list_endpoints', webhooks.listEndpoints, (ctx) => webhooks.listEndpoints(ctx), {
    sorts: 'the few endpoints of one community',
  }),
]
