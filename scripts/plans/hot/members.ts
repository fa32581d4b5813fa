// Statements on keys, accounts, members, awards and forms.
import * as accounts from '../../../src/identities/accounts/queries'
import * as applicantForms from '../../../src/applications/applicant-forms/queries'
import * as formQueries from '../../../src/applications/forms/queries'
import * as idempotency from '../../../src/idempotency/queries'
import * as takes from '../../../src/auth/takes/queries'
import { UNBOUNDED } from '../../../src/auth/bounds/rules'
import * as auth from '../../../src/auth/queries'
import * as limits from '../../../src/limits/queries'
import * as identities from '../../../src/identities/queries'
import * as given from '../../../src/awards/medals/awards/queries'
import * as medals from '../../../src/awards/medals/queries'
import * as batches from '../../../src/awards/batches/queries'
import * as communities from '../../../src/communities/queries'
import type { TxCtx } from '../../../src/context'
import * as platformConnection from '../../../src/platform-connection/queries'
import * as ranks from '../../../src/ranks/queries'
import * as points from '../../../src/awards/points/queries'
import * as listing from '../../../src/members/listing/queries'
import { toSearch, type Search, type SearchQuery } from '../../../src/members/listing/rules'
import * as leaderboard from '../../../src/members/leaderboard/queries'
import * as members from '../../../src/members/queries'
import * as names from '../../../src/members/names/queries'
import * as stored from '../../../src/names/queries'
import * as profiles from '../../../src/members/profile/queries'
import * as autoRank from '../../../src/awards/auto-rank/queries'
import * as reviews from '../../../src/applications/reviews/queries'
import * as submissions from '../../../src/applications/submissions/queries'
import { bigCommunity } from '../seed'
import { application, busyUser, limit, ofOneAccount, one, pages, user, type HotStatement } from './statement'

const lease = { bucket: 'bucket 1', start: 60_000, weightMs: 1, limit: 600, used: 0, permits: 1 }

const aKey = { community_id: bigCommunity, key_id: '000000000001' }
const taker = { communityId: bigCommunity, kind: 'key', id: '000000000001' }
const newKey = {
  name: 'k',
  scopes: [],
  expiresAt: null,
  allowedAddresses: null,
  originKeyId: null,
  creatorKeyId: null,
  creatorPersonId: null,
  domain: null,
  bounds: UNBOUNDED,
  takesPerHour: 300,
  actFor: false,
}

const domain = 'universe-4242'
const report = { id: user, username: 'player_7', displayName: null, account: null }

