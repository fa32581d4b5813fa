// Groups and members of the rank change benchmark.

/** Every change moves a member up or back. */
export const ranks = { guest: 101, recruit: 102, private: 103, sergeant: 104, owner: 105 }

const communityCount = 4
const firstUserId = 2_000_001

/** For `changes` concurrent changes of distinct members. */
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

/** Communities alternate; members repeat last; every change has an effect. */
export function changeOf(number, { groups, membersEach }) {
  const index = number % groups.length
  const userId = groups[index].firstUserId + (Math.floor(number / groups.length) % membersEach)
  const isUp = Math.floor(number / (groups.length * membersEach)) % 2 === 0
  return { index, userId, give: isUp ? ranks.sergeant : ranks.private, take: isUp ? ranks.private : ranks.sergeant }
}
