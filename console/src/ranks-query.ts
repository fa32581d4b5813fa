// The ranks and awards of the community, which many screens offer.
import { queryOptions } from '@tanstack/react-query'
import { allPages, answerOf, api } from './api'

export const ranksQuery = queryOptions({
  queryKey: ['ranks'],
  queryFn: async () => (await answerOf(api.GET('/v2/ranks'))).data,
  staleTime: 60_000,
})

export const medalsQuery = queryOptions({
  queryKey: ['medals', 'all'],
  queryFn: () => allPages((query) => answerOf(api.GET('/v2/medals', { params: { query } }))),
  staleTime: 60_000,
})
