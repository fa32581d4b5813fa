// Warnings, the blacklist and suspensions.
import { blacklistEntryId, idWith, member, positiveId } from '../arguments'
import { optional } from '../options'
import type { Overrides, OwnFlag, Values } from './override'

const stateOf = ({ state, outcome }: Values): string =>
  outcome === null ? String(state) : `${state as string}, ${outcome as string}`

const ofEntry: readonly OwnFlag[] = [
  {
    names: ['path/blacklistEntryId'],
    option: optional('--entry <id>', 'the entry; see blacklist list', blacklistEntryId).conflicts(['user', 'group']),
    sets: (id) => ({ 'path/blacklistEntryId': id }),
  },
  {
    names: ['path/blacklistEntryId'],
    option: optional('--user <id|name>', 'the account of the entry, by its user id or username', member('write')),
    sets: 'entryOfAccount',
  },
  {
    names: ['path/blacklistEntryId'],
    option: optional('--group <id>', 'the group of the entry', positiveId).conflicts('user'),
    sets: 'entryOfGroup',
  },
]

const ofSuspension: readonly OwnFlag[] = [
  {
    names: ['path/suspensionId'],
    option: optional('--suspension <id>', 'the suspension; see suspension list', idWith('sus')).conflicts('user'),
    sets: (id) => ({ 'path/suspensionId': id }),
  },
  {
    names: ['path/suspensionId'],
    option: optional('--user <id|name>', 'the suspended member, by its user id or username', member('write')),
    sets: 'suspension',
  },
]

const noSuspendedRank =
  'the community has no suspended rank; set it with community set --suspended-rank RANK, or give --rank, ' +
  'or use suspension keep-rank'

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
      'kind',
      'userId',
      'groupId',
      'state',
      ['added', ({ createdAt }) => createdAt],
      'expiresAt',
      'reason',
    ],
    none: 'The blacklist is empty.',
  },
  createBlacklistEntry: {
    verb: 'add',
    summary: 'forbid an account, or all accounts of a group, to apply or to be promoted',
    examples: [
      '--user 90210 --reason "left twice" --evidence https://example.com/17',
      '--group 5812734 --reason raids --for 30d',
    ],
    help: 'Members keep their rank. While a group is blacklisted, every application needs a request to the platform.',
  },
  liftBlacklistEntry: {
    summary: 'end an entry; it stays on record',
    own: ofEntry,
    note: ({ groupId }) => (groupId === null ? 'It may apply again.' : 'Its accounts may apply again.'),
    examples: ['--user 90210 --reason "appeal granted"', '--entry ble_…'],
  },
  getBlacklistEntry: {
    summary: 'show an entry, its authors and reasons',
    columns: [
      'blacklistEntryId',
      'userId',
      'groupId',
      'state',
      'reason',
      'evidenceUrl',
      'createdAt',
      'createdBy',
      'expiresAt',
      'liftedAt',
      'liftedBy',
      'liftReason',
    ],
  },
  listSuspensions: {
    summary: 'list the suspensions, including ended ones, newest first',
    columns: [
      'suspensionId',
      'userId',
      ['state', stateOf],
      'formerRank',
      ['added', ({ createdAt }) => createdAt],
      'endsAt',
      'reason',
    ],
    none: 'There are no suspensions.',
  },
  createSuspension: {
    verb: 'add',
    summary: 'move a member to the suspended rank for a time, and restore its rank afterwards',
    flags: { 'body/endsAt': 'until' },
    errors: { suspended_rank_not_set: noSuspendedRank },
    examples: ['--user 90210 --for 7d --reason "left a raid"'],
    help: 'Other rank changes of the member fail with member_suspended during the suspension.',
  },
  liftSuspension: {
    summary: 'end a suspension early, and restore the rank of the member',
    own: ofSuspension,
    examples: ['--user 90210', '--user 90210 --reason "appeal accepted"'],
  },
  getSuspension: { summary: 'show a suspension' },
  updateSuspension: {
    summary: 'change the end or the reason of a suspension',
    flags: { 'body/endsAt': 'until' },
  },
}
