// SQL on people and sessions.
import type { DB } from '../../generated/database'
import { communityFacts } from '../communities/queries'
import { sql, type Selectable } from 'kysely'
import { toBoundsColumns } from '../auth/bounds/rules'
import type { Author } from '../auth/handing-on/author'
import type { Community, Ctx, Db, RankBounds, TxCtx } from '../context'
import { inSeconds } from '../db/expressions'
import { onPage, type Page, type Position } from '../db/paging'
import { own, type Tenant } from '../db/own'
import { columns, statement, type RowOf } from '../db/statements'
import type { IssuerAccount } from '../issuer/issuer'
import type { StaffRole } from './roles'
import { KEPT_MS, toBindingColumns, type Binding, type PersonOfAccount, type RoleLoss } from './rules'

type Bounds = 'lowest_rank_touched' | 'highest_rank_touched'

export type PersonRow = Readonly<Omit<Selectable<DB['person']>, Bounds>> & {
  readonly bounds: RankBounds
  readonly role_loss: RoleLoss | null
  readonly own_scopes: string[] | null
}

const ownScopes = (person: 'person' | 'p') =>
  sql<string[] | null>`(select r.scopes from staff_role r
  where r.community_id = ${sql.ref(`${person}.community_id`)} and r.name = ${sql.ref(`${person}.role`)})`.as(
    'own_scopes',
  )

const personColumns = [
  'community_id',
  'person_id',
  'name',
  'role',
  'enabled',
  'created_at',
  'invitation_hash',
  'invitation_expires_at',
  'credential_id',
  'public_key',
  'sign_count',
  'challenged_at',
  'last_sign_in_at',
  'issuer',
  'subject',
  'highest_rank_given',
  'takes_per_hour_limit',
  'paused_at',
  'user_id',
  'lowest_rank_unique_id',
  'rank_unique_id',
  'rank_read_at',
  'creator_key_id',
  'creator_person_id',
  'inviter_key_id',
  'inviter_person_id',
  sql<RankBounds>`person_rank_bounds(person)`.as('bounds'),
  sql<RoleLoss | null>`person_role_loss(person)`.as('role_loss'),
  ownScopes('person'),
] as const

const selectPeople = (ctx: Tenant) => own(ctx).selectFrom('person').select(personColumns)

export async function listPeople(ctx: Ctx, page: Page): Promise<PersonRow[]> {
  return selectPeople(ctx)
    .$call(onPage(page, 'asc', 'created_at', 'person_id'))
    .execute()
}

export const listPeopleOfRole = (ctx: Ctx, role: StaffRole): Promise<PersonRow[]> =>
  selectPeople(ctx).where('role', '=', role).execute()

export const positionOfPerson = (row: PersonRow): Position => ({ at: row.created_at, id: row.person_id })

export async function findPerson(ctx: Tenant, personId: string): Promise<PersonRow | null> {
  return (await selectPeople(ctx).where('person_id', '=', personId).executeTakeFirst()) ?? null
}

export async function lockPerson(tx: TxCtx, personId: string): Promise<PersonRow | null> {
  return (await selectPeople(tx).where('person_id', '=', personId).forNoKeyUpdate().executeTakeFirst()) ?? null
}

export async function findPeopleOfAccount(db: Db, { issuer, subject }: IssuerAccount): Promise<PersonOfAccount[]> {
  return db
    .selectFrom('person as p')
    .innerJoin('community as c', 'c.community_id', 'p.community_id')
    .leftJoin('platform_connection as g', 'g.community_id', 'p.community_id')
    .where('p.issuer', '=', issuer)
    .where('p.subject', '=', subject)
    .where('p.enabled', '=', true)
    .where('p.credential_id', 'is', null)
    .where('p.invitation_hash', 'is', null)
    .where('c.moved_at', 'is', null)
    .select([
      'p.person_id as personId',
      'p.community_id as communityId',
      'c.name as communityName',
      'g.group_id as groupId',
    ])
    .orderBy('c.name')
    .orderBy('p.community_id')
    .execute()
}

