// All forms of the community, for their page and the palette.
import { answerOf, api, type Schema } from '../api'
import { useWholeList, type WholeList } from '../patterns/use-whole-list'

export const useForms = (enabled = true): WholeList<Schema<'Application'>> =>
  useWholeList({
    key: ['forms', 'list'],
    enabled,
    read: async (cursor) => {
      const query = cursor === null ? {} : { cursor }
      const { items, nextCursor } = (await answerOf(api.GET('/v2/applications', { params: { query } }))).data
      return { data: items, meta: { nextCursor } }
    },
  })
