// The session of the person.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { answerOf, api, type Schema } from './api'

export type Session = Schema<'CurrentSession'>

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => (await answerOf(api.GET('/v2/session'))).data,
  staleTime: 60_000,
})

/** Whether the role has the scope. Acts without it are not shown. */
export function useMay(): (scope: string) => boolean {
  const { data } = useQuery(sessionQuery)
  return (scope) => data?.scopes.some((one) => one === scope) ?? false
}
