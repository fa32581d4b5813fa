// People of the staff.
import { boundsColumns } from './overrides-keys'
import type { Column, Overrides } from './override'

const state: readonly Column[] = ['personId', 'name', 'role', 'state']
const pauseState: readonly Column[] = [...state, ['paused since', ({ pausedAt }) => pausedAt ?? 'not paused']]

export const peopleOverrides: Overrides = {
  updatePerson: {
    only: [
      'body/name',
      'body/role',
      'body/enabled',
      'body/highestRankGiven',
      'body/lowestRankTouched',
      'body/highestRankTouched',
      'body/rankChangesPerMinuteLimit',
      'body/pointsPerMinuteLimit',
    ],
    columns: [...state, ...boundsColumns],
    variants: [
      {
        verb: 'pause',
        summary: 'pause a person: their writes are refused until they are resumed, and they may read',
        only: [],
        values: { 'body/paused': true },
        columns: pauseState,
      },
      {
        verb: 'resume',
        summary: 'resume a paused person',
        only: [],
        values: { 'body/paused': false },
        columns: pauseState,
      },
    ],
  },
}
