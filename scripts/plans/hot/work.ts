// The scheduler and the webhooks.
import * as acceptance from '../../../src/rank-changes/enqueue/queries'
import * as dispatch from '../../../src/rank-changes/dispatch/queries'
import * as intents from '../../../src/rank-changes/submit-async/queries'
import * as owed from '../../../src/rank-changes/event-follow-ups/queries'
import * as operator from '../../../src/rank-changes/operator/queries'
import * as operations from '../../../src/rank-changes/queries'
import * as sweep from '../../../src/rank-changes/sweep/queries'
import * as delivery from '../../../src/webhooks/delivery/queries'
import * as feed from '../../../src/webhooks/feed/queries'
import * as webhooks from '../../../src/webhooks/queries'
import { bigCommunity, TRAIL_FROM } from '../seed'
import { endpoint, event, limit, one, operation, pages, user, type HotStatement } from './statement'

const claimer = { workerId: 'w', leaseSeconds: 10 }
const inHand = {
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
const newIntent = { ...newOperation, unresolved: false, username: null }
const intent = { key: 'key 4', fingerprint: Buffer.alloc(32), supersede: false }
const ending = { status: 'failed', code: 'internal_error', message: '', retryAfterSeconds: null } as const
const postponement = {
  status: 'queued',
  reason: 'throttled',
  inSeconds: 1,
  settleSeconds: 0,
  failures: 0,
  sent: false,
} as const
const byClock = { acrossCommunities: 'a job by the clock: each shard sees to its own' }

export const scheduling: readonly HotStatement[] = [
  one('find_operation', operations.findOperation, (ctx) => operations.findOperation(ctx, operation)),
  one('show_operation', operations.showOperation, (ctx) => operations.showOperation(ctx, operation)),
  one('find_rank_bars', operations.findBars, (ctx) => operations.findBars(ctx, user)),
  one('find_intent', intents.findIntent, (ctx) => intents.findIntent(ctx, 'key 4')),
  one('forget_intent', intents.forgetIntent, (ctx) => intents.forgetIntent(ctx, 'key 4')),
  one('accept_awaited_operation', acceptance.acceptAwaited, (ctx) => acceptance.acceptAwaited(ctx, newOperation)),
  one('accept_intents', intents.acceptIntent, (ctx) => intents.acceptIntent(ctx, newIntent, intent)),
  one('accept_superseding_intents', intents.acceptIntent, (ctx) =>
    intents.acceptIntent(ctx, newIntent, { ...intent, supersede: true }),
  ),
  one('start_operation', acceptance.startOperation, (ctx) => acceptance.startOperation(ctx, newOperation, claimer)),
  one('give_up_operation', acceptance.giveUp, (ctx) => acceptance.giveUp(ctx, operation)),
  one('find_unresolved_operation', intents.findUnresolved, (ctx) => intents.findUnresolved(ctx, operation)),
  one('release_resolved_operation', intents.releaseResolved, (ctx) => intents.releaseResolved(ctx, operation, user)),
  one('supersede_resolved_operation', intents.supersedeResolved, (ctx) => intents.supersedeResolved(ctx, operation)),
  one('fail_unresolved_operation', intents.failUnresolved, (ctx) =>
    intents.failUnresolved(ctx, operation, { code: 'member_not_found', message: 'm' }),
  ),
  one('cancel_operation', intents.cancelQueued, (ctx) => intents.cancelQueued(ctx, operation)),
  one('count_queued', acceptance.countQueued, (ctx) => acceptance.countQueued(ctx, 1_000)),
  one('claim_operation', dispatch.claimOperation, ({ db }) => dispatch.claimOperation(db, claimer, ['urgent'])),
  one('take_up_operation', dispatch.takeUp, (ctx) => dispatch.takeUp(ctx, operation, claimer)),
  one('note_operation_step', dispatch.noteStep, (ctx) => dispatch.noteStep(ctx, inHand, 101, {} as never, 10)),
  one('succeed_operation', dispatch.succeed, (ctx) => dispatch.succeed(ctx, inHand, 101, { before: {}, after: {} })),
  one('cancel_overdue_operation', dispatch.cancelIfOverdue, (ctx) => dispatch.cancelIfOverdue(ctx, inHand)),
  one('end_operation', dispatch.endOperation, (ctx) => dispatch.endOperation(ctx, inHand, ending)),
  one('postpone_operation', dispatch.postpone, (ctx) => dispatch.postpone(ctx, inHand, postponement)),
  one('mend_line', dispatch.mendLine, (ctx) => dispatch.mendLine(ctx, operation)),
  one('note_platform_calls', dispatch.noteSpent, ({ db }) =>
    dispatch.noteSpent(db, bigCommunity, 2, {
      blockedSeconds: null,
      perMinute: null,
      remaining: null,
      throttled: false,
    }),
  ),
  one('find_suspension_of_operation', dispatch.findSuspensionOf, (ctx) => dispatch.findSuspensionOf(ctx, inHand)),
  one('note_former_rank', dispatch.noteFormerRank, (ctx) => dispatch.noteFormerRank(ctx, inHand, 101)),
  one('list_operations_by_id', owed.listOperationsById, (ctx) => owed.listOperationsById(ctx, [operation])),
  one('list_due_owed_operations', owed.listDue, (ctx) => owed.listDue(ctx, event, 8)),
  one('has_live_owed_operations', owed.hasLive, (ctx) => owed.hasLive(ctx, event)),
  {
    ...one('list_operations', operator.listOperations, (ctx) =>
      operator.listOperations(ctx, { status: null, userId: null, before: operation }, limit),
    ),
    isPage: true,
  },
  one('cancel_overdue', sweep.cancelOverdue, ({ db }) => sweep.cancelOverdue(db), byClock),
  one('take_back_lost', sweep.takeBackLost, ({ db }) => sweep.takeBackLost(db), byClock),
  one('mend_lines', sweep.mendLines, ({ db }) => sweep.mendLines(db), byClock),
  one('wake_dispatch', sweep.wakeDispatch, ({ db }) => sweep.wakeDispatch(db, 8), byClock),
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
const cursor = { position: TRAIL_FROM + 1, audit_id: 1 }

export const telling: readonly HotStatement[] = [
  one('claim_webhook_lines', delivery.claimLines, ({ db }) => delivery.claimLines(db, 8, 30), {
    readsWhole: 'the endpoints of the deployment, of which each may have something due',
    acrossCommunities: 'a job: the endpoints whose turn it is',
    replans: 'a job, asked for a few at a time',
  }),
  one('settle_webhook_delivery', delivery.settleDelivery, ({ db }) =>
    delivery.settleDelivery(db, line, { to: 'delivered' }, { status: 200, error: null } as never),
  ),
  one('note_webhook_failure', delivery.noteFailure, ({ db }) => delivery.noteFailure(db, line, null)),
  one('note_webhook_success', delivery.noteSuccess, ({ db }) => delivery.noteSuccess(db, line)),
  one('list_communities_with_news', feed.listCommunitiesWithNews, ({ db }) => feed.listCommunitiesWithNews(db), {
    acrossCommunities: 'a job: the trails that have grown',
    readsWhole: 'one row for each community with webhooks, each of which is asked about',
  }),
  one('lock_feed', feed.lockFeed, ({ db }) => feed.lockFeed(db, bigCommunity)),
  one('lock_tellable', feed.lockTellable, ({ db }) => feed.lockTellable(db, bigCommunity)),
  {
    ...one('read_news', feed.readEntries, ({ db }) => feed.readEntries(db, bigCommunity, cursor, TRAIL_FROM, 500)),
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
    sorts: 'the endpoints of one community, of which there are few',
  }),
]