export const accountsAndKeys: readonly HotStatement[] = [
  one('find_key', auth.findKey, ({ db }) => auth.findKey(db, bigCommunity, '000000000001')),
  one('is_legacy_key', auth.isLegacyKey, ({ db }) => auth.isLegacyKey(db, bigCommunity, Buffer.alloc(32))),
  one('touch_keys', auth.touchKeys, ({ db }) => auth.touchKeys(db, [[bigCommunity, '000000000001']])),
  one('find_existing_keys', auth.findExistingKeys, ({ db }) =>
    auth.findExistingKeys(db, [[bigCommunity, '000000000001']]),
  ),
  ...pages('list_keys', auth.listKeys, 'key', auth.listKeys),
  one('find_community_key', auth.findCommunityKey, (ctx) => auth.findCommunityKey(ctx, '000000000001')),
  one('count_takes', takes.countTakes, ({ db }) => takes.countTakes(db, taker, 1)),
  one('tell_takes', takes.markTold, ({ db }) =>
    takes.markTold(db, { communityId: bigCommunity, owner: '000000000001' }, 'told_at'),
  ),
  one('count_live_keys', auth.countLiveKeys, (ctx) => auth.countLiveKeys(ctx, new Date())),
  one('lock_key', auth.lockKey, ({ db }) => auth.lockKey(db, aKey)),
  one('insert_key', auth.insertKey, ({ db }) =>
    auth.insertKey(db, bigCommunity, '00000000000k', Buffer.alloc(32), newKey),
  ),
  one('update_key', auth.updateKey, ({ db }) => auth.updateKey(db, aKey, { name: 'k' })),
  one('find_settings', communities.findSettings, communities.findSettings),
  one('list_held_plans', communities.listAssignedPlans, communities.listAssignedPlans),
  one('update_community', communities.updateCommunity, ({ db }) =>
    communities.updateCommunity(db, bigCommunity, { name: 'x' }),
  ),
  one('lock_settings', communities.lockSettings, ({ db }) => communities.lockSettings(db, bigCommunity)),
  one('lease_permits', limits.takePermits, ({ db }) => limits.takePermits(db, lease)),
  one('count_request', limits.countRequest, ({ db }) => limits.countRequest(db, 'bucket 1', 1, 20)),
  one('find_community', communities.findCommunity, ({ db }) => communities.findCommunity(db, bigCommunity)),
  one('read_standing', accounts.readApplicantStatus, (ctx) => accounts.readApplicantStatus(ctx, user)),
  one('find_identity', identities.findIdentity, (ctx) => identities.findIdentity(ctx, domain, user)),
  one('list_identities_of', identities.listIdentitiesOf, (ctx) => identities.listIdentitiesOf(ctx, user), {
    sorts: 'the ids of one account',
  }),
  one('resolve_ids', identities.resolveIds, ({ db }) => identities.resolveIds(db, bigCommunity, domain, [user])),
  one('find_ids_of', identities.findIdsOf, ({ db }) => identities.findIdsOf(db, bigCommunity, domain, [user])),
  one('report_identities', identities.storeReports, (ctx) => identities.storeReports(ctx, domain, [report], 'report'), {
    sorts: 'at most 100 reports, and members with the same name',
  }),
  one('is_held', accounts.isOnHold, ({ db }) => accounts.isOnHold(db, user)),
]

const requestKey = { key: Buffer.alloc(32), fingerprint: Buffer.alloc(32) }
const change = { userId: user, property: 'experience', op: 'increment', amount: 1, reason: null } as const
const profile = { userId: user, username: 'P', displayName: 'P' } as Parameters<typeof profiles.storeProfile>[1]

/** Sends two concurrent requests, which are batched. */
const together = (ask: (userId: number) => Promise<unknown>): Promise<unknown> => Promise.all([user, busyUser].map(ask))

const awards = { medals: true, qualifications: true } as const

const list = (name: string, query: SearchQuery): HotStatement => ({
  name: `list_members_${name}`,
  of: listing.searchMembers,
  isPage: true,
  filters: 'at most LOOKED_AT rows',
  send: (ctx) => listing.searchMembers(ctx, toSearch(query) as Search, { from: null, limit, ...awards }),
})
const memberLists = [
  list('filtered', { minExperience: 1 }),
  list('of_rank', { rankUniqueId: 101 }),
  list('with_medal', { medal: 'Medal 1' }),
  list('with_qualification', { qualification: 'Qualification 1' }),
  list('by_experience', { sort: 'experience', minExperience: 100 }),
  list('by_experience_desc', { sort: 'experience', order: 'desc' }),
  list('by_change', { sort: 'updatedAt', changedSince: '2026-01-01T00:00:00Z' }),
  list('by_change_desc', { sort: 'updatedAt', order: 'desc' }),
]

const namedLists = listing.namedOrder.map((of): HotStatement => ({
  name: `list_members_by_${{ username: 'username', displayName: 'display_name', part: 'name_part' }[of]}`,
  of: listing.searchNames,
  isPage: true,
  filters: 'at most LOOKED_AT rows, NAMES_LOOKED_AT for a part of a name',
  send: (ctx) => listing.searchNames(ctx, of, { name: 'player_7', exactId: 0 }, { afterId: 70, limit, ...awards }),
}))

