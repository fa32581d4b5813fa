// People of the staff.
import { boundsColumns, dependantsFlag, dependantsNote } from './overrides-keys'
import type { Column, Overrides } from './override'

const state: readonly Column[] = ['personId', 'name', 'role', 'state']
const pauseState: readonly Column[] = [...state, ['paused since', ({ pausedAt }) => pausedAt ?? 'not paused']]

const flags = { 'body/lowestRankUniqueId': 'lowest-rank' }

export const peopleOverrides: Overrides = {
  createPerson: { flags },
  deletePerson: { confirm: 'the person is deleted, with the sign-in and the sessions, and cannot be restored' },
  updatePerson: {
    flags,
    own: [dependantsFlag],
    note: dependantsNote,
    only: [
      'body/name',
      'body/role',
      'body/enabled',
      'body/userId',
      'body/removeMember',
      'body/lowestRankUniqueId',
      'body/removeLowestRank',
      'body/highestRankGiven',
      'body/lowestRankTouched',
      'body/highestRankTouched',
      'body/takesPerHourLimit',
    ],
    columns: [
      ...state,
      ['member', ({ userId }) => userId ?? 'none'],
      ['counts from rank', ({ lowestRankUniqueId }) => lowestRankUniqueId ?? 'any'],
      ['counts now', ({ roleCounts }) => (roleCounts === true ? 'yes' : 'no')],
      ...boundsColumns,
    ],
    variants: [
      {
        verb: 'pause',
        summary: 'pause a person: their writes are refused until they are resumed, and they may read',
        own: [dependantsFlag],
        note: dependantsNote,
        only: [],
        values: { 'body/paused': true },
        columns: pauseState,
      },
      {
        verb: 'resume',
        summary: 'resume a paused person',
        note: dependantsNote,
        only: [],
        values: { 'body/paused': false },
        columns: pauseState,
      },
    ],
  },
}
