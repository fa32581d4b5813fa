// The hot statements: what requests, the dispatch and the webhooks ask, every list with each filter among them. Each has its
// plan in test/plans/golden.
import * as accounts from '../../src/accounts/queries'
import * as applications from '../../src/applications/queries'
import * as audit from '../../src/audit/queries'
import type { EntryFilter, FeedOrder } from '../../src/audit/rules'
import * as auth from '../../src/auth/queries'
import * as awards from '../../src/awards/queries'
import * as batches from '../../src/batches/queries'
import * as communities from '../../src/communities/queries'
import type { TxCtx } from '../../src/context'
import * as dataRights from '../../src/data-rights/queries'
import type { Page } from '../../src/db/paging'
import * as attendees from '../../src/events/attendees/queries'
import * as finish from '../../src/events/finish/queries'
import * as events from '../../src/events/queries'
import * as group from '../../src/group/queries'
import * as members from '../../src/members/queries'
import * as blacklist from '../../src/moderation/blacklist/queries'
import * as warnings from '../../src/moderation/warnings/queries'
import * as acceptance from '../../src/operations/acceptance/queries'
import * as dispatch from '../../src/operations/dispatch/queries'
import * as owed from '../../src/operations/owed/queries'
import * as operator from '../../src/operations/operator/queries'
import * as operations from '../../src/operations/queries'
import * as sweep from '../../src/operations/sweep/queries'
import * as profiles from '../../src/profiles/queries'
import * as ranks from '../../src/ranks/queries'
import * as responses from '../../src/responses/queries'
import * as submissions from '../../src/submissions/queries'
import * as suspensions from '../../src/suspensions/queries'
import * as delivery from '../../src/webhooks/delivery/queries'
import * as feed from '../../src/webhooks/feed/queries'
import * as webhooks from '../../src/webhooks/queries'
import type { Excuses } from './plan'
import { bigCommunity, ids, TRAIL_FROM } from './seed'

export interface HotStatement extends Excuses {
  /** Names the golden file. */
  readonly name: string
  /** The exported function that sends it. */
  readonly of: unknown
  readonly send: (ctx: TxCtx) => Promise<unknown>
  /** A page of a list: its order must come from the index. */
  readonly isPage: boolean
}

/** The caller whose statements are looked at. */
export const community = {
  communityId: bigCommunity,
  apiEnabled: true,
  experienceAwardLimit: 1_000,
  quotaAwardLimit: 1_000,
  autoRankEnabled: true,
  autoRankDemotes: false,
  connection: 'connected',
  plans: [],
} as const

const { application, endpoint, eventType, event, user, busyUser } = ids
const operation = `op_${'a'.repeat(20)}`
const limit = 51
const ofOneAccount = { filters: 'what one account, or one group, has come by' }
const pastEnd = {
  filters: 'what has run out and was not taken back; it lies behind what is in force, which is younger',
}
const somewhere = new Date(Date.now() - 100_000).toISOString()

type Send = HotStatement['send']
const one = (name: string, of: unknown, send: Send, excuses: Excuses = {}): HotStatement => {
  return { name, of, send, isPage: false, ...excuses }
}

/** The first page of a list, and one in the middle of it. @param prefix of the ids that it is ordered by */
function pages(
  name: string,
  of: unknown,
  prefix: string,
  send: (ctx: TxCtx, page: Page) => Promise<unknown>,
  excuses: Excuses = {},
): HotStatement[] {
  const after = { at: somewhere, id: `${prefix}_${'k'.repeat(20)}` }
  return [
    { name, of, isPage: true, send: (ctx) => send(ctx, { after: null, limit }), ...excuses },
    { name: `${name}.later`, of, isPage: true, send: (ctx) => send(ctx, { after, limit }), ...excuses },
  ]
}

