// API keys.
import { presets, scopes } from '../../../generated/operations'
import type { Schema } from '../../contract/types'
import { DEFAULT_DAYS } from '../../auth/authority'
import { EXPIRES_SOON_DAYS } from '../../auth/rules'
import { timeAfter } from '../../base/time'
import { domainIn, duration, futureTimeOrNever, list, networksOrAny } from '../arguments'
import { optional, required } from '../options'
import { powersOfKey, type NewKey } from './powers-of-key'
import type { Column, Override, Overrides, OwnFlag, Values } from './override'

const allScopes = Object.keys(scopes)
const DAY_MS = 86_400_000

const expiryFlags = (otherwise: string): readonly OwnFlag[] => [
  {
    names: ['body/expiresAt', 'body/neverExpires'],
    option: optional(
      '--expires <time|never>',
      `expiry time, such as 2027-01-31T18:00:00Z; ${otherwise}`,
      futureTimeOrNever,
    ).conflicts('expiresIn'),
    sets: (given) => (given === 'never' ? { 'body/neverExpires': true } : { 'body/expiresAt': given }),
  },
  {
    names: ['body/expiresAt'],
    option: optional('--expires-in <duration>', 'lifetime, such as 90d', duration(1)),
    sets: (seconds) => ({ 'body/expiresAt': timeAfter(new Date(), seconds as number) }),
  },
]

const allowFlag: OwnFlag = {
  names: ['body/allowedAddresses', 'body/anyAddress'],
  option: optional(
    '--allow <networks|any>',
    'allowed client networks, such as 203.0.113.0/24,2001:db8::/32',
    networksOrAny,
  ),
  sets: (given) => (given === 'any' ? { 'body/anyAddress': true } : { 'body/allowedAddresses': given }),
}

const scopesOf = (words: unknown): readonly string[] =>
  (words as readonly string[]).includes('all') ? allScopes : (words as readonly string[])

const scopesFlag: OwnFlag = {
  names: ['body/scopes'],
  option: required('--scopes <a,b|all>', 'its scopes', list),
  sets: (words) => ({ 'body/scopes': scopesOf(words) }),
}

const newScopesFlag: OwnFlag = {
  ...scopesFlag,
  option: optional('--scopes <a,b|all>', 'its scopes; those of the preset by default', list),
}

const presetNames = Object.keys(presets).map((name) => name.replaceAll('_', '-'))

const presetFlag: OwnFlag = {
  names: ['body/preset'],
  option: optional('--preset <preset>', `what it is for: ${presetNames.join(', ')}`).choices(presetNames),
  sets: (name) => ({ 'body/preset': (name as string).replaceAll('-', '_') }),
}

const domainFlags: readonly OwnFlag[] = [
  {
    names: ['body/domain'],
    option: optional(
      '--universe <id>',
      'user ids of its requests and replies are those of this universe',
      domainIn('universe'),
    ),
    sets: (domain) => ({ 'body/domain': domain }),
  },
  {
    names: ['body/domain'],
    option: optional('--application <id>', 'the same of an OAuth application', domainIn('application')).conflicts(
      'universe',
    ),
    sets: (domain) => ({ 'body/domain': domain }),
  },
]

function scopesHelp(): string {
  const width = Math.max(...allScopes.map((scope) => scope.length))
  const lines = Object.entries(scopes).map(([scope, grants]) => `  ${scope.padEnd(width)}  ${grants}`)
  return `Scopes:\n${lines.join('\n')}`
}

const expires: Column = ['expires', ({ expiresAt }) => expiresAt ?? 'never']
const keyId: Column = ['key id', ({ keyId: id }) => id]
const idsOf: Column = ['ids of', ({ domain }) => domain]
const allowedFrom: Column = ['allowed from', ({ allowedAddresses }) => allowedAddresses ?? 'any address']

const listOf = (words: unknown): string | undefined => (words as readonly string[] | null)?.join(',')

const ofOneKey: Override = { communityOf: 'key' }
const stops = ({ key }: Values): string => `programs with the key ${key as string} stop within a second`
const state: readonly Column[] = [keyId, 'name', 'state']
const pauseState: readonly Column[] = [...state, ['paused since', ({ pausedAt }) => pausedAt ?? 'not paused']]
/** Ends what the key or the person made, too. */
export const dependantsFlag: OwnFlag = {
  names: ['query/dependants'],
  option: optional('--dependants <keep|end>', 'what happens to the keys and people that it made').choices([
    'keep',
    'end',
  ]),
  sets: (choice) => ({ 'query/dependants': choice }),
}

export function dependantsNote({ dependants }: Values): string | undefined {
  const made = dependants as readonly Schema<'Dependant'>[]
  if (made.length === 0) return undefined
  const lines = made.map(({ kind, id, name, ended }) => `  ${kind} ${id} (${name ?? ''})${ended ? ', ended' : ''}`)
  const isKept = made.some(({ ended }) => !ended)
  return [
    isKept ? 'What it made stays:' : 'What it made ended too:',
    ...lines,
    ...(isKept ? ['Repeat the command with --dependants end to end it.'] : []),
  ].join('\n')
}

const stopping = { own: [dependantsFlag], note: dependantsNote }

const shownOnce = 'Save the key now: it is not shown again.'
export const boundsColumns: readonly Column[] = [
  ['gives ranks up to', ({ highestRankGiven }) => highestRankGiven],
  ['touches ranks', ({ lowestRankTouched: from, highestRankTouched: to }) => `${String(from)} to ${String(to)}`],
  ['takes an hour', ({ takesPerHourLimit: most }) => most ?? 'any number'],
]
const bounds: readonly Column[] = [
  ...boundsColumns,
  ['acts for members', ({ actFor }) => (actFor === true ? 'yes' : 'no')],
]
const issued: readonly Column[] = [keyId, 'key', expires, allowedFrom, idsOf, ...bounds]

