// The connection to the platform.
import type { Column, Overrides } from './override'

const state: readonly Column[] = ['state', 'groupId', ['paused since', ({ pausedAt }) => pausedAt ?? 'not paused']]

export const platformOverrides: Overrides = {
  updatePlatformConnection: {
    verb: 'resume',
    summary: 'resume the writes to the group',
    only: [],
    values: { 'body/paused': false },
    columns: state,
    examples: [''],
    variants: [
      {
        verb: 'pause',
        summary:
          'pause the writes to the group: queued rank changes wait until they are resumed, and new ones are accepted',
        only: [],
        values: { 'body/paused': true },
        columns: state,
        examples: [''],
      },
    ],
  },
}
