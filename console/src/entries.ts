// Who made a change, for the queue.
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
