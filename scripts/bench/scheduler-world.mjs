// The communities whose members change ranks, as the database, the simulator and every contestant know them.

/** Members start as privates; every change moves one up or back, which takes a role given and a role taken. */
export const ranks = { guest: 101, recruit: 102, private: 103, sergeant: 104, owner: 105 }

const communityCount = 4
const firstUserId = 2_000_001

/** The world of a run with room for so many changes at a time, each of another member. */
export function schedulerWorld(changes) {
  const membersEach = Math.ceil(changes / communityCount)
  const groups = Array.from({ length: communityCount }, (_, index) => ({
    groupId: 7_001 + index,
    ownerUserId: 101 + index,
    apiKey: `bench-simulator-key-${index}`,
    firstUserId: firstUserId + index * membersEach,
  }))
  return { groups, membersEach }
}

/**
 * What the change of that number does: the next community each time, then its next member. No member comes twice in a
 * row of as many changes as there are members, and every change is one.
 */
export function changeOf(number, { groups, membersEach }) {
  const index = number % groups.length
  const userId = groups[index].firstUserId + (Math.floor(number / groups.length) % membersEach)
  const isUp = Math.floor(number / (groups.length * membersEach)) % 2 === 0
  return { index, userId, give: isUp ? ranks.sergeant : ranks.private, take: isUp ? ranks.private : ranks.sergeant }
}
