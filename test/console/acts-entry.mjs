// What test/console/acts.test.ts puts into a page: the act layer and the times, without screens.
import { acts } from '../../console/src/patterns/acts'
import { setOwner } from '../../console/src/patterns/owner'
import { keyOf, perform } from '../../console/src/patterns/perform'
import { dateText, dayOfTime, endOfDay } from '../../console/src/patterns/time'

window.times = { dateText, dayOfTime, endOfDay }

window.actLayer = {
  acts: Object.entries(acts).map(([name, { at, again }]) => ({ name, at, again })),
  act: async (name, request) => {
    setOwner({ communityId: 'community', personId: 'person' })
    const { is, answer, error } = await perform({ key: keyOf(name, 'it'), name, title: name, request })
    return { is, answer, code: error?.code, message: error?.message }
  },
}
