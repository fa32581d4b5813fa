// SQL that awards and removes medals and qualifications. Each write is one statement.
import { auditInsert } from '../../../audit/entry'
import { actorParameters, type Ctx, type TxCtx, type AuthorBounds } from '../../../context'
import { now, unnested } from '../../../db/expressions'
import { columns, statement, type RowOf, onlyRow } from '../../../db/statements'
import { boundRole } from '../../../ranks/queries'
import { asSpelled } from '../names'
import type { Kind } from '../queries'
import { MAX_MEDALS, type AwardCount } from '../rules'
import { own } from '../../../db/own'

const held = (count: string): string => `jsonb_build_object('name', :name::text, 'count', ${count})`
const none = `jsonb_build_object('count', 0)`

const audit = (action: string, from: string): string =>
  `${auditInsert({ action, userId: ':userId', before: none, after: held('1'), from })} returning audit_id`

const auditRemoval = (action: string, from: string): string =>
  `${auditInsert({ action, userId: ':userId', before: held('count'), after: none, from })} returning audit_id`

/** An award with a role changes nothing outside of a transaction, which queues the role (`follows`). */
const mayFollow = '(award.role is null or :follows)'

const role = `(select role from award) as role_unique_id`
const roleGiven = `${role}, exists (select from award where role is not null and not archived) and not exists (select from held)
      and not :follows as "waits!"`

const otherAward = (
  kind: Kind,
  except: string,
): string => `exists (select from member_${kind} h join ${kind} d using (${kind}_id)
        where h.community_id = :communityId and h.user_id = :userId and d.community_id = :communityId and d.role_unique_id = award.role${except})`

/** A member keeps a role that another of its awards has. */
const roleTaken = (kind: Kind): string => `(select role from award
      where role is not null and not ${otherAward('medal', kind === 'medal' ? ' and d.medal_id <> award.medal_id' : '')}
        and not ${otherAward('qualification', kind === 'qualification' ? ' and d.qualification_id <> award.qualification_id' : '')}
      ) as role_unique_id,
    exists (select from award where role is not null) and not :follows as "waits!"`

/** Medals count for the limit of their member. */
const counted = (kind: Kind, change: string): string =>
  kind === 'medal' ? `medal_occurrences = m.medal_occurrences ${change}, ` : ''

/** The first CTE locks the member, so that concurrent awards count one after another. */
const awardText = (kind: Kind): string => {
  const isFull = kind === 'medal' ? `medal_occurrences >= ${MAX_MEDALS}` : 'false'
  return `with holder as (
    select user_id, medal_occurrences from member where community_id = :communityId and user_id = :userId for no key update
  ), award as (
    select d.${kind}_id, d.archived, ${boundRole} as role, d.author_bounds from ${kind} d where d.community_id = :communityId and d.name = :name
  ), held as materialized (
    select ${kind}_id from member_${kind} join award using (${kind}_id) where community_id = :communityId and user_id = :userId
  ), added as (
    insert into member_${kind} (community_id, user_id, ${kind}_id${kind === 'medal' ? ', count' : ''})
    select :communityId, holder.user_id, award.${kind}_id${kind === 'medal' ? ', 1' : ''} from holder cross join award
    where not award.archived and not exists (select from held) and not ${isFull} and ${mayFollow}
    on conflict do nothing
    returning user_id
  ), touched as (
    update member m set ${counted(kind, '+ 1')}updated_at = now()
    from added where m.community_id = :communityId and m.user_id = :userId
  ), audited as (${audit(`member.${kind}.award`, 'added')})
  select exists (select from award) as "award_exists!", exists (select from award where archived) as "archived!",
    exists (select from holder) as "member_exists!", exists (select from held) as "already_held!",
    coalesce((select ${isFull} from holder), false) as "at_limit!",
    (select count(*)::int from added) as "change!", (select audit_id from audited) as audit_id, ${roleGiven},
    (select author_bounds from award) as author_bounds`
}

const removalText = (kind: Kind): string => `with holder as (
    select user_id from member where community_id = :communityId and user_id = :userId for no key update
  ), award as (
    select d.${kind}_id, ${boundRole} as role from ${kind} d where d.community_id = :communityId and d.name = :name
  ), removed as (
    delete from member_${kind} h using award, holder
    where h.community_id = :communityId and h.user_id = holder.user_id and h.${kind}_id = award.${kind}_id and ${mayFollow}
    returning ${kind === 'medal' ? 'h.count' : '1 as count'}
  ), touched as (
    update member m set ${counted(kind, '- removed.count')}updated_at = now()
    from removed where m.community_id = :communityId and m.user_id = :userId
  ), audited as (${auditRemoval(`member.${kind}.remove`, 'removed')})
  select exists (select from award) as "award_exists!", exists (select from holder) as "member_exists!",
    false as "archived!", false as "already_held!", false as "at_limit!",
    coalesce((select -count from removed), 0) as "change!", (select audit_id from audited) as audit_id, ${roleTaken(kind)},
    null::jsonb as author_bounds`