const count = (name: string, query: SearchQuery): HotStatement => ({
  name: `count_members_${name}`,
  of: listing.countMembers,
  isPage: false,
  filters: 'at most MOST_COUNTED rows',
  send: (ctx) => listing.countMembers(ctx, toSearch(query), 0),
})
const memberCounts = [
  count('named', { name: 'player_7' }),
  count('of_rank', { rankUniqueId: 101 }),
  count('with_medal', { medal: 'Medal 1' }),
  count('with_qualification', { qualification: 'Qualification 1' }),
  count('by_experience', { minExperience: 100 }),
  count('by_change', { changedSince: '2026-01-01T00:00:00Z' }),
]

export const membersAndAwards: readonly HotStatement[] = [
  one('find_member', members.findMember, (ctx) => members.findMember(ctx, user)),
  one('find_members', members.findMember, (ctx) => together((userId) => members.findMember(ctx, userId))),
  one(
    'look_up_members',
    members.lookUpMembers,
    (ctx) => members.lookUpMembers(ctx, { userIds: [user], usernames: ['player_7'], ...awards }),
    { sorts: 'at most 100 members, and members with the same name' },
  ),
  one('find_member_by_username', names.listHolders, (ctx) => names.listHolders(ctx, 'player_7'), {
    sorts: 'members with the same name',
  }),
  one('store_member_name', names.storeName, (ctx) => names.storeName(ctx, profile)),
  {
    ...one('list_members', members.listMembers, (ctx) =>
      members.listMembers(ctx, { afterUserId: 1_200, limit, ...awards }),
    ),
    isPage: true,
  },
  ...memberLists,
  ...namedLists,
  one('count_members', listing.countMembers, (ctx) => listing.countMembers(ctx, null, 0)),
  ...memberCounts,
  { ...one('read_leaderboard', leaderboard.readTop, (ctx) => leaderboard.readTop(ctx, limit)), isPage: true },
  one('read_leaderboard_place', leaderboard.readPlace, (ctx) => leaderboard.readPlace(ctx, user, 5), {
    sorts: 'at most 21 members',
    replans: 'where one community has all rows; planning costs less than the count',
  }),
  one('list_existing_members', members.listExistingMembers, (ctx) =>
    members.listExistingMembers(ctx, [user, busyUser]),
  ),
  one('insert_member', profiles.insertMember, (ctx) => profiles.insertMember(ctx, user)),
  one('store_profile', profiles.storeProfile, (ctx) => profiles.storeProfile(ctx, profile, 101, [100, 101])),
  one('store_member_rank', profiles.storeMemberRank, (ctx) => profiles.storeMemberRank(ctx, user, 101, [100, 101])),
  one('change_points', points.changePoints, (ctx) => points.changePoints(ctx, change)),
  one('change_points.many', points.changeAll, (ctx) =>
    points.changeAll(ctx, [change, { ...change, userId: busyUser }]),
  ),
  one('award_medal', given.awardMedal, (ctx) =>
    given.awardMedal(ctx, { userId: user, name: 'Medal 1', follows: false }),
  ),
  one('remove_medal', given.removeMedal, (ctx) =>
    given.removeMedal(ctx, { userId: user, name: 'Medal 1', follows: false }),
  ),
  one('award_qualification', given.awardQualification, (ctx) =>
    given.awardQualification(ctx, { userId: user, name: 'Q', follows: false }),
  ),
  one('remove_qualification', given.removeQualification, (ctx) =>
    given.removeQualification(ctx, { userId: user, name: 'Q', follows: false }),
  ),
  one('find_own_batch', batches.findOwnBatch, (ctx) => batches.findOwnBatch(ctx, 'batch-1')),
  one('lock_batch', batches.lockBatch, (ctx) =>
    batches.lockBatch(ctx, 'batch-1', { owner: '', entries: [], fingerprint: Buffer.alloc(32), createdAt: '' }),
  ),
  one('lock_holders', batches.lockHolders, (ctx) => batches.lockHolders(ctx, [user])),
  one('list_held_medals', batches.listHeldMedals, (ctx) =>
    batches.listHeldMedals(ctx, [user], [{ medalId: 1, name: 'm', archived: false, role: null, giftBounds: null }]),
  ),
  one('find_fresh_user_ids', batches.findFreshUserIds, (ctx) => batches.findFreshUserIds(ctx, ['m'], new Date())),
  one('find_award_batch', batches.findBatch, (ctx) => batches.findBatch(ctx, 'batch-1')),
  one('find_request_key', idempotency.findRequestKey, (ctx) => idempotency.findRequestKey(ctx, requestKey)),
  one('claim_request_key', idempotency.claimRequestKey, (ctx) => idempotency.claimRequestKey(ctx, requestKey)),
  one('store_request_effect', idempotency.storeEffect, (ctx) => idempotency.storeEffect(ctx, requestKey, {}, null)),
  one('store_request_reply', idempotency.storeReply, (ctx) =>
    idempotency.storeReply(ctx, requestKey, { reply: Buffer.alloc(32), userIds: [] }),
  ),
  one('find_auto_rank_facts', autoRank.findAutoRankFacts, (ctx) => autoRank.findAutoRankFacts(ctx, user)),
  one('group_members_for_preview', autoRank.groupMembers, (ctx) => autoRank.groupMembers(ctx, [100, 200])),
  one('list_ranks', ranks.listRanks, (ctx) => ranks.listRanks(ctx), { sorts: 'at most the 256 roles of a group' }),
  one('flag_ambiguous_member', ranks.flagAmbiguousMember, (ctx) => ranks.flagAmbiguousMember(ctx, user, 'm')),
  one('find_connection', platformConnection.findConnection, ({ db }) =>
    platformConnection.findConnection(db, bigCommunity),
  ),
]

