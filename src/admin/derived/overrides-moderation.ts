// Warnings, the blacklist and suspensions.
import type { Overrides, Values } from './override'

const stateOf = ({ state, outcome }: Values): string =>
  outcome === null ? String(state) : `${state as string}, ${outcome as string}`

export const moderationOverrides: Overrides = {
  listWarnings: {
    summary: 'list the warnings, including ended ones, newest first',
    values: { 'query/state': 'all' },
    columns: ['warningId', 'userId', 'points', 'state', ['given', ({ createdAt }) => createdAt], 'expiresAt', 'reason'],
    none: 'There are no warnings.',
  },
  createWarning: { verb: 'add', summary: 'warn an account; it becomes a member if needed' },
  revokeWarning: { summary: 'revoke a warning; it stays on record' },
  listBlacklistEntries: {
    verb: 'list',
    summary: 'list the entries, including ended ones, newest first',
    values: { 'query/state': 'all' },
    columns: [
      ['entry', ({ blacklistEntryId }) => blacklistEntryId],
      ...['kind', 'userId', 'groupId', 'state'],
      ['added', ({ createdAt }) => createdAt],
      ...['expiresAt', 'reason'],
    ],
    none: 'The blacklist is empty.',
  },
  getBlacklistEntry: {
    summary: 'show an entry, its authors and reasons',
    columns: [
      ...['blacklistEntryId', 'userId', 'groupId', 'state', 'reason', 'evidenceUrl', 'createdAt', 'createdBy'],
      ...['expiresAt', 'liftedAt', 'liftedBy', 'liftReason'],
    ],
  },
  listSuspensions: {
    summary: 'list the suspensions, including ended ones, newest first',
    columns: [
      ...['suspensionId', 'userId'],
      ['state', stateOf],
      'formerRank',
      ['added', ({ createdAt }) => createdAt],
      ...['endsAt', 'reason'],
    ],
    none: 'There are no suspensions.',
  },
  getSuspension: { summary: 'show a suspension' },
  updateSuspension: {
    summary: 'change the end or the reason of a suspension',
    flags: { 'body/endsAt': 'until' },
  },
}