export const toInviterColumns = ({ keyId, personId }: Author) => ({
  inviter_key_id: keyId,
  inviter_person_id: personId,
})

export interface Invitation {
  readonly hash: Buffer
  readonly expiresAt: string
}

interface NewPerson {
  readonly personId: string
  readonly name: string
  readonly role: StaffRole
  readonly createdAt: string
  readonly bounds: RankBounds
  readonly takesPerHour: number | null
  readonly binding: Binding
  readonly author: Author
}

export async function insertPerson(tx: TxCtx, person: NewPerson, { hash, expiresAt }: Invitation): Promise<PersonRow> {
  const row = await tx.db
    .insertInto('person')
    .values({
      community_id: tx.community.communityId,
      person_id: person.personId,
      name: person.name,
      role: person.role,
      created_at: person.createdAt,
      invitation_hash: hash,
      invitation_expires_at: expiresAt,
      ...toBoundsColumns(person.bounds),
      takes_per_hour_limit: person.takesPerHour,
      ...toBindingColumns(person.binding),
      creator_key_id: person.author.keyId,
      creator_person_id: person.author.personId,
      ...toInviterColumns(person.author),
    })
    .returning(personColumns)
    .executeTakeFirstOrThrow()
  return row
}

type Change = Partial<Omit<Selectable<DB['person']>, 'community_id' | 'person_id' | 'created_at'>>

/** The caller has locked the person. */
export async function updatePerson(tx: TxCtx, personId: string, change: Change): Promise<PersonRow> {
  const row = await own(tx)
    .updateTable('person')
    .set(change)
    .where('person_id', '=', personId)
    .returning(personColumns)
    .executeTakeFirstOrThrow()
  return row
}

/** The sessions go with it. The caller has locked the person. */
export async function deletePerson(tx: TxCtx, personId: string): Promise<void> {
  await own(tx).deleteFrom('person').where('person_id', '=', personId).execute()
}

/** Of all communities that were not moved away. */
export async function countPausedPeople(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('person as p')
    .innerJoin('community as c', 'c.community_id', 'p.community_id')
    .where('p.paused_at', 'is not', null)
    .where('p.enabled', '=', true)
    .where('c.moved_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const findSessionStatement = statement(
  'find_session',
  `select s.person_id, s.token_hash, p.name, p.role, p.enabled, p.takes_per_hour_limit, p.paused_at, person_rank_bounds(p) as "bounds!", person_role_loss(p) as role_loss,
     (select r.scopes from staff_role r where r.community_id = p.community_id and r.name = p.role) as own_scopes,
     round(extract(epoch from s.last_used_at) * 1000)::float8 as "last_used_at_ms!",
     round(extract(epoch from s.expires_at) * 1000)::float8 as "expires_at_ms!",
     round(extract(epoch from s.ended_at) * 1000)::float8 as ended_at_ms,
     round(extract(epoch from coalesce(s.proved_at, s.created_at)) * 1000)::float8 as "proved_at_ms!",
     p.credential_id is not null as "has_passkey!", ${communityFacts} as "facts!"
   from person_session s join person p using (community_id, person_id) join community c using (community_id)
   where s.community_id = :communityId and s.session_id = :sessionId`,
  columns<{ readonly facts: Community; readonly bounds: RankBounds; readonly role_loss: RoleLoss | null }>(),
)

export type FoundSession = RowOf<typeof findSessionStatement>

export async function findSession(db: Db, communityId: string, sessionId: string): Promise<FoundSession | null> {
  return (await findSessionStatement(db, { communityId, sessionId }))[0] ?? null
}

export async function touchSession(db: Db, communityId: string, sessionId: string, at: string): Promise<void> {
  await db
    .updateTable('person_session')
    .set({ last_used_at: at })
    .where('community_id', '=', communityId)
    .where('session_id', '=', sessionId)
    .where('last_used_at', '<', at)
    .execute()
}

/** @returns false when the session has ended meanwhile */
export async function storeProof(tx: TxCtx, sessionId: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await own(tx)
    .updateTable('person_session')
    .set({ proved_at: at })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export interface NewSession {
  readonly sessionId: string
  readonly personId: string
  readonly hash: Buffer
  readonly client: string | null
  readonly createdAt: string
  readonly expiresAt: string
}

export async function insertSession(tx: TxCtx, session: NewSession): Promise<void> {
  await tx.db
    .insertInto('person_session')
    .values({
      community_id: tx.community.communityId,
      session_id: session.sessionId,
      person_id: session.personId,
      token_hash: session.hash,
      client: session.client,
      expires_at: session.expiresAt,
      created_at: session.createdAt,
      last_used_at: session.createdAt,
    })
    .execute()
}

/** Of all people, also of those who never sign in again. */
export async function purgeOldSessions(db: Db): Promise<void> {
  await db
    .deleteFrom('person_session')
    .where(({ fn, ref }) => fn('least', [ref('expires_at'), ref('ended_at')]), '<', inSeconds(-KEPT_MS / 1_000))
    .execute()
}

/**
 * Deletes those that ended or expired before `before`, and all but the newest `keep`. The caller has locked the person.
 */
export async function deleteOldSessions(
  tx: TxCtx,
  personId: string,
  { before, keep }: { readonly before: string; readonly keep: number },
): Promise<void> {
  await own(tx)
    .deleteFrom('person_session')
    .where('person_id', '=', personId)
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('expires_at', '<', before),
        eb('ended_at', '<', before),
        eb(
          'session_id',
          'not in',
          selectFrom('person_session as n')
            .select('n.session_id')
            .where('n.community_id', '=', tx.community.communityId)
            .where('n.person_id', '=', personId)
            .orderBy('n.created_at', 'desc')
            .orderBy('n.session_id')
            .limit(keep),
        ),
      ]),
    )
    .execute()
}

