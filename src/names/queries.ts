// SQL on the stored names of ids.
import type { Ctx } from '../context'
import { anyOf, anyText } from '../db/expressions'
import { own, type Tenant } from '../db/own'

/** Of members; of others as applicants. */
export async function listAccountNames(ctx: Tenant, userIds: readonly number[]) {
  const members = await own(ctx)
    .selectFrom('member')
    .select(['user_id', 'username', 'display_name'])
    .where('user_id', '=', anyOf(userIds))
    .where('username', 'is not', null)
    .orderBy('user_id')
    .execute()
  const known = new Set(members.map((member) => member.user_id))
  const others = userIds.filter((userId) => !known.has(userId))
  if (others.length === 0) return members
  const applicants = await own(ctx)
    .selectFrom('application_response')
    .distinctOn('user_id')
    .select(['user_id', 'username', 'display_name'])
    .where('user_id', '=', anyOf(others))
    .where('username', 'is not', null)
    .orderBy('user_id')
    .orderBy('submitted_at', 'desc')
    .execute()
  return [...members, ...applicants]
}

export const listKeyNames = (ctx: Ctx, keyIds: readonly string[]) =>
  own(ctx).selectFrom('api_key').select(['key_id', 'name']).where('key_id', '=', anyText(keyIds)).execute()

export const listPersonNames = (ctx: Ctx, personIds: readonly string[]) =>
  own(ctx).selectFrom('person').select(['person_id', 'name']).where('person_id', '=', anyText(personIds)).execute()

export const listRankNames = (ctx: Ctx, uniqueIds: readonly number[]) =>
  own(ctx)
    .selectFrom('rank')
    .select(['unique_id', 'rank_id', 'name'])
    .where('unique_id', '=', anyOf(uniqueIds))
    .execute()

export const listFormNames = (ctx: Ctx, applicationIds: readonly string[]) =>
  own(ctx)
    .selectFrom('application')
    .select(['application_id', 'name'])
    .where('application_id', '=', anyText(applicationIds))
    .execute()
