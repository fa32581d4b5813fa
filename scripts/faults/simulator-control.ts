// A client of the simulator's control API, `/_simulator/…`.
import type { Fault } from '../../src/simulator/faults'
import type { WorldDump } from '../../src/simulator/world-file'
import type { AppliedWrite } from './history'

export interface SimulatorControl {
  setFaults(faults: readonly Fault[]): Promise<void>
  clearFaults(): Promise<void>
  addUser(user: NewUser): Promise<unknown>
  changeByHand(change: ChangeByHand): Promise<unknown>
  /** Applied writes of roles, after this sequence number. */
  journal(after?: number): Promise<AppliedWrite[]>
  /** The roles by group and member, without the base role. */
  roles(): Promise<Map<number, Map<number, readonly number[]>>>
}

export interface NewUser {
  readonly userId: number
  readonly username: string
  readonly groupId: number
  readonly createTime: string
}

export interface ChangeByHand {
  readonly groupId: number
  readonly userId: number
  readonly actorUserId: number
  /** The role that is given; `take` is the role that is taken. */
  readonly give?: number
  readonly take?: number
}

type Entry = Omit<AppliedWrite, 'at'> & { readonly at: string }

/** Every call may be repeated: an idle connection can be closed as a request is sent on it. */
async function fetchAgain(url: string, init: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await fetch(url, init)
    } catch (error) {
      if (attempt === 5) throw error
    }
  }
}

export function controlOf(baseUrl: string): SimulatorControl {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetchAgain(`${baseUrl}/_simulator/${path}`, { method, ...sent })
    if (!response.ok) throw new Error(`the simulator responds with ${response.status} to ${method} ${path}`)
    return (await response.json()) as T
  }
  return {
    setFaults: (faults) => call('POST', 'faults', faults),
    clearFaults: () => call('DELETE', 'faults'),
    addUser: (user) => call('POST', 'users', user),
    changeByHand: ({ userId, ...change }) => call('POST', `members/${userId}/roles`, change),
    async journal(after = 0) {
      const found: AppliedWrite[] = []
      for (let last = after; ; last = found.at(-1)?.seq ?? last) {
        const { entries } = await call<{ entries: Entry[] }>('GET', `journal?after=${last}`)
        if (entries.length === 0) return found
        // ids may be strings
        const ids = ({ groupId: group, userId, roleId }: Entry) => ({
          groupId: Number(group),
          userId: Number(userId),
          roleId: Number(roleId),
        })
        found.push(...entries.map((entry) => ({ ...entry, ...ids(entry), at: Date.parse(entry.at) })))
      }
    },
    async roles() {
      const { groups } = await call<WorldDump>('GET', 'state')
      return new Map(
        groups.map(({ groupId, members }) => [groupId, new Map(members.map(({ userId, roles }) => [userId, roles]))]),
      )
    },
  }
}
