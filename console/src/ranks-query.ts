// The ranks and awards of the community, which many screens offer.
import { queryOptions } from '@tanstack/react-query'
import { allPages, answerOf, api, type Schema } from './api'

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

export const qualificationsQuery = queryOptions({
  queryKey: ['qualifications', 'all'],
  queryFn: () => allPages((query) => answerOf(api.GET('/v2/qualifications', { params: { query } }))),
  staleTime: 60_000,
})

/** Whether a person can give the rank, also one that no key gives. The platform manages guest (0) and owner (255). */
export const isGiven = ({ rankId }: Pick<Schema<'Rank'>, 'rankId'>): boolean => rankId !== 0 && rankId !== 255