/** Of who bound the role; null of a removal, which gives nothing. */
const bounds = columns<{ readonly author_bounds: AuthorBounds | null }>()

const awardMedalStatement = statement('award_medal', awardText('medal'), bounds)
const removeMedalStatement = statement('remove_medal', removalText('medal'), bounds)
const awardQualificationStatement = statement('award_qualification', awardText('qualification'), bounds)
const removeQualificationStatement = statement('remove_qualification', removalText('qualification'), bounds)

export type AwardRow = RowOf<typeof awardMedalStatement>

export interface NamedAward {
  readonly userId: number
  readonly name: string
  readonly follows: boolean
}

const runner =
  (kind: Kind, award: typeof awardMedalStatement) =>
  (ctx: Ctx, named: NamedAward): Promise<AwardRow> => {
    const { communityId } = ctx.community
    const run = async (name: string): Promise<AwardRow> =>
      onlyRow(await award(ctx.db, { communityId, ...named, name, ...actorParameters(ctx) }))
    return asSpelled(ctx, kind, named.name, run, ({ award_exists: exists }) => exists)
  }

export const awardMedal = runner('medal', awardMedalStatement)
export const removeMedal = runner('medal', removeMedalStatement)
export const awardQualification = runner('qualification', awardQualificationStatement)
export const removeQualification = runner('qualification', removeQualificationStatement)

/** The next statement then sees concurrent changes of the awards of the member. @returns its roles; null: no member */
export async function lockHolder(tx: TxCtx, userId: number) {
  const row = await own(tx)
    .selectFrom('member')
    .select(['rank_unique_id as rankUniqueId', 'role_ids as roleIds', 'unfinished_role_ids as unfinished'])
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** The members are locked, and their `medal_occurrences` follow with `storeOccurrences`. */
export async function storeCounts(tx: TxCtx, kind: Kind, counts: readonly AwardCount[]): Promise<void> {
  const gone = counts.filter(({ count }) => count === 0)
  const held = counts.filter(({ count }) => count > 0)
  const { communityId: community_id } = tx.community
  const types = { userId: 'bigint', awardId: 'bigint', count: 'bigint' } as const
  if (kind === 'medal') {
    if (gone.length > 0)
      await own(tx)
        .deleteFrom('member_medal as h')
        .using(unnested('gone', gone, types))
        .whereRef('h.user_id', '=', 'gone.userId')
        .whereRef('h.medal_id', '=', 'gone.awardId')
        .execute()
    const rows = held.map(({ userId, awardId, count }) => ({ community_id, user_id: userId, medal_id: awardId, count }))
    if (rows.length > 0)
      await tx.db
        .insertInto('member_medal')
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .columns(['community_id', 'user_id', 'medal_id'])
            .doUpdateSet(({ ref }) => ({ count: ref('excluded.count'), awarded_at: ref('excluded.awarded_at') })),
        )
        .execute()
    return
  }
  if (gone.length > 0)
    await own(tx)
      .deleteFrom('member_qualification as h')
      .using(unnested('gone', gone, types))
      .whereRef('h.user_id', '=', 'gone.userId')
      .whereRef('h.qualification_id', '=', 'gone.awardId')
      .execute()
  const rows = held.map(({ userId, awardId }) => ({ community_id, user_id: userId, qualification_id: awardId }))
  if (rows.length > 0)
    await tx.db
      .insertInto('member_qualification')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** The members are locked. */
export async function storeOccurrences(
  tx: TxCtx,
  members: readonly { readonly userId: number; readonly medalOccurrences: number }[],
): Promise<void> {
  if (members.length === 0) return
  await own(tx)
    .updateTable('member as m')
    .from(unnested('counted', members, { userId: 'bigint', medalOccurrences: 'bigint' }))
    .set(({ ref }) => ({ medal_occurrences: ref('counted.medalOccurrences'), updated_at: now }))
    .whereRef('m.user_id', '=', 'counted.userId')
    .execute()
}
