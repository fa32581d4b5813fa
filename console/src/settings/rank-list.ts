// The ranks as they were read from the group last.
import { answerOf, api, type Schema } from '../api'
import { useWholeList } from '../patterns/use-whole-list'

/** The server answers all of them at once, lowest first. */
export const useRanks = () =>
  useWholeList<Schema<'Rank'>>({
    key: ['ranks', 'list'],
    read: async () => ({ data: (await answerOf(api.GET('/v2/ranks'))).data, meta: { nextCursor: null } }),
  })
