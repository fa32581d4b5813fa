// Client of `/_simulator/…`.
import type { Fault } from '../../src/simulator/faults'
import type { WorldDump } from '../../src/simulator/world-file'
import type { AppliedWrite, RoleChange } from './history'
import type { JoinHand, JoinWrite } from './join-checker'

export interface SimulatorControl {
  setFaults(faults: readonly Fault[]): Promise<void>
  clearFaults(): Promise<void>
  /** By hand, as the owner of the group. */
  changeRole(change: RoleChange): Promise<void>
  /** By hand. @returns whether it had an effect */
  decideJoin(groupId: number, userId: number, hand: JoinHand): Promise<boolean>
  /** Decisions on join requests. */
  joinWrites(): Promise<JoinWrite[]>
  /** By group and account. */
  joins(): Promise<Map<number, Map<number, 'member' | 'asks'>>>
  /** Of roles, after this sequence number. */
  journal(after?: number): Promise<AppliedWrite[]>
  /** By group and member, without the base role. */
  roles(): Promise<Map<number, Map<number, readonly number[]>>>
}

interface JournalEntry extends Omit<AppliedWrite, 'at' | 'verb'> {
  readonly at: string
  readonly verb: AppliedWrite['verb'] | 'acceptJoinRequest' | 'declineJoinRequest'
}
type RoleEntry = JournalEntry & Pick<AppliedWrite, 'verb'>
const isOfRole = (entry: JournalEntry): entry is RoleEntry => /Role$/.test(entry.verb)

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
    const response = await fetchAgain(`${baseUrl}/_simulator/${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`the simulator responds with ${response.status} to ${method} ${path}`)
    return (await response.json()) as T
  }
  const entriesAfter = async (after: number): Promise<JournalEntry[]> => {
    const found: JournalEntry[] = []
    for (;;) {
      const last = found.at(-1)?.seq ?? after
      const { entries } = await call<{ entries: JournalEntry[] }>('GET', `journal?after=${last}`)
      if (entries.length === 0) return found
      found.push(...entries)
    }
  }
  return {
    setFaults: (faults) => call('POST', 'faults', faults),
    changeRole: ({ groupId, userId, roleId, given }) =>
      call('POST', `members/${userId}/roles`, { groupId, [given ? 'give' : 'take']: roleId }),
    clearFaults: () => call('DELETE', 'faults'),
    async journal(after = 0) {
      // ids may be strings
      const entries = (await entriesAfter(after)).filter(isOfRole)
      return entries.map((entry) => ({ ...entry, ...numeric(entry), at: Date.parse(entry.at) }))
    },
    async joinWrites() {
      const entries = (await entriesAfter(0)).filter((entry) => !isOfRole(entry))
      return entries.map(({ verb, at, groupId, userId }) => ({
        ...{ verb: verb === 'acceptJoinRequest' ? ('accept' as const) : ('decline' as const), at: Date.parse(at) },
        ...{ groupId: Number(groupId), userId: Number(userId) },
      }))
    },
    async decideJoin(groupId, userId, action) {
      const { changed } = await call<{ changed: boolean }>('POST', 'join-requests', { groupId, userId, action })
      return changed
    },
    async joins() {
      const { groups } = await call<WorldDump>('GET', 'state')
      return new Map(
        groups.map(({ groupId, members, joinRequests = [] }) => [
          groupId,
          new Map([
            ...members.map(({ userId }) => [userId, 'member'] as const),
            ...joinRequests.map(({ userId }) => [userId, 'asks'] as const),
          ]),
        ]),
      )
    },
    async roles() {
      const { groups } = await call<WorldDump>('GET', 'state')
      return new Map(
        groups.map(({ groupId, members }) => [groupId, new Map(members.map(({ userId, roles }) => [userId, roles]))]),
      )
    },
  }
}

function numeric({ groupId, userId, roleId }: JournalEntry): Pick<AppliedWrite, 'groupId' | 'userId' | 'roleId'> {
  return { groupId: Number(groupId), userId: Number(userId), roleId: Number(roleId) }
}
