// Two communities of the same accounts.
import { CompiledQuery, sql } from 'kysely'
import { createAward } from '../../../src/awards/medals/actions'
import type { Db } from '../../../src/context'
import { connectGroup } from '../../../src/platform-connection/actions'
import { randomBase32 } from '../../../src/base/ids'
import { keepRank } from '../../../src/moderation/suspensions/actions'
import { enqueueFromAuditLog } from '../../../src/webhooks/feed/actions'
import { group, startTestApp, type TestApp, type TestCommunity } from '../../support/app'
import { until } from '../../support/until'
import { startReceiver, type Receiver } from '../../webhooks/receiver'

export interface Place extends TestCommunity {
  readonly app: TestApp
  /** A word in every text of this community and in no text of the other. */
  readonly word: string
  /** Id of the group on the platform. */
  readonly groupId: number
  readonly rankUniqueId: number
  /** A role that is not a rank. */
  readonly roleUniqueId: number
  readonly hooks: string
}

export interface Two {
  readonly app: TestApp
  readonly here: Place
  readonly there: Place
  close(): Promise<void>
}

export const account = group.members[0]
/** The points of the account in the first community. */
export const numbers = { experience: 424_242, quotaPoints: 313_131 }
const otherGroup = { id: 701, apiKey: 'the-other-platform-key', recruit: 8_001, sergeant: 8_050, vip: 8_060 }

/** Starts both. The account has data in `here` only. */
export async function startTwo(): Promise<Two> {
  const app = await startTestApp({ scheduler: true })
  const receiver = await startReceiver()
  const [here, there] = await makeBoth(app, receiver)
  await fill(here)
  await there.client.get(`/v2/members/${account}`)
  await sql`insert into verified_account (user_id, chat_user_id) values (${account}, 'somebody')`.execute(app.app.db)
  for (const { client, word } of [here, there]) {
    await client.put(`/v2/verifications/${account}`, { chatUserId: `chat-of-${word}`, transfer: true })
  }
  const close = async (): Promise<void> => {
    await app.close()
    await receiver.close()
  }
  return { app, here, there, close }
}

async function makeBoth(app: TestApp, { url }: Receiver): Promise<[Place, Place]> {
  const { sergeant, lieutenant } = group.roles
  const ids = { groupId: group.id, rankUniqueId: sergeant, roleUniqueId: lieutenant }
  const first = { ...(await app.community()), word: 'alphamark', ...ids }
  const otherIds = { groupId: otherGroup.id, rankUniqueId: otherGroup.sergeant, roleUniqueId: otherGroup.vip }
  const second = { ...(await app.community({ connected: false })), word: 'betaword', ...otherIds }
  connectable(app)
  await connectGroup(await second.ctx(), otherGroup.id, otherGroup.apiKey)
  for (const { client, roleUniqueId } of [first, second])
    await client.patch(`/v2/ranks/${roleUniqueId}`, { managed: false })
  return [
    { ...first, app, hooks: `${url}/${first.word}` },
    { ...second, app, hooks: `${url}/${second.word}` },
  ]
}

function connectable({ world }: TestApp): void {
  world.addGroup({ groupId: otherGroup.id, name: 'Other group', ownerUserId: group.owner })
  world.addRole(otherGroup.id, { roleId: 8_000, rank: 0, name: 'guest' })
  world.addRole(otherGroup.id, { roleId: otherGroup.recruit, rank: 1, name: 'recruit' })
  world.addRole(otherGroup.id, { roleId: otherGroup.sergeant, rank: 50, name: 'sergeant' })
  world.addRole(otherGroup.id, { roleId: otherGroup.vip, rank: 60, name: 'vip' })
  for (const userId of group.members) world.addMember(otherGroup.id, userId)
  world.addKey(otherGroup.apiKey, { name: 'other', ownerUserId: group.owner, groupIds: [otherGroup.id] })
}

async function fill(place: Place): Promise<void> {
  const { client, word } = place
  const member = `/v2/members/${account}`
  await client.get(member)
  for (const [route, amount] of [
    ['experience', numbers.experience],
    ['quota-points', numbers.quotaPoints],
  ] as const) {
    await client.post(`${member}/${route}`, { op: 'set', amount, reason: `For ${word}` })
  }
  const name = await makeAwards(place)
  await client.post(`${member}/medals`, { name })
  await client.post(`${member}/qualifications`, { name })
  await accuse(place)
}

const outcast = 5_812_734

/** Blacklists a group, and makes a suspension of the account, which is lifted so that it blocks nothing. */
async function accuse({ client, ctx, word }: Place): Promise<void> {
  const reason = `Raids ${word}`
  await client.post('/v2/blacklist-entries', { groupId: outcast, reason })
  const endsAt = new Date(Date.now() + 3_600_000).toISOString()
  const { suspension_id } = await keepRank(await ctx(), { userId: account, reason, endsAt })
  await client.post(`/v2/suspensions/${suspension_id}/lift`, { reason })
}

export async function makeAwards({ ctx, word }: Place): Promise<string> {
  const name = `Award ${word} ${randomBase32(5)}`
  for (const kind of ['medal', 'qualification'] as const) await createAward(await ctx(), kind, name)
  return name
}

/** Waits for background work. @returns the {@link rowDigests} */
export async function digestOf({ app, communityId }: Place): Promise<Record<string, string>> {
  await until('nothing is left to do', () => isIdle(app))
  return rowDigests(app.app.db, communityId)
}

let tables: readonly string[] | undefined

/** Columns that background work changes: times of use, the state of queues. */
const marks = ['last_used_at', 'urgent_ready', 'bulk_ready', 'urgent_until', 'bulk_until']

/** A hash of the rows of each table. Does not wait for background work. */
export async function rowDigests(db: Db, communityId: string): Promise<Record<string, string>> {
  tables ??= await listTables(db)
  // one statement of plain text: kysely takes 7 ms to build it
  const digests = tables.map(
    (name) => `
      select '${name}' as name, coalesce(md5(string_agg(row, ',' order by row)), 'empty') as digest from (
        select (to_jsonb(t) - $2::text[])::text as row from ${name} t
        where community_id = $1 and to_jsonb(t) ->> 'due_at' is distinct from 'infinity') rows`,
  )
  const query = CompiledQuery.raw(digests.join(' union all '), [communityId, marks])
  const { rows } = await db.executeQuery<{ name: string; digest: string }>(query)
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}

async function listTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'community_id' and t.table_type = 'BASE TABLE'
      and c.table_name not in ('audit_news', 'webhook_feed')
    order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

async function isIdle({ app: { db } }: TestApp): Promise<boolean> {
  // the step that a worker does
  await enqueueFromAuditLog(db, new AbortController().signal)
  const { rows } = await sql`
    select from graphile_worker._private_jobs
    union all select from platform_operation where completed_at is null and not_before <= now()
    union all select from webhook_delivery d join webhook_endpoint e using (community_id, webhook_id)
      where d.status = 'pending' and e.enabled and e.url like 'http:%' limit 1`.execute(db)
  return rows.length === 0
}