function expiringNote({ keys }: Values): string | undefined {
  const end = Date.now() + EXPIRES_SOON_DAYS * DAY_MS
  const ending = (keys as readonly Values[]).filter(
    ({ state: is, expiresAt }) => is === 'enabled' && expiresAt !== null && Date.parse(expiresAt as string) <= end,
  )
  if (ending.length === 0) return undefined
  const ids = ending.map(({ keyId: id }) => id).join(', ')
  return `Expiring within ${EXPIRES_SOON_DAYS} days: ${ids}. Replace them with key rotate, or extend them with key set.`
}

export const keyOverrides: Overrides = {
  listKeys: {
    summary: 'list the keys of a community, newest first',
    columns: [
      keyId,
      'state',
      'name',
      expires,
      ['paused', ({ pausedAt }) => (pausedAt === null ? 'no' : 'yes')],
      ['last used', ({ lastUsedOn }) => lastUsedOn],
      'createdAt',
      ['allowed from', ({ allowedAddresses }) => listOf(allowedAddresses) ?? 'any'],
      idsOf,
      [
        'scopes',
        ({ scopes: of }) => (allScopes.every((scope) => (of as string[]).includes(scope)) ? 'all' : listOf(of)),
      ],
    ],
    none: 'This community has no keys; create one with key create.',
    note: expiringNote,
  },
  getKeyById: { verb: 'show', ...ofOneKey },
  createKey: {
    summary: 'create a key, print it once, and say what it may do',
    own: [
      presetFlag,
      newScopesFlag,
      ...expiryFlags(`${DEFAULT_DAYS} days from now by default`),
      allowFlag,
      ...domainFlags,
    ],
    columns: issued,
    adds: 'ranks',
    note: (key) => `${shownOnce}\n\n${powersOfKey(key as unknown as NewKey)}`,
    examples: [
      '--name "staff bot" --preset staff-bot',
      '--name "game server" --scopes all --json',
      '--name "game server" --scopes all --universe 4242',
      '--name website --scopes members.read,ranks.read --expires-in 90d',
      '--name backend --scopes all --expires never --allow 203.0.113.0/24,2001:db8::/32',
    ],
    help: scopesHelp(),
  },
  rotateKey: {
    ...ofOneKey,
    summary: 'replace a key by one with the same name, scopes and networks; the old one expires after the overlap',
    own: [
      {
        names: ['body/overlapSeconds'],
        option: optional('--overlap <duration>', 'how long both are valid', duration(0)).default(3_600, '1h'),
        sets: (seconds) => ({ 'body/overlapSeconds': seconds }),
      },
      ...expiryFlags(`${DEFAULT_DAYS} days from now by default`),
    ],
    confirm: ({ overlap }) => (overlap === 0 ? 'without an overlap, programs with the old key stop at once' : null),
    columns: issued,
    note: () => `${shownOnce} The old key expires after the overlap.`,
    examples: ['--key 4Tq0ZbK1mXy7 --json', '--key 4Tq0ZbK1mXy7 --overlap 15m'],
  },
  updateKey: {
    ...ofOneKey,
    verb: 'set',
    summary: 'change a key; effective within a second',
    own: [{ ...scopesFlag, option: optional('--scopes <a,b|all>', 'its scopes; unchanged by default', list) }]
      .concat(expiryFlags('unchanged by default'))
      .concat(allowFlag),
    only: [
      'body/name',
      'body/scopes',
      'body/expiresAt',
      'body/neverExpires',
      'body/allowedAddresses',
      'body/anyAddress',
      'body/highestRankGiven',
      'body/lowestRankTouched',
      'body/highestRankTouched',
      'body/takesPerHourLimit',
      'body/actFor',
    ],
    columns: [...state, expires, allowedFrom, ...bounds],
    note: dependantsNote,
    examples: [
      '--key 4Tq0ZbK1mXy7 --allow 203.0.113.0/24',
      '--key 4Tq0ZbK1mXy7 --allow any --expires-in 365d',
      '--key 4Tq0ZbK1mXy7 --highest-rank-given 100 --highest-rank-touched 100',
    ],
    variants: [
      {
        ...ofOneKey,
        verb: 'pause',
        summary: 'pause a key: its writes are refused until it is resumed, and it may read',
        ...stopping,
        only: [],
        values: { 'body/paused': true },
        columns: pauseState,
      },
      {
        ...ofOneKey,
        verb: 'resume',
        summary: 'resume a paused key',
        note: dependantsNote,
        only: [],
        values: { 'body/paused': false },
        columns: pauseState,
      },
      {
        ...ofOneKey,
        verb: 'disable',
        summary: 'disable a key until it is enabled again',
        ...stopping,
        only: [],
        values: { 'body/enabled': false },
        confirm: stops,
        columns: state,
      },
      {
        ...ofOneKey,
        verb: 'enable',
        summary: 'enable a key',
        note: dependantsNote,
        only: [],
        values: { 'body/enabled': true },
        columns: state,
      },
    ],
  },
  revokeKey: {
    ...ofOneKey,
    summary: 'revoke a key permanently; effective within a second',
    ...stopping,
    confirm: stops,
    columns: state,
    examples: ['--key 4Tq0ZbK1mXy7 --yes', '--key 4Tq0ZbK1mXy7 --dependants end --yes'],
  },
}