const accountsAndKeys: readonly HotStatement[] = [
  one('find_key', auth.findKey, ({ db }) => auth.findKey(db, bigCommunity, '000000000001')),
  one('is_legacy_key', auth.isLegacyKey, ({ db }) => auth.isLegacyKey(db, bigCommunity, Buffer.alloc(32))),
  one('touch_keys', auth.touchKeys, ({ db }) => auth.touchKeys(db, [[bigCommunity, '000000000001']])),
  one('lease_permits', auth.takePermits, ({ db }) => auth.takePermits(db, 'bucket 1', 1, 1)),
  one('find_community', communities.findCommunity, ({ db }) => communities.findCommunity(db, bigCommunity)),
  one('read_standing', accounts.readStanding, (ctx) => accounts.readStanding(ctx, user)),
  one('is_held', accounts.isHeld, ({ db }) => accounts.isHeld(db, user)),
]

const change = { op: 'increment', amount: 1 } as const
const applied = { amount: 1, clamped: false } as const
const profile = { userId: user, username: 'P', displayName: 'P' } as Parameters<typeof profiles.storeProfile>[1]

const membersAndAwards: readonly HotStatement[] = [
  one('find_member', profiles.findMember, (ctx) => profiles.findMember(ctx, user)),
  one('find_member_by_username', profiles.findUserIdByName, (ctx) => profiles.findUserIdByName(ctx, 'player_7'), {
    sorts: 'the members of one name',
  }),
  { ...one('list_members', profiles.listMembers, (ctx) => profiles.listMembers(ctx, 1_200, limit)), isPage: true },
  one('list_known_members', profiles.listKnownMembers, (ctx) => profiles.listKnownMembers(ctx, [user, busyUser])),
  one('insert_bare_member', profiles.insertBareMember, (ctx) => profiles.insertBareMember(ctx, user)),
  one('store_profile', profiles.storeProfile, (ctx) => profiles.storeProfile(ctx, profile, 101)),
  one('store_member_rank', profiles.storeMemberRank, (ctx) => profiles.storeMemberRank(ctx, user, 101)),
  one('change_experience', members.changeExperience, (ctx) => members.changeExperience(ctx, user, change, applied)),
  one('change_quota_points', members.changeQuotaPoints, (ctx) => members.changeQuotaPoints(ctx, user, change, applied)),
  one('award_medal', awards.awardMedal, (ctx) => awards.awardMedal(ctx, user, 'Medal 1')),
  one('remove_medal', awards.removeMedal, (ctx) => awards.removeMedal(ctx, user, 'Medal 1')),
  one('award_qualification', awards.awardQualification, (ctx) => awards.awardQualification(ctx, user, 'Q')),
  one('remove_qualification', awards.removeQualification, (ctx) => awards.removeQualification(ctx, user, 'Q')),
  one('award_batch', batches.applyBatch, (ctx) =>
    batches.applyBatch(ctx, {
      batchId: 'batch-1',
      fingerprint: Buffer.alloc(32),
      entries: [],
      freshSince: new Date(),
      operationIds: [],
    }),
  ),
  one('find_award_batch', batches.findBatch, (ctx) => batches.findBatch(ctx, 'batch-1')),
  one('find_auto_rank_facts', ranks.findAutoRankFacts, (ctx) => ranks.findAutoRankFacts(ctx, user)),
  one('list_ranks', group.listRanks, (ctx) => group.listRanks(ctx), { sorts: 'at most the 256 roles of a group' }),
  one('find_connection', group.findConnection, ({ db }) => group.findConnection(db, bigCommunity)),
]

const named = { at: Buffer.from('Medal 2').toString('base64url'), id: '2' }
/** A list by name. */
const definitions = (kind: awards.Kind): HotStatement[] =>
  ([null, true, false] as const).flatMap((archived) =>
    [null, named].map((after) => ({
      name: `list_${kind}s${archived === null ? '' : `.archived_${String(archived)}`}${after ? '.later' : ''}`,
      of: awards.listDefinitions,
      isPage: true,
      filters: 'either index will do: the one with the filter in it is taken where it leaves out many',
      send: (ctx: TxCtx) => awards.listDefinitions(ctx, kind, archived, { after, limit }),
    })),
  )

const newResponse = {
  responseId: `rsp_${'z'.repeat(20)}`,
  applicationId: application,
  version: 1,
  userId: user,
  chatUserId: '1',
  status: 'Pending',
  correct: null,
  graded: null,
  questions: [],
  answers: {},
} as const

