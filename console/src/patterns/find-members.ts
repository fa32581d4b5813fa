// Finds members by what a person types. The only place that does, for the list, the palette and the pickers.
import { answerOf, api, type Schema } from '../api'
import { begun } from './acts'

export interface FoundMember {
  readonly userId: string
  readonly username: string | null
}

export const nameOfMember = ({ username, userId }: FoundMember): string => username ?? userId

/** By name or id. */
export async function findMember(name: string): Promise<Schema<'Member'>> {
  const params = { path: { userId: name }, query: /^\d+$/.test(name) ? {} : ({ by: 'username' } as const) }
  return (await answerOf(api.GET('/v2/members/{userId}', { params }))).data
}

/** The first members that match, those whose name begins with the text first; none for a text that is too short. */
export async function findMembers(text: string): Promise<readonly FoundMember[]> {
  const name = text.trim()
  if (name.length < 2) return []
  const query = { name, limit: '10', fields: ['displayName'] as ['displayName'] }
  const { data } = await answerOf(api.GET('/v2/members', { params: { query } }))
  return data.map(({ userId = '', username = null }) => ({ userId, username }))
}

/** Whom a text means: who has this name or id, or the only one whose name has it as a part. */
export function meantBy(text: string, found: readonly FoundMember[]): FoundMember | null {
  const name = text.trim().toLowerCase()
  const isExact = ({ userId, username }: FoundMember) => userId === name || username?.toLowerCase() === name
  return found.find(isExact) ?? (found.length === 1 ? (found[0] ?? null) : null)
}

/** The names and ids in a text: one a line, or with commas or spaces between them. */
export const namesIn = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter((name) => name !== ''))]

const MAX_LOOKUP = 100

/** Looks many up at once. @returns those that the server knows, and what it does not know */
export async function lookUp(names: readonly string[]): Promise<{ found: FoundMember[]; unknown: string[] }> {
  const found: FoundMember[] = []
  for (let start = 0; start < names.length; start += MAX_LOOKUP) {
    const part = names.slice(start, start + MAX_LOOKUP)
    const [userIds, usernames] = [part.filter(isId).map(Number), part.filter((name) => isName(name) && !isId(name))]
    if (userIds.length + usernames.length === 0) continue
    const body = {
      ...(userIds.length > 0 && { userIds }),
      ...(usernames.length > 0 && { usernames }),
      fields: ['userId', 'username'] as ['userId', 'username'],
    }
    const { data } = await begun('lookUpMembers', { body })
    for (const { userId = '', username = null } of data.members) found.push({ userId, username })
  }
  const known = new Set(found.flatMap(({ userId, username }) => [userId, (username ?? '').toLowerCase()]))
  return { found, unknown: names.filter((name) => !known.has(name.toLowerCase())) }
}

const isId = (name: string): boolean => /^[1-9]\d{0,15}$/.test(name)
const isName = (name: string): boolean => /^\w{1,20}$/.test(name)