/** @returns the number that were live */
export async function endSessions(tx: TxCtx, personId: string, at: string): Promise<number> {
  const ended = await own(tx)
    .updateTable('person_session')
    .set({ ended_at: at })
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .returning('session_id')
    .execute()
  return ended.length
}

export type SessionRow = Readonly<Omit<Selectable<DB['person_session']>, 'token_hash'>> & {
  readonly name: string
  readonly role: StaffRole
  readonly own_scopes: string[] | null
}

const selectSessions = (ctx: Ctx) =>
  own(ctx)
    .selectFrom('person_session as s')
    .innerJoin('person as p', (join) =>
      join.onRef('p.community_id', '=', 's.community_id').onRef('p.person_id', '=', 's.person_id'),
    )
    .select([
      's.community_id',
      's.session_id',
      's.person_id',
      's.client',
      's.created_at',
      's.last_used_at',
      's.expires_at',
      's.ended_at',
      's.proved_at',
      'p.name',
      'p.role',
      ownScopes('p'),
    ])

/** @param personId null: of everybody */
export async function listSessions(ctx: Ctx, page: Page, personId: string | null): Promise<SessionRow[]> {
  return selectSessions(ctx)
    .$if(personId !== null, (sessions) => sessions.where('s.person_id', '=', personId))
    .$call(onPage(page, 'desc', 's.created_at', 's.session_id'))
    .execute()
}

export const positionOfSession = (row: SessionRow): Position => ({ at: row.created_at, id: row.session_id })

export async function findOwnSession(ctx: Ctx, sessionId: string): Promise<SessionRow | null> {
  return (await selectSessions(ctx).where('s.session_id', '=', sessionId).executeTakeFirst()) ?? null
}

/**
 * @param hash when a cookie names the session
 * @returns its person; null when it has ended already
 */
export async function endSession(tx: TxCtx, sessionId: string, at: string, hash?: Buffer): Promise<string | null> {
  const ended = await own(tx)
    .updateTable('person_session')
    .set({ ended_at: at })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .$if(hash !== undefined, (sessions) => sessions.where('token_hash', '=', hash ?? null))
    .returning('person_id')
    .executeTakeFirst()
  return ended?.person_id ?? null
}

export async function nameOfCommunity(ctx: Tenant): Promise<string> {
  return (await own(ctx).selectFrom('community').select('name').executeTakeFirstOrThrow()).name
}
