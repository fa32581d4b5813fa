// SQL of the roles of the community's group at the last sync, with AutoRank thresholds.
import { sql } from 'kysely'
import { auditInsert } from '../audit/entry'
import { actorParameters, type Ctx, type Db, type TxCtx, type AuthorBounds } from '../context'
import { now, toJson, unnested } from '../db/expressions'
import { columns, statement, type RowOf } from '../db/statements'
import type { PlatformRole, Power } from '../platform/platform'
import { own } from '../db/own'
import { GUEST, OWNER, type RankFacts } from './rules'

export const singleRank = '(select single_rank from community where community_id = :communityId)'

/** SQL for `managed` of the rules: true for a role `r` that is a rank, unless it is guest or owner. */
export const isManaged = `is_managed(r.managed, r.auto_rank_experience, ${singleRank})`

/** The same of the role alone: once one is none, the community has declared which are ranks. */
const isDeclaredNone = (role: string): string => `not is_managed(${role}.managed, ${role}.auto_rank_experience, false)`

/** SQL for the role of a medal or qualification `d`, unless it is a rank now or has left the group. */
export const boundRole = `(select r.unique_id from rank r
    where r.community_id = :communityId and r.unique_id = d.role_unique_id and not ${isManaged})`

const listRanksStatement = statement(
  'list_ranks',
  `select r.unique_id, r.rank_id, r.name, r.member_count, r.auto_rank_experience, ${isManaged} as "managed!",
     r.given_by_people, r.powers, r.author_bounds
   from rank r where r.community_id = :communityId order by r.rank_id, r.unique_id`,
  columns<{ readonly powers: readonly Power[] | null; readonly author_bounds: AuthorBounds | null }>(),
)

export type ListedRank = RowOf<typeof listRanksStatement>
export type RankRow = Omit<ListedRank, 'given_by_people' | 'powers' | 'author_bounds'> &
  Pick<RankFacts, 'author_bounds'>

export function listRanks(ctx: Pick<Ctx, 'db' | 'community'>): Promise<ListedRank[]> {
  return listRanksStatement(ctx.db, { communityId: ctx.community.communityId })
}

/** SQL for what AutoRank reads of a member `m`: the ranks of the ladder and the roles held, lowest first, as JSON. */
export const autoRankFacts = `coalesce((
      select json_agg(json_build_object('unique_id', r.unique_id, 'rank_id', r.rank_id, 'name', r.name,
        'auto_rank_experience', r.auto_rank_experience, 'author_bounds', r.author_bounds, 'managed', ${isManaged}) order by r.rank_id, r.unique_id)
      from rank r
      where r.community_id = :communityId
        and (r.auto_rank_experience is not null or r.unique_id = m.rank_unique_id or r.unique_id = any(m.role_ids))), '[]'::json)`

/**
 * SQL that flags the community that has not declared its ranks, with an audit entry, once until it declares them.
 * @param found a CTE of the member with several roles: `user_id`, and `after` of the entry
 */
export const flagAmbiguity = (found: string): string => `flagged as (
     update community c set rank_ambiguous_at = now() from ${found} f
     where c.community_id = :communityId and c.rank_ambiguous_at is null and not c.single_rank
       and not exists (select from rank r where r.community_id = :communityId and ${isDeclaredNone('r')})
     returning f.user_id, f.after
   )
   ${auditInsert({ action: 'rank.ambiguous', userId: 'user_id', after: 'after', from: 'flagged' })}`

const flagAmbiguousStatement = statement(
  'flag_ambiguous_member',
  `with found as (select :userId::bigint as user_id, jsonb_build_object('message', :message::text) as after
   ), ${flagAmbiguity('found')}`,
)

export async function flagAmbiguousMember(ctx: Ctx, userId: number, message: string): Promise<void> {
  const { communityId } = ctx.community
  await flagAmbiguousStatement(ctx.db, { communityId, userId, message, ...actorParameters(ctx) })
}

/** The roles that `undecided` of the rules finds, of all communities. */
export function listUndecided(db: Db) {
  return db
    .selectFrom('rank')
    .select(['community_id', 'unique_id', 'name'])
    .where('rank_id', '>', GUEST)
    .where('rank_id', '<', OWNER)
    .where('given_by_people', 'is', null)
    .where(sql<number>`jsonb_array_length(powers)`, '>', 0)
    .orderBy('community_id')
    .orderBy('rank_id')
    .execute()
}

/**
 * Ranks with one number, lowest first: a request that names the number means one of them, and a promotion passes the others over.
 * @param communityId null: of all communities
 */
