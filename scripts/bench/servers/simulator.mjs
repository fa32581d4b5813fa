// The simulator in a separate process, without rate limits.
import { startSimulator } from '../../../dist/src/simulator/server.js'
import { World } from '../../../dist/src/simulator/world.js'
import { ranks } from '../scheduler-world.mjs'

const numbers = { guest: 0, recruit: 1, private: 10, sergeant: 50, owner: 255 }

process.once('message', async (schedulerWorld) => {
  const { url } = await startSimulator({ world: toWorld(schedulerWorld) })
  process.send({ url })
})

function toWorld({ groups, membersEach }) {
  const world = new World()
  for (const { groupId, ownerUserId, apiKey, firstUserId } of groups) {
    world.addUser({ userId: ownerUserId, username: `Owner${ownerUserId}` })
    world.addGroup({ groupId, name: `Group ${groupId}`, ownerUserId })
    for (const [name, roleId] of Object.entries(ranks)) world.addRole(groupId, { roleId, rank: numbers[name], name })
    world.addMember(groupId, ownerUserId, [ranks.owner])
    world.addMembers(groupId, firstUserId, membersEach)
    for (let userId = firstUserId; userId < firstUserId + membersEach; userId++) {
      world.giveRole(groupId, userId, ranks.private)
    }
    world.addKey(apiKey, { ownerUserId, groupIds: [groupId] })
  }
  return world
}
