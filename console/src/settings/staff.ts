// The people, keys and roles of the staff, and what the person here may do with them.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { staffRoles as builtInRoles } from '../../../generated/operations'
import { answerOf, api, type Schema } from '../api'
import { useWholeList } from '../patterns/use-whole-list'
import { sessionQuery } from '../session'
import { useWithinOwn } from './bounds'
import { useHas } from './scopes'

export type Person = Schema<'Person'>
export type Key = Schema<'ApiKey'>
export type Role = Pick<Schema<'OwnRole'>, 'name' | 'takesPerHourLimit'> & { readonly scopes: readonly string[] }

/** The most of a page. */
const LIMIT = 50

export const usePeople = (enabled = true) =>
  useWholeList({
    key: ['people', 'list'],
    enabled,
    read: (cursor) => {
      const query = { limit: LIMIT, ...(cursor !== null && { cursor }) }
      return answerOf(api.GET('/v2/people', { params: { query } }))
    },
  })

export const useKeys = (enabled = true) =>
  useWholeList({
    key: ['keys', 'list'],
    enabled,
    read: (cursor) => {
      const query = { limit: LIMIT, ...(cursor !== null && { cursor }) }
      return answerOf(api.GET('/v2/keys', { params: { query } }))
    },
  })

export const rolesQuery = queryOptions({
  queryKey: ['staff-roles'],
  queryFn: async () => (await answerOf(api.GET('/v2/staff-roles'))).data,
})

export const builtIn: readonly Role[] = Object.entries(builtInRoles).map(([name, role]) => ({ name, ...role }))

/** The scopes of a role; null while the roles are read. */
export function useScopesOf(): (role: string) => readonly string[] | null {
  const { data: own = [] } = useQuery(rolesQuery)
  return (role) => [...builtIn, ...own].find(({ name }) => name === role)?.scopes ?? null
}

/** The role depends on no rank, and the person is not locked out. */
const isUnconditional = ({ role, state, lowestRankUniqueId }: Person): boolean =>
  role === 'administrator' && state !== 'disabled' && lowestRankUniqueId === null

/** As the server decides: without this one, nobody who has signed in could undo what others do. */
export function isLastAdministrator(person: Person, people: readonly Person[]): boolean {
  if (!isUnconditional(person)) return false
  return !people.some(
    (other) =>
      other.personId !== person.personId &&
      isUnconditional(other) &&
      other.pausedAt === null &&
      (other.state === 'active' || person.state !== 'active') &&
      other.highestRankGiven >= person.highestRankGiven &&
      other.lowestRankTouched <= person.lowestRankTouched &&
      other.highestRankTouched >= person.highestRankTouched,
  )
}

export type Refusal = 'self' | 'lacks' | 'wider' | 'last' | 'byRank'

/** Why the person here cannot act on the other one; null: it can. */
export function usePersonRefusal(people: readonly Person[]) {
  const { data: session } = useQuery(sessionQuery)
  const has = useHas()
  const scopesOf = useScopesOf()
  const isWithin = useWithinOwn()
  const isByRank = useIsByRank(people)
  return (
    person: Person,
  ): { readonly any: Refusal | null; readonly less: Refusal | null; readonly more: Refusal | null } => {
    const isSelf = person.personId === session?.personId
    const any = isSelf ? 'self' : has(scopesOf(person.role) ?? []) ? null : 'lacks'
    const more = any ?? (isByRank ? 'byRank' : isWithin(person) ? null : 'wider')
    return { any, less: any ?? (isLastAdministrator(person, people) ? 'last' : null), more }
  }
}

/** The role of the person here depends on a rank: such a person gives nobody anything. */
export function useIsByRank(people: readonly Person[]): boolean {
  const { data: session } = useQuery(sessionQuery)
  return people.some(
    ({ personId, lowestRankUniqueId }) => personId === session?.personId && lowestRankUniqueId !== null,
  )
}
