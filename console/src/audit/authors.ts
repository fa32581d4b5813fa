// Who makes changes: the people of the staff, the keys, and the server; by name.
import { useQuery } from '@tanstack/react-query'
import { allPages, answerOf, api, RequestError, type Schema } from '../api'
import { findMember, type FoundMember } from '../patterns/find-members'
import type { Names } from '../patterns/names'
import { catalogue } from '../patterns/texts'
import { sessionQuery, useMay } from '../session'

export interface Author {
  readonly kind: Schema<'ActorKind'>
  readonly id: string
}

export const actorKinds: readonly Schema<'ActorKind'>[] = ['person', 'key', 'job', 'applicant', 'platform', 'operator']

export const authorTexts = catalogue('audit-authors', {
  person: 'Anybody of the staff',
  key: 'Any key',
  job: 'The server',
  applicant: 'Applicants',
  platform: 'Somebody on the platform',
  operator: 'The operators of the server',
  kinds: 'Groups',
  people: 'People',
  keys: 'Keys',
})

/** The author as one text, for an address. */
export const valueOf = ({ kind, id }: Author): string => `${kind}:${id}`

/** A kind alone has no id; null: the text names no author. */
export function authorOf(text: string): { readonly kind: Author['kind']; readonly id: string | null } | null {
  const [kindText = '', ...rest] = text.split(':')
  const kind = actorKinds.find((one) => one === kindText)
  if (kind === undefined) return null
  return { kind, id: rest.length === 0 ? null : rest.join(':') }
}

interface Choice {
  readonly value: string
  readonly label: string
}

/** The people and keys that the role may list, and those of the rows that were read. */
export function useAuthors(rows: readonly Schema<'AuditEntry'>[], names: Names): Record<'people' | 'keys', Choice[]> {
  const may = useMay()
  const { data: people = [] } = useQuery({
    queryKey: ['people', 'names'],
    enabled: may('people.read'),
    queryFn: () => allPages((query) => answerOf(api.GET('/v2/people', { params: { query } }))),
  })
  const { data: keys = [] } = useQuery({
    queryKey: ['keys', 'names'],
    enabled: may('keys.read'),
    queryFn: () => allPages((query) => answerOf(api.GET('/v2/keys', { params: { query } }))),
  })
  const { data: session } = useQuery(sessionQuery)
  const all = { person: new Map<string, string>(), key: new Map<string, string>() }
  if (session?.personId !== undefined) all.person.set(session.personId, session.name)
  for (const { personId, name } of people) all.person.set(personId, name)
  for (const { keyId, name } of keys) all.key.set(keyId, name)
  for (const { actor } of rows) {
    const { kind, id } = actor
    if ((kind === 'person' || kind === 'key') && !all[kind].has(id)) all[kind].set(id, names.actor(actor))
  }
  const choices = (kind: 'person' | 'key'): Choice[] =>
    [...all[kind]]
      .map(([id, label]) => ({ value: valueOf({ kind, id }), label }))
      .sort((one, other) => one.label.localeCompare(other.label))
  return { people: choices('person'), keys: choices('key') }
}

interface AccountOf {
  /** Null: none is asked for, or there is none of this name. */
  readonly member: FoundMember | null
  readonly isReading: boolean
  /** Nobody has the name. */
  readonly isUnknown: boolean
  readonly error: unknown
  readonly again: () => void
}

/** The account of a user id, or of a whole name, which the platform is asked for where the server does not know it. */
export function useAccountOf(text: string): AccountOf {
  const isId = /^[1-9]\d{0,15}$/.test(text)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['account-of', text.toLowerCase()],
    enabled: text !== '',
    staleTime: 60_000,
    retry: false,
    queryFn: async (): Promise<FoundMember> => {
      const { userId, username } = await findMember(text)
      return { userId, username }
    },
  })
  // an id needs no name: entries are also of accounts that are no members
  const member = data ?? (isId ? { userId: text, username: null } : null)
  // a text that can be no name is refused with 400
  const isUnknown = member === null && error instanceof RequestError && [400, 404].includes(error.status)
  return {
    member,
    isReading: member === null && isFetching,
    isUnknown,
    error: member === null && !isUnknown ? error : null,
    again: () => void refetch(),
  }
}
