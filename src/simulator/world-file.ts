// The world as JSON; secrets are fingerprints, audit logs and access tokens are left out.
import fs from 'node:fs'
import { StartError } from '../base/errors'
import type { Key, Role, User } from './entities'
import type { Grant } from './grants'
import { World } from './world'

export interface WorldDump {
  readonly version: 1
  readonly users: readonly User[]
  readonly groups: readonly GroupDump[]
  readonly keys: readonly Key[]
  /** Absent in old files. */
  readonly grants?: readonly Grant[]
}

export interface GroupDump {
  readonly groupId: number
  readonly name: string
  readonly ownerUserId: number | null
  readonly createTime: string
  readonly roles: readonly Role[]
  /** Without the base role. */
  readonly members: readonly {
    readonly userId: number
    readonly roles: readonly number[]
    readonly createTime: string
  }[]
  /** Absent in old files. */
  readonly joinRequests?: readonly { readonly userId: number; readonly createTime: string }[]
}

export function dumpWorld(world: World): WorldDump {
  return {
    version: 1,
    users: [...world.users.values()],
    groups: [...world.groups.values()].map((group) => ({
      groupId: group.groupId,
      name: group.name,
      ownerUserId: group.ownerUserId,
      createTime: group.createTime,
      roles: [...group.roles.values()],
      members: [...group.members].map(([userId, member]) => ({
        userId,
        roles: [...member.assigned],
        createTime: member.createTime,
      })),
      joinRequests: [...group.joinRequests].map(([userId, { createTime }]) => ({ userId, createTime })),
    })),
    keys: [...world.keys.values()],
    grants: world.grants.list(),
  }
}

export function loadWorld(dump: unknown): World {
  const { version, users, groups, keys, grants = [] } = dump as WorldDump
  if (version !== 1) throw new Error(`simulator: unsupported state version ${String(version)}`)
  const world = new World()
  for (const user of users) world.addUser(user)
  for (const group of groups) {
    world.addGroup(group)
    for (const role of group.roles) world.addRole(group.groupId, role)
    for (const member of group.members) world.addMember(group.groupId, member.userId, member.roles, member.createTime)
    for (const { userId, createTime } of group.joinRequests ?? []) world.joins.send(group.groupId, userId, createTime)
  }
  for (const key of keys) world.restoreKey({ ...key })
  for (const grant of grants) world.grants.restore({ ...grant })
  return world
}

/**
 * Creates the file from `seed` if absent. Every change is written before it is answered.
 * @throws StartError when the file is invalid
 */
export function openWorldFile(file: string, seed: World): World {
  const world = fs.existsSync(file) ? readWorldFile(file) : seed
  const save = (): void => {
    fs.writeFileSync(`${file}.new`, JSON.stringify(dumpWorld(world)), { mode: 0o600 })
    fs.renameSync(`${file}.new`, file)
  }
  world.onChange = save
  save()
  return world
}

function readWorldFile(file: string): World {
  try {
    return loadWorld(JSON.parse(fs.readFileSync(file, 'utf8')))
  } catch (cause) {
    throw new StartError(`${file} is not a simulator state file. Delete it to start with an empty state.`, { cause })
  }
}
