// What commands read beside the operation. The overrides name a look-up, because help does not load it.
import { requireKey } from '../../auth/operator/actions'
import type { Base } from '../../communities/actions'
import type { Ctx } from '../../context'
import { summarizeAwards } from '../../events/finish/queries'
import { toFinishMeta } from '../../events/views'
import { requireEvent } from '../../events/actions'
import { requireResponseKey } from '../../applications/reviews/actions'
import { requireMember } from '../../members/actions'
import { findLiveEntryId } from '../../moderation/blacklist/queries'
import type { Subject } from '../../moderation/blacklist/rules'
import { findLiveSuspension } from '../../moderation/suspensions/queries'
import { findContextOf } from '../../operations/operator/actions'
import { listRanks } from '../../ranks/queries'
import { toRank } from '../../ranks/views'
import { Refused, UsageError } from '../failure'
import { readOperation } from './operation'
import type { Addition, LookUp, Owner, Values } from './override'

type Finds = (ctx: Ctx, value: unknown, given: Values) => Promise<Values>

/** The values that a flag sets, by place and name. */
export const lookUps: { readonly [Name in LookUp]: Finds } = {
  // a mistyped id makes no member
  async member(ctx, userId, { refresh }) {
    if (refresh !== true) await requireMember(ctx, userId as number)
    return { 'path/userId': userId }
  },
  async keyOfResponse(ctx, responseId) {
    const { applicationId } = await requireResponseKey(ctx, responseId as string)
    return { 'path/applicationId': applicationId, 'path/responseId': responseId }
  },
  async revisionOfResponse(ctx, responseId) {
    const { applicationId, revision } = await requireResponseKey(ctx, responseId as string)
    return { 'path/applicationId': applicationId, 'path/responseId': responseId, 'body/revision': revision }
  },
  async suspension(ctx, userId) {
    const live = await findLiveSuspension(ctx, userId as number)
    if (live) return { 'path/suspensionId': live.suspension_id }
    throw new Refused(`the account ${userId as number} is not suspended; see suspension list`)
  },
  entryOfAccount: (ctx, userId) => entryOf(ctx, { kind: 'account', id: userId as number }),
  entryOfGroup: (ctx, groupId) => entryOf(ctx, { kind: 'group', id: groupId as number }),
}

async function entryOf(ctx: Ctx, subject: Subject): Promise<Values> {
  const entryId = await findLiveEntryId(ctx, subject)
  if (entryId !== null) return { 'path/blacklistEntryId': entryId }
  throw new Refused(`the ${subject.kind} ${subject.id} is not on the blacklist; see blacklist list`)
}

export const additions: { readonly [Name in Addition]: (ctx: Ctx, given: Values) => Promise<Values> } = {
  async awardsOfEvent(ctx, { event }) {
    const { state } = await requireEvent(ctx, event as string)
    const { awards, pendingOperations } = toFinishMeta(false, await summarizeAwards(ctx, event as string))
    return state === 'finished' ? { awarded: awards, pendingOperations } : {}
  },
  ranks: async (ctx) => ({ ranks: (await listRanks(ctx)).map(toRank) }),
  operation: (ctx, { operation }) => readOperation(ctx, operation as string),
}

/** The community of what a flag names. The error does not repeat the value of a key. */
export const owners: { readonly [Name in Owner]: (base: Base, given: Values) => Promise<string> } = {
  async key({ db }, { key }) {
    if (/^[0-9A-Za-z]{12}$/.test(key as string)) return (await requireKey(db, key as string)).community_id
    throw new UsageError('--key takes the id of a key, 12 letters and digits; see key list')
  },
  operation: async (base, { operation }) => (await findContextOf(base, operation as string)).community.communityId,
}
