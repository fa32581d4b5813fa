// Seeds communities as in production: plan, key, connection, ranks, medals and members.
import { randomBytes } from 'node:crypto'
import { openDatabase } from '../../src/db/database.ts'
import { createApplication } from '../../src/applications/forms/actions.ts'
import { allScopes, issueKey } from '../../src/auth/actions.ts'
import { toBoundsShown, UNBOUNDED } from '../../src/auth/bounds/rules.ts'
import { createAward } from '../../src/awards/medals/actions.ts'
import { createCommunity } from '../../src/communities/actions.ts'
import { makeLogger } from '../../src/base/logger.ts'
import { encryptCredential } from '../../src/encryption/credentials.ts'
import { Keyring } from '../../src/encryption/keyring.ts'
import { firstUserId } from './workloads.mjs'

/** Experience between two thresholds of AutoRank: no award of a run changes a rank. */
const step = 1_000_000

const ranks = `
  insert into rank (community_id, unique_id, rank_id, name, member_count, auto_rank_experience)
  select $1, 99000000 + rank_id, rank_id, name, 1000, experience from (values
    (0, 'Guest', null), (1, 'Recruit', 0), (10, 'Private', ${step}), (50, 'Sergeant', ${2 * step}),
    (100, 'Lieutenant', ${3 * step}), (200, 'Captain', ${4 * step}), (255, 'Owner', null)
  ) as rank (rank_id, name, experience)`

const members = `
  insert into member (community_id, user_id, username, display_name, experience, quota_points, rank_unique_id,
    medal_occurrences, synced_at)
  select $1, ${firstUserId} + i, 'Player_' || i, 'Player ' || i, (i % 5) * ${step} + 1000, i % 40,
    99000000 + (array[1, 10, 50, 100, 200])[i % 5 + 1], (i % 10 = 0)::int + (i % 30 = 0)::int, now()
  from generate_series(0, $2::int - 1) as i`

/** Every n-th member has the award; `medal_occurrences` above counts on it. */
const holders = (table, award, every, name) => `
  insert into member_${table} (community_id, user_id, ${table}_id${award})
  select $1, m.user_id, a.${table}_id${award && ', 1'} from member m join ${table} a using (community_id)
  where m.community_id = $1 and a.name = '${name}' and (m.user_id - ${firstUserId}) % ${every} = 0`

const form = { name: 'Bench', state: 'open', questions: [{ id: 'why', type: 'short', title: 'Why?' }] }

const responses = `
  insert into application_response (community_id, response_id, application_id, application_version, user_id, status,
    questions, answers, submitted_at, reviewed_at)
  select $1, 'rsp_' || translate(substr(md5($1 || i), 1, 20), '0189', 'wxyz'), $2, 1, ${firstUserId} + i,
    case i % 3 when 0 then 'Pending' when 1 then 'Passed' else 'Failed' end,
    '[{"id": "why", "type": "short", "title": "Why?"}]', '{"why": "Because"}', now() - i * interval '1 second',
    case i % 3 when 0 then null else now() end
  from generate_series(0, $3::int - 1) as i`

/**
 * @param count communities, with as many members each
 * @returns credentials and ids of each, with the same encryption key
 */
export async function seed(database, memberCount, count = 1) {
  const encryptionKey = randomBytes(32).toString('hex')
  const all = []
  for (let groupId = 1; groupId <= count; groupId++)
    all.push(await seedCommunity(database, memberCount, { groupId, encryptionKey }))
  await database.query('vacuum analyze')
  return all
}

async function seedCommunity(database, memberCount, { groupId, encryptionKey }) {
  const access = { ...(await createAccess(database.url)), encryptionKey }
  const { communityId } = access
  // no profile expires and no rank changes: the platform is not called
  await database.query(
    `insert into platform_connection (community_id, group_id, credential_kind, credential) values ($1, $3, 'api_key', $2)`,
    [communityId, encryptCredential(new Keyring(Buffer.from(encryptionKey, 'hex')), communityId, 'bench'), groupId],
  )
  await database.query(ranks, [communityId])
  await database.query(members, [communityId, memberCount])
  await database.query(holders('medal', ', count', 10, 'Valor'), [communityId])
  await database.query(holders('medal', ', count', 30, 'Long Service'), [communityId])
  await database.query(holders('qualification', '', 20, 'Pilot'), [communityId])
  return { ...access, memberCount }
}

export async function seedResponses(database, { communityId, applicationId }, count) {
  await database.query(responses, [communityId, applicationId, count])
  await database.query('vacuum analyze application_response')
}

/** The community with its key and its form, made by the server's own code. */
async function createAccess(url) {
  const log = makeLogger('silent')
  const { db, close } = openDatabase(url, 1, log)
  const operator = { caller: { kind: 'operator' }, actor: { kind: 'operator', id: 'bench' } }
  const base = { db, log, ...operator, requestId: null, now: () => new Date() }
  const community = await createCommunity(base, 'Bench', 'pro')
  const ctx = { ...base, community }
  for (const medal of ['Valor', 'Long Service']) await createAward(ctx, 'medal', medal)
  await createAward(ctx, 'qualification', 'Pilot')
  const { key, keyId } = await issueKey(ctx, {
    name: 'bench',
    scopes: allScopes,
    expiresAt: null,
    bounds: toBoundsShown(UNBOUNDED),
  })
  const { application_id: applicationId } = await createApplication(ctx, form, undefined)
  await close()
  return { communityId: community.communityId, key, keyId, applicationId }
}