const named = { at: Buffer.from('Medal 2').toString('base64url'), id: '2' }
export const definitions = (kind: medals.Kind): HotStatement[] =>
  ([null, true, false] as const).flatMap((archived) =>
    [null, named].map((after) => ({
      name: `list_${kind}s${archived === null ? '' : `.archived_${String(archived)}`}${after ? '.later' : ''}`,
      of: medals.listDefinitions,
      isPage: true,
      filters: 'two indexes fit; the partial one is used where it is selective',
      send: (ctx: TxCtx) => medals.listDefinitions(ctx, kind, archived, { after, limit }),
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

export const forms: readonly HotStatement[] = [
  ...pages('list_applications', formQueries.listApplications, 'app', formQueries.listApplications),
  ...pages(
    'list_forms_for_applicant',
    applicantForms.listFormsFor,
    'app',
    (ctx, page) => applicantForms.listFormsFor(ctx, user, page),
    { filters: 'the forms of a community, of which the storage limit allows few: closed ones without a response' },
  ),
  ...pages('list_templates', formQueries.listTemplates, 'tpl', formQueries.listTemplates),
  one('find_application', formQueries.findApplication, (ctx) => formQueries.findApplication(ctx, application)),
  one('lock_application', formQueries.lockApplication, (ctx) => formQueries.lockApplication(ctx, application)),
  one('list_required_forms', formQueries.listRequiredForms, (ctx) => formQueries.listRequiredForms(ctx)),
  one('lock_forms', formQueries.lockForms, (ctx) => formQueries.lockForms(ctx, [application])),
  one('application_existed', formQueries.applicationExisted, (ctx) => formQueries.applicationExisted(ctx, application)),
  one('find_definition', formQueries.findFormVersion, (ctx) => formQueries.findFormVersion(ctx, application, 1)),
  one('has_responses', formQueries.hasResponses, (ctx) => formQueries.hasResponses(ctx, application)),
  one('forget_all_guesses', formQueries.deleteAllPasswordAttempts, (ctx) =>
    formQueries.deleteAllPasswordAttempts(ctx, application),
  ),
  one('find_form_change', formQueries.findFormChange, (ctx) => formQueries.findFormChange(ctx, 'app_5', null)),
  one('guess_delay', submissions.findPasswordDelay, (ctx) => submissions.findPasswordDelay(ctx, application, user)),
  one('note_wrong_guess', submissions.recordWrongPassword, (ctx) =>
    submissions.recordWrongPassword(ctx, application, user),
  ),
  one('forget_guesses', submissions.deletePasswordAttempts, (ctx) =>
    submissions.deletePasswordAttempts(ctx, application, user),
  ),
  one('hold_form', submissions.lockFormShared, (ctx) => submissions.lockFormShared(ctx, application)),
  one('has_submitted', submissions.findSubmittedVersion, (ctx) =>
    submissions.findSubmittedVersion(ctx, { application_id: application, round_version: 1 }, user),
  ),
  one('insert_response', submissions.insertResponse, (ctx) => submissions.insertResponse(ctx, newResponse)),
  {
    ...one('latest_result', submissions.latestResults, (ctx) => submissions.latestResults(ctx, application, user)),
    isPage: true,
    filters: 'responses of one account, one for each version',
  },
  ...pages('list_responses', reviews.listResponses, 'rsp', (ctx, page) =>
    reviews.listResponses(ctx, { applicationId: application }, page),
  ),
  ...pages('list_responses.status', reviews.listResponses, 'rsp', (ctx, page) =>
    reviews.listResponses(ctx, { applicationId: application, status: 'Pending' }, page),
  ),
  ...pages(
    'list_responses.user',
    reviews.listResponses,
    'rsp',
    (ctx, page) => reviews.listResponses(ctx, { applicationId: application, userId: user }, page),
    ofOneAccount,
  ),
  ...pages(
    'list_responses.status_user',
    reviews.listResponses,
    'rsp',
    (ctx, page) => reviews.listResponses(ctx, { applicationId: application, status: 'Pending', userId: user }, page),
    ofOneAccount,
  ),
  ...pages('list_responses.all_pending', reviews.listResponses, 'rsp', (ctx, page) =>
    reviews.listResponses(ctx, { status: 'Pending' }, page, 'oldest'),
  ),
  ...pages('list_responses.all_of_user', reviews.listResponses, 'rsp', (ctx, page) =>
    reviews.listResponses(ctx, { userId: user }, page),
  ),
  one('count_responses', reviews.countResponses, (ctx) => reviews.countResponses(ctx, { status: 'Pending' })),
  one('count_responses_by_form', reviews.countByForm, (ctx) => reviews.countByForm(ctx, { status: 'Pending' }), {
    sorts: 'the forms of a community',
  }),
  one('list_account_names', stored.listAccountNames, (ctx) => stored.listAccountNames(ctx, [user, busyUser]), {
    sorts: 'at most 500 names',
  }),
  one('list_key_names', stored.listKeyNames, (ctx) => stored.listKeyNames(ctx, ['000000000001'])),
  one('list_person_names', stored.listPersonNames, (ctx) => stored.listPersonNames(ctx, ['per_1'])),
  one('list_rank_names', stored.listRankNames, (ctx) => stored.listRankNames(ctx, [101])),
  one('list_form_names', stored.listFormNames, (ctx) => stored.listFormNames(ctx, [application])),
  one('find_response', reviews.findResponse, (ctx) => reviews.findResponse(ctx, application, newResponse.responseId)),
  one('find_response.audited', reviews.findResponseAudited, (ctx) =>
    reviews.findResponseAudited(ctx, application, newResponse.responseId),
  ),
  one('lock_response', reviews.lockResponse, (ctx) => reviews.lockResponse(ctx, application, newResponse.responseId)),
  one('decide_response', reviews.decideResponse, (ctx) =>
    reviews.decideResponse(ctx, newResponse.responseId, {
      status: 'Passed',
      privateNote: null,
      applicantFeedback: null,
    } as never),
  ),
  {
    ...one('list_notifications', reviews.listNotifications, (ctx) =>
      reviews.listNotifications(ctx, { after: { at: '240', id: '240' }, limit }, true),
    ),
    isPage: true,
  },
]
