// Rank changes of communities on the simulator, which runs in a process of its own.
import path from 'node:path'
import { say } from '../command.ts'
import { makeCallers, serverEnvironment } from '../faults/fleet.ts'
import { makeWorld } from '../faults/world.ts'
import { withDatabase } from './database.mjs'
import { withSimulator } from './fleet.mjs'

export const communities = 4

/** The server reads no profile from the platform that was synced a moment ago. */
const members = `
  insert into member (community_id, user_id, username, display_name, rank_unique_id, synced_at)
  select $1, user_id, 'Player_' || user_id, 'Player ' || user_id, role_id, now()
  from unnest($2::bigint[], $3::bigint[]) as one (user_id, role_id)`

/** @param work gets `count` changes, each of another member, with the database, the simulator and a server's environment */
export function withChanges(count, work) {
  return withDatabase(async (database) => {
    const stateFile = path.join(database.directory, 'simulator.json')
    // a fifth has the base role alone, and is not changed
    const groups = makeWorld(stateFile, { communities, members: Math.ceil((count * 5) / 4), roles: 'single' })
    return withSimulator(stateFile, async (platformUrl) => {
      const environment = { ...serverEnvironment(database.url, platformUrl), QUEUE_LIMIT: '1000000' }
      const callers = await makeCallers(groups, environment, [])
      for (const { communityId, group } of callers) {
        const held = [...group.members].map(([userId, [roleId = group.ladder[0].roleId]]) => [userId, roleId])
        await database.query(members, [communityId, held.map(([userId]) => userId), held.map(([, roleId]) => roleId)])
      }
      await database.query('vacuum analyze')
      say(`${callers.length} communities of ${groups[0].members.size} members on the simulator`)
      return work({ database, platformUrl, environment, changes: changesOf(callers).slice(0, count) })
    })
  })
}

/** In turns of the communities. `ranks`: one of two, by the parity of the round; the second is the one that is held. */
function changesOf(callers) {
  const all = callers.flatMap(({ communityId, key, group }) =>
    [...group.members].flatMap(([userId, [held]], turn) => {
      const [, one, two] = group.ladder.map(({ roleId }) => roleId)
      return held === undefined
        ? []
        : { communityId, key, group, userId, turn, ranks: [held === one ? two : one, held] }
    }),
  )
  return all.sort((one, other) => one.turn - other.turn)
}
