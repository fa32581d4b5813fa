// Communities of the rank change benchmark, connected to the simulator.
import { allScopes, issueKey } from '../../dist/src/auth/actions.js'
import { toBoundsShown, UNBOUNDED } from '../../dist/src/auth/bounds/rules.js'
import { createCommunity, requireCommunity } from '../../dist/src/communities/actions.js'
import { openDatabase } from '../../dist/src/db/database.js'
import { connectGroup } from '../../dist/src/platform-connection/actions.js'
import { makeLogger } from '../../dist/src/base/logger.js'
import { HttpPlatform } from '../../dist/src/platform/http-platform.js'
import { Keyring } from '../../dist/src/encryption/keyring.js'
import { ranks } from './scheduler-world.mjs'

/** The load changes every rank. */
const numbers = { rankChangesPerMinuteLimit: 1_000_000, pointsPerMinuteLimit: Number.MAX_SAFE_INTEGER }
const bounds = { ...toBoundsShown(UNBOUNDED), ...numbers }

const members = `
  insert into member (community_id, user_id, username, display_name, rank_unique_id, synced_at)
  select $1, user_id, 'Player_' || user_id, 'Player ' || user_id, ${ranks.private}, now()
  from generate_series($2::bigint, $3::bigint) as user_id`

/** Query plans depend on the table's content. */
const past = `
  insert into platform_operation (community_id, operation_id, kind, user_id, target_unique_id, status, awaited, urgent,
    deadline_at, actor_kind, actor_id, created_at, completed_at, result)
  select $1, 'op_' || translate(substr(md5($1 || i), 1, 20), '0189', 'wxyz'), 'rank.set', $2::bigint + i, ${ranks.private},
    'succeeded', false, false, now() - interval '1 day', 'key', 'bench', now() - interval '1 day',
    now() - interval '1 day', '{"changed": true, "auditId": null}'
  from generate_series(0, $3::int - 1) as i`

/**
 * A permanent heartbeat: operations are accepted without a worker.
 * @returns community id and key by group
 */
export async function seedScheduler(database, world, platformUrl, encryptionKey) {
  const log = makeLogger('silent')
  const { db, close } = openDatabase(database.connectionString, 1, log)
  const platform = new HttpPlatform({ apiUrl: platformUrl, usersUrl: platformUrl })
  const settings = { encryptionKey: new Keyring(Buffer.from(encryptionKey, 'hex')) }
  const operator = { caller: { kind: 'operator' }, actor: { kind: 'operator', id: 'bench' } }
  const base = { db, platform, settings, log, ...operator, requestId: null, now: () => new Date() }
  const access = []
  for (const { groupId, apiKey, firstUserId } of world.groups) {
    const community = await createCommunity(base, `Bench ${groupId}`, 'pro')
    const { communityId } = community
    await connectGroup({ ...base, community }, groupId, apiKey)
    const ctx = { ...base, community: await requireCommunity(base, communityId) }
    const { key } = await issueKey(ctx, { name: 'bench', scopes: allScopes, expiresAt: null, bounds })
    await database.query('update community set rank_changes_per_minute_limit = null')
    await database.query(members, [communityId, firstUserId, firstUserId + world.membersEach - 1])
    await database.query(past, [communityId, firstUserId, world.membersEach])
    access.push({ communityId, key })
  }
  await close()
  await database.query(`insert into worker_process (worker_id, beat_at) values ('bench', 'infinity')`)
  await database.query('vacuum analyze')
  return access
}
