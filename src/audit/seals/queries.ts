// SQL of the seals of the audit log.
import { sql } from 'kysely'
import type { Db } from '../../context'
import { columns, onlyRow, statement, type RowOf } from '../../db/statements'
import type { SealRead } from '../rules'

const isAfterLastSeal = sql<boolean>`
  (e.position, e.audit_id) > (coalesce(last.position, -1), coalesce(last.audit_id, -1))`

/** @returns the number sealed; 0 also while another session seals, erases or deletes */
export async function sealOldest(db: Db, communityId: string, limit: number): Promise<number> {
  const { sealed } = await db
    .selectNoFrom(({ fn, val }) => fn<number>('seal_audit_entries', [val(communityId), val(limit)]).as('sealed'))
    .executeTakeFirstOrThrow()
  return sealed
}

const readSealsStatement = statement(
  'read_audit_seals',
  `with seal as (
    select s.*, coalesce(p.position, -1) as from_position, coalesce(p.audit_id, -1) as from_audit_id,
      coalesce((s.position, s.audit_id) <= (f.position, f.audit_id), false) as is_purged,
      coalesce(array_position(s.audit_ids, f.audit_id), 0) as last_purged,
      coalesce(f.position, -1) as forgotten_position, coalesce(f.audit_id, -1) as forgotten_audit_id
    from audit_seal s
    left join audit_seal p on p.community_id = s.community_id and p.number = s.number - 1
    left join audit_forgotten f on f.community_id = s.community_id
    where s.community_id = :communityId and s.number > :after
    order by s.number limit :limit
  )
  select s.number as "number!", encode(s.previous, 'hex') as previous, encode(s.hash, 'hex') as "hash!", s.mac, s.is_purged as "isPurged!",
    s.hash = audit_seal_hash(s.community_id, s.number, s.position, s.audit_id, s.audit_ids, s.hashes, s.previous, s.sealed_at)
      as "isIntact!",
    cardinality(s.audit_ids) as "entries!", found.redacted as "redacted!", found.otherwise as "otherwise!", found.differing as "differingEntry", found.difference
  from seal s cross join lateral (
    select count(*) filter (where pair.redaction is not null)::int as redacted,
      count(*) filter (where pair.cause = 'other')::int as otherwise,
      (array_agg(pair.audit_id order by pair.position, pair.n) filter (where pair.difference is not null))[1] as differing,
      (array_agg(pair.difference order by pair.position, pair.n) filter (where pair.difference is not null))[1] as difference
    from (
      select coalesce(listed.audit_id, e.audit_id) as audit_id, listed.n, e.position, r.hash as redaction, r.cause,
        case
          when e.audit_id is null then
            case when not s.is_purged and listed.n > s.last_purged then 'missing' end
          when listed.n is null then 'inserted'
          when listed.salt is not null
            and listed.hash in (audit_sealed_hash(e.entry, listed.salt), audit_hash(e.entry, listed.salt)) then null
          when r.hash is distinct from audit_hash(e.entry, null::uuid) then 'changed'
          when r.cause = 'other' or listed.hash = audit_redacted_hash(e.entry, r.part_salts, r.part_hashes) then null
          -- sealed by an earlier build
          when r.part_salts is null and e.is_erased then null
          else 'changed'
        end as difference
      from unnest(s.audit_ids, s.salts, s.hashes) with ordinality as listed (audit_id, salt, hash, n)
      full join (
        select a as entry, a.position, a.audit_id, a.reason is null and a.before is not distinct from audit_without_texts(a.before)
          and a.after is not distinct from audit_without_texts(a.after) as is_erased from audit_entry a
        where a.community_id = :communityId and (a.position, a.audit_id) > (s.from_position, s.from_audit_id)
          and (a.position, a.audit_id) <= (s.position, s.audit_id)
          and a.position between s.from_position and s.position
          and (a.position, a.audit_id) > (s.forgotten_position, s.forgotten_audit_id)
      ) e on e.audit_id = listed.audit_id
      left join audit_redaction r on r.community_id = :communityId and r.audit_id = listed.audit_id
    ) pair
  ) found
  order by s.number`,
  columns<Pick<SealRead, 'difference'>>(),
)

/**
 * Seals after the seal `after`, each with its first mismatching entry: changed, inserted, or missing although retention
 * did not delete it. One statement, so of one snapshot.
 */
export const readSeals = (db: Db, communityId: string, after: number, limit: number): Promise<SealRead[]> =>
  readSealsStatement(db, { communityId, after, limit })

export interface Unsealed {
  readonly count: number
  /** One of them is older than an hour. */
  readonly isStale: boolean
  /** The community came from another server within the last hour, and the worker has not sealed since. */
  readonly isNew: boolean
}

export async function countUnsealed(db: Db, communityId: string): Promise<Unsealed> {
  return db
    .selectFrom('audit_entry as e')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('audit_seal as s')
          .select(['s.position', 's.audit_id'])
          .where('s.community_id', '=', communityId)
          .orderBy('s.number', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<boolean>`coalesce(bool_or(e.at < now() - interval '1 hour'), false)`.as('isStale'),
      sql<boolean>`coalesce(bool_or(e.action = 'community.import' and e.at >= now() - interval '1 hour'), false)`.as(
        'isNew',
      ),
    ])
    .where('e.community_id', '=', communityId)
    .where(isAfterLastSeal)
    .where(sql<boolean>`e.position >= coalesce(last.position, -1)`)
    .executeTakeFirstOrThrow()
}

export interface Head {
  readonly number: number
  /** In hex. */
  readonly hash: string
  /** Number of the first seal with a MAC. */
  readonly first: number
  readonly mac: Buffer
}

export async function findHead(db: Db, communityId: string): Promise<Head | null> {
  const head = await db
    .selectFrom('audit_head')
    .select(['number', sql<string>`encode(hash, 'hex')`.as('hash'), 'first', 'mac'])
    .where('community_id', '=', communityId)
    .executeTakeFirst()
  return head ?? null
}

/** The CTE is materialized: on Citus the nodes return their heads, and the coordinator orders them. */
const digestHeadsStatement = statement(
  'digest_audit_heads',
  `with head as materialized (
    select number, community_id || ' ' || number || ' ' || encode(hash, 'hex') as line from audit_head
  )
  select coalesce(sum(number), 0)::bigint as "seals!",
    encode(sha256(convert_to(coalesce(string_agg(line, E'\\n' order by line collate "C"), ''), 'UTF8')), 'hex') as "digest!"
  from head`,
)

/** The sum of the numbers of all heads, which grows with each new head, and a SHA-256 over the heads, in hex. */
export async function digestHeads(db: Db): Promise<RowOf<typeof digestHeadsStatement>> {
  return onlyRow(await digestHeadsStatement(db, {}))
}

export const findNewestSeal = (db: Db, communityId: string) =>
  db
    .selectFrom('audit_seal')
    .select([
      'number',
      sql<string>`encode(hash, 'hex')`.as('hash'),
      sql<string | null>`encode(previous, 'hex')`.as('previous'),
    ])
    .where('community_id', '=', communityId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** `mac` is that of the head. @throws for a seal that has a MAC or does not follow the head */
export async function signSeal(db: Db, communityId: string, sealMac: Buffer, { number, first, mac }: Head) {
  await db
    .selectNoFrom(({ fn, val }) =>
      fn('sign_audit_seal', [val(communityId), val(number), val(sealMac), val(first), val(mac)]).as('signed'),
    )
    .execute()
}

/** Of encryption keys before a rotation. */
export const listKeptKeys = (db: Db) => db.selectFrom('erasure_digest_key').select(['key_id', 'sealed']).execute()
