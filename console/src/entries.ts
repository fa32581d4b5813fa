// What an entry of the audit log says: who made the change, and from what to what.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { allPages, answerOf, api } from './api'
import { useMay } from './session'

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: () => allPages((query) => answerOf(api.GET('/v2/keys', { params: { query } }))),
})

export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: () => allPages((query) => answerOf(api.GET('/v2/people', { params: { query } }))),
})

/** The name of a key or a person where the role may read it, the id otherwise. */
export function useActorName(): (actor: { readonly kind: string; readonly id: string }) => string {
  const may = useMay()
  const keys = useQuery({ ...keysQuery, enabled: may('keys.read') })
  const people = useQuery({ ...peopleQuery, enabled: may('people.read') })
  const names = new Map([
    ...(keys.data ?? []).map(({ keyId, name }): [string, string] => [keyId, name]),
    ...(people.data ?? []).map(({ personId, name }): [string, string] => [personId, name]),
  ])
  return ({ kind, id }) => `${kind} ${names.get(id) ?? id}`
}

type State = object | null | undefined

/** The change in words: each property that the entry names, with the former value where it differs. */
export function changeOf(before: State, after: State): string {
  const [old, fresh] = [partsOf(before), partsOf(after)]
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .map((name) => {
      const [from, to] = [old.get(name), fresh.get(name)]
      return from === undefined || from === to ? `${name}: ${to ?? ''}` : `${name}: ${from} → ${to ?? 'none'}`
    })
    .join(', ')
}

const partsOf = (state: State): Map<string, string> =>
  new Map(
    Object.entries(state ?? {})
      .filter(([, value]) => value !== null)
      .map(([name, value]: [string, unknown]) => [name, shortText(value)]),
  )

/** A value in a few words: its name where it has one, else its JSON. */
function shortText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return 'name' in value ? String(value.name) : JSON.stringify(value)
}