export function listSharedNumbers(db: Db, communityId: string | null) {
  return db
    .selectFrom('rank as r')
    .innerJoin('community as c', 'c.community_id', 'r.community_id')
    .select(['r.community_id', 'r.rank_id'])
    .select(sql<string[]>`array_agg(r.name || ' (' || r.unique_id || ')' order by r.unique_id)`.as('roles'))
    .where('r.rank_id', '>', GUEST)
    .where('r.rank_id', '<', OWNER)
    .where(sql<boolean>`is_managed(r.managed, r.auto_rank_experience, c.single_rank)`)
    .$if(communityId !== null, (ranks) => ranks.where('r.community_id', '=', communityId))
    .groupBy(['r.community_id', 'r.rank_id'])
    .having(sql<boolean>`count(*) > 1`)
    .orderBy('r.community_id')
    .orderBy('r.rank_id')
    .execute()
}

/** Every process reads its cached keys again: what no key gives has changed. */
export async function announceGivers({ db, community }: TxCtx): Promise<void> {
  await sql`select pg_notify('access_changed', ${community.communityId})`.execute(db)
}

export async function clearAmbiguity(tx: TxCtx): Promise<void> {
  await own(tx)
    .updateTable('community')
    .set({ rank_ambiguous_at: null })
    .where('rank_ambiguous_at', 'is not', null)
    .execute()
}

const withJson = ({ powers, ...role }: PlatformRole) => ({ ...role, powers: toJson(powers) })

/** Thresholds of remaining roles are kept. */
export async function replaceRanks(tx: TxCtx, roles: readonly PlatformRole[]): Promise<void> {
  const { communityId } = tx.community
  const isDeclared = sql<boolean>`exists (select from rank declared
    where declared.community_id = ${communityId} and ${sql.raw(isDeclaredNone('declared'))})`
  await tx.db
    .insertInto('rank')
    .columns(['community_id', 'unique_id', 'rank_id', 'name', 'member_count', 'powers', 'synced_at', 'managed'])
    .expression((eb) =>
      eb
        .selectFrom(
          unnested('role', roles.map(withJson), {
            uniqueId: 'bigint',
            rankId: 'smallint',
            name: 'text',
            memberCount: 'bigint',
            powers: 'jsonb',
          }),
        )
        .select(({ val }) => val(communityId).as('community_id'))
        .select(['role.uniqueId', 'role.rankId', 'role.name', 'role.memberCount', 'role.powers'])
        .select(now.as('synced_at'))
        // once a role is declared none, one that appears later is none until it is declared a rank
        .select(sql<boolean>`not ${isDeclared}`.as('managed')),
    )
    .onConflict((conflict) =>
      conflict.columns(['community_id', 'unique_id']).doUpdateSet(({ ref }) => ({
        rank_id: ref('excluded.rank_id'),
        name: ref('excluded.name'),
        member_count: ref('excluded.member_count'),
        powers: ref('excluded.powers'),
        synced_at: ref('excluded.synced_at'),
      })),
    )
    .execute()
  await own(tx)
    .deleteFrom('rank')
    .where('unique_id', '<>', sql<number>`all(${roles.map((role) => role.uniqueId)}::bigint[])`)
    .execute()
}

export async function findRankSync(db: Db, communityId: string): Promise<{ ranks: number; synced_at: string | null }> {
  return db
    .selectFrom('rank')
    .select(({ fn }) => [fn.countAll<number>().as('ranks'), fn.max('synced_at').as('synced_at')])
    .where('community_id', '=', communityId)
    .executeTakeFirstOrThrow()
}

/** `managed`: the stored declaration alone. */
export type LockedRank = NonNullable<Awaited<ReturnType<typeof lockRank>>>

export async function lockRank(tx: TxCtx, uniqueId: number) {
  const row = await own(tx)
    .selectFrom('rank')
    .select(['unique_id', 'rank_id', 'name', 'member_count', 'auto_rank_experience', 'managed', 'given_by_people'])
    .select('author_bounds')
    .select(
      sql<boolean>`(select single_rank from community where community_id = ${tx.community.communityId})`.as(
        'single_rank',
      ),
    )
    .where('unique_id', '=', uniqueId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function findAwardOf(tx: TxCtx, role: number): Promise<string | null> {
  const named = (kind: 'medal' | 'qualification') =>
    own(tx).selectFrom(kind).select('name').where('role_unique_id', '=', role).where('name', 'is not', null)
  const row = await named('medal').unionAll(named('qualification')).limit(1).executeTakeFirst()
  return row?.name ?? null
}

export interface RankSettings {
  readonly experience: number | null
  /** Of who set the threshold. */
  readonly authorBounds: AuthorBounds | null
  readonly managed: boolean
  /** Null: nobody has answered. */
  readonly givenByPeople: boolean | null
}

export async function storeRankSettings(
  tx: TxCtx,
  uniqueId: number,
  { experience, authorBounds, managed, givenByPeople }: RankSettings,
): Promise<void> {
  await own(tx)
    .updateTable('rank')
    .set({ auto_rank_experience: experience, managed, given_by_people: givenByPeople })
    .set({ author_bounds: toJson(authorBounds) })
    .where('unique_id', '=', uniqueId)
    .execute()
}