const forms: readonly HotStatement[] = [
  ...pages('list_applications', applications.listApplications, 'app', applications.listApplications),
  ...pages('list_templates', applications.listTemplates, 'tpl', applications.listTemplates),
  one('find_application', applications.findApplication, (ctx) => applications.findApplication(ctx, application)),
  one('lock_application', applications.lockApplication, (ctx) => applications.lockApplication(ctx, application)),
  one('application_existed', applications.applicationExisted, (ctx) =>
    applications.applicationExisted(ctx, application),
  ),
  one('find_definition', applications.findDefinition, (ctx) => applications.findDefinition(ctx, application, 1)),
  one('has_responses', applications.hasResponses, (ctx) => applications.hasResponses(ctx, application)),
  one('find_form_change', applications.findFormChange, (ctx) => applications.findFormChange(ctx, 'app_5', null)),
  one('guess_delay', submissions.guessDelay, (ctx) => submissions.guessDelay(ctx, application, user)),
  one('note_wrong_guess', submissions.noteWrongGuess, (ctx) => submissions.noteWrongGuess(ctx, application, user)),
  one('forget_guesses', submissions.forgetGuesses, (ctx) => submissions.forgetGuesses(ctx, application, user)),
  one('hold_form', submissions.holdForm, (ctx) => submissions.holdForm(ctx, application)),
  one('insert_response', submissions.insertResponse, (ctx) => submissions.insertResponse(ctx, newResponse)),
  {
    ...one('latest_result', submissions.latestResult, (ctx) => submissions.latestResult(ctx, application, user)),
    isPage: true,
  },
  ...pages('list_responses', responses.listResponses, 'rsp', (ctx, page) =>
    responses.listResponses(ctx, application, {}, page),
  ),
  ...pages('list_responses.status', responses.listResponses, 'rsp', (ctx, page) =>
    responses.listResponses(ctx, application, { status: 'Pending' }, page),
  ),
  ...pages('list_responses.user', responses.listResponses, 'rsp', (ctx, page) =>
    responses.listResponses(ctx, application, { userId: String(user) }, page),
  ),
  ...pages(
    'list_responses.status_user',
    responses.listResponses,
    'rsp',
    (ctx, page) => responses.listResponses(ctx, application, { status: 'Pending', userId: String(user) }, page),
    ofOneAccount,
  ),
  one('find_response', responses.findResponse, (ctx) =>
    responses.findResponse(ctx, application, newResponse.responseId),
  ),
  one('lock_response', responses.lockResponse, (ctx) =>
    responses.lockResponse(ctx, application, newResponse.responseId),
  ),
  one('decide_response', responses.decideResponse, (ctx) =>
    responses.decideResponse(ctx, newResponse.responseId, {
      status: 'Passed',
      privateNote: null,
      applicantFeedback: null,
    } as never),
  ),
  {
    ...one('list_notifications', submissions.listNotifications, (ctx) =>
      submissions.listNotifications(ctx, limit, 240),
    ),
    isPage: true,
  },
]

const states = ['all', 'live', 'ended'] as const

const moderation: readonly HotStatement[] = [
  ...states.flatMap((state) => [
    ...pages(
      `list_blacklist.${state}`,
      blacklist.listEntries,
      'ble',
      (ctx, page) => blacklist.listEntries(ctx, { state }, page),
      pastEnd,
    ),
    ...pages(
      `list_blacklist.${state}_user`,
      blacklist.listEntries,
      'ble',
      (ctx, page) => blacklist.listEntries(ctx, { state, userId: user }, page),
      ofOneAccount,
    ),
    ...pages(
      `list_blacklist.${state}_group`,
      blacklist.listEntries,
      'ble',
      (ctx, page) => blacklist.listEntries(ctx, { state, groupId: 1_010 }, page),
      { ...ofOneAccount, sorts: 'the one entry of a group that is in force' },
    ),
    ...pages(
      `list_warnings.${state}`,
      warnings.listWarnings,
      'wrn',
      (ctx, page) => warnings.listWarnings(ctx, { state }, page),
      pastEnd,
    ),
    ...pages(
      `list_warnings.${state}_user`,
      warnings.listWarnings,
      'wrn',
      (ctx, page) => warnings.listWarnings(ctx, { state, userId: user }, page),
      ofOneAccount,
    ),
  ]),
  one('sum_active_points', warnings.sumActivePoints, (ctx) => warnings.sumActivePoints(ctx, user)),
  one('find_warning', warnings.findWarning, (ctx) => warnings.findWarning(ctx, `wrn_${'a'.repeat(20)}`)),
  one('find_blacklist_entry', blacklist.findEntry, (ctx) => blacklist.findEntry(ctx, `ble_${'a'.repeat(20)}`)),
  one('find_live_blacklist_entry', blacklist.findLiveEntryId, (ctx) =>
    blacklist.findLiveEntryId(ctx, { kind: 'account', id: user } as never),
  ),
  ...([undefined, 'live', 'active', 'ended'] as const).flatMap((state) => [
    ...pages(
      `list_suspensions.${state ?? 'all'}`,
      suspensions.listSuspensions,
      'sus',
      (ctx, page) => suspensions.listSuspensions(ctx, { state }, page),
      state === 'active' ? { filters: 'of those that have not ended the few on their way to or from it' } : {},
    ),
    ...pages(
      `list_suspensions.${state ?? 'all'}_user`,
      suspensions.listSuspensions,
      'sus',
      (ctx, page) => suspensions.listSuspensions(ctx, { state, userId: String(user) }, page),
      ofOneAccount,
    ),
  ]),
  one('find_suspension', suspensions.findSuspension, (ctx) => suspensions.findSuspension(ctx, `sus_${'a'.repeat(20)}`)),
  one('find_live_suspension', suspensions.findLiveSuspension, (ctx) => suspensions.findLiveSuspension(ctx, user)),
]

/** An event has a thousand attendees at most (event_full). */
const thousand = 'the attendees of one event, a thousand at most (event_full)'
const ofOneEvent = { sorts: thousand, filters: thousand }
const eventFilters: readonly (readonly [string, events.EventFilter])[] = [
  ['', {}],
  ['.state', { state: 'scheduled' }],
  ['.type', { eventTypeId: eventType }],
  ['.from', { from: somewhere }],
  ['.to', { to: somewhere }],
  ['.state_from_to', { state: 'scheduled', from: somewhere, to: new Date().toISOString() }],
]

const gatherings: readonly HotStatement[] = [
  ...eventFilters.flatMap(([name, filter]) =>
    pages(`list_events${name}`, events.listEvents, 'evt', (ctx, page) => events.listEvents(ctx, filter, page)),
  ),
  ...pages('list_event_types', events.listEventTypes, 'ety', events.listEventTypes),
  one('find_event', events.findEvent, (ctx) => events.findEvent(ctx, event)),
  one('lock_event', events.lockEvent, (ctx) => events.lockEvent(ctx, event)),
  one('put_event_attendees', attendees.putAttendees, (ctx) =>
    attendees.putAttendees(ctx, event, [{ userId: user, role: null, attendance: null }]),
  ),
  ...([null, 'present'] as const).flatMap((attendance) =>
    pages(
      `list_event_attendees${attendance ? '.attendance' : ''}`,
      attendees.listAttendees,
      '1',
      (ctx, page) =>
        attendees.listAttendees(ctx, event, attendance, { ...page, after: page.after && { at: 'user', id: '1100' } }),
      ofOneEvent,
    ),
  ),
  ...pages(
    'list_event_awards',
    finish.listAwards,
    '1',
    (ctx, page) => finish.listAwards(ctx, event, { ...page, after: page.after && { at: 'user', id: '1100' } }),
    ofOneEvent,
  ),
  one('summarize_event_awards', finish.summarizeAwards, (ctx) => finish.summarizeAwards(ctx, event)),
  one('list_event_members', finish.listPresent, (ctx) => finish.listPresent(ctx, event)),
  one('lock_event_members', finish.lockPresent, (ctx) => finish.lockPresent(ctx, event)),
]

const entryFilters: readonly (readonly [string, EntryFilter])[] = [
  ['', {}],
  ['.user', { userId: String(busyUser) }],
  ['.action', { action: 'member.rank' }],
  ['.actions', { action: 'member.' }],
  ['.user_action', { userId: String(busyUser), action: 'member.rank' }],
  ['.actor', { actorKind: 'job' }],
]

const bounded = 'what the look before it has bounded (LOOKED_AT)'
const trail: readonly HotStatement[] = (['feed', 'newest'] as const satisfies readonly FeedOrder[]).flatMap((order) =>
  entryFilters.flatMap(([filterName, filter]) =>
    [null, { position: TRAIL_FROM + 300, auditId: 300 }].map((after) => ({
      name: `audit_${order}${filterName}${after ? '.later' : ''}`,
      of: audit.readAuditEntries,
      isPage: true,
      send: (ctx: TxCtx) => audit.readAuditEntries(ctx, filter, { order, after, limit }),
      ...(filter.action !== undefined || filter.actorKind !== undefined ? { sorts: bounded, filters: bounded } : {}),
    })),
  ),
)

const keeping: readonly HotStatement[] = [
  one('insert_audit_entry', audit.insertAuditEntry, (ctx) => audit.insertAuditEntry(ctx, { action: 'member.rank' })),
  one('list_communities_to_forget', audit.listCommunitiesToForget, ({ db }) => audit.listCommunitiesToForget(db, 400), {
    acrossCommunities: 'a job: the beginning of each trail',
  }),
  one('forget_oldest', audit.forgetOldest, ({ db }) => audit.forgetOldest(db, bigCommunity, 400, 1_000)),
  one('erase_audit_texts', dataRights.eraseAuditTexts, ({ db }) => dataRights.eraseAuditTexts(db, user), {
    acrossCommunities: 'an account is erased from every community',
  }),
]

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

const scheduling: readonly HotStatement[] = [
  one('find_operation', operations.findOperation, (ctx) => operations.findOperation(ctx, operation)),
  one('show_operation', operations.showOperation, (ctx) => operations.showOperation(ctx, operation)),
  one('find_rank_bars', operations.findBars, (ctx) => operations.findBars(ctx, user)),
  one('find_intent', acceptance.findIntent, (ctx) => acceptance.findIntent(ctx, 'key 4')),
  one('forget_intent', acceptance.forgetIntent, (ctx) => acceptance.forgetIntent(ctx, 'key 4')),
  one('accept_awaited_operation', acceptance.acceptAwaited, (ctx) => acceptance.acceptAwaited(ctx, newOperation)),
  one('accept_intent', acceptance.acceptIntent, (ctx) => acceptance.acceptIntent(ctx, newOperation, intent)),
  one('start_operation', acceptance.startOperation, (ctx) => acceptance.startOperation(ctx, newOperation, claimer)),
  one('give_up_operation', acceptance.giveUp, (ctx) => acceptance.giveUp(ctx, operation)),
  one('cancel_operation', acceptance.cancelQueued, (ctx) => acceptance.cancelQueued(ctx, operation)),
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

const telling: readonly HotStatement[] = [
  one('claim_webhook_lines', delivery.claimLines, ({ db }) => delivery.claimLines(db, 8, 30), {
    readsWhole: 'the endpoints of the deployment, of which each may have something due',
    acrossCommunities: 'a job: the endpoints whose turn it is',
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

export const hotStatements: readonly HotStatement[] = [
  ...accountsAndKeys,
  ...membersAndAwards,
  ...definitions('medal'),
  ...definitions('qualification'),
  ...forms,
  ...moderation,
  ...gatherings,
  ...trail,
  ...keeping,
  ...scheduling,
  ...telling,
]

/** A context of the big community for statements that are only taken down. */
export const contextOn = (db: TxCtx['db']): TxCtx =>
  ({
    db,
    community,
    actor: { kind: 'key', id: 'plans' },
    requestId: 'plans',
    settings: { queueLimit: 20_000 },
    now: () => new Date(),
  }) as unknown as TxCtx
