// API keys.
import { presets, scopes } from '../../../generated/operations'
import { DEFAULT_DAYS } from '../../auth/authority'
import { EXPIRES_SOON_DAYS } from '../../auth/rules'
import { timeAfter } from '../../base/time'
import { domainIn, duration, futureTimeOrNever, list, networksOrAny } from '../arguments'
import { optional, required } from '../options'
import { powersOfKey, type NewKey } from './powers-of-key'
import type { Override, Overrides, OwnFlag, Values, Variant } from './override'

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
    example: '4242',
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

const ofOneKey: Override = { communityOf: 'key' }

function setting(verb: string, summary: string, body: { readonly [Name in 'paused' | 'enabled']?: boolean }): Variant {
  const [[name, value]] = Object.entries(body) as [[string, boolean]]
  const isStop = verb === 'pause' || verb === 'disable'
  return { ...ofOneKey, verb, summary, only: isStop ? ['query/dependants'] : [], values: { [`body/${name}`]: value } }
}

const stops = ({ key }: Values): string => `programs with the key ${key as string} stop within a second`
const shownOnce = 'Save the key now: it is not shown again.'
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
  listKeys: { note: expiringNote },
  getKeyById: { verb: 'show', ...ofOneKey },
  createKey: {
    own: [
      presetFlag,
      newScopesFlag,
      ...expiryFlags(`${DEFAULT_DAYS} days from now by default`),
      allowFlag,
      ...domainFlags,
    ],
    adds: 'ranks',
    note: (key) => `${shownOnce}\n\n${powersOfKey(key as unknown as NewKey)}`,
    help: scopesHelp(),
  },
  rotateKey: {
    ...ofOneKey,
    own: [
      {
        names: ['body/overlapSeconds'],
        option: optional('--overlap <duration>', 'how long both are valid', duration(0)).default(3_600, '1h'),
        sets: (seconds) => ({ 'body/overlapSeconds': seconds }),
      },
      ...expiryFlags(`${DEFAULT_DAYS} days from now by default`),
    ],
    confirm: ({ overlap }) => (overlap === 0 ? 'without an overlap, programs with the old key stop at once' : null),
    note: () => `${shownOnce} The old key expires after the overlap.`,
  },
  updateKey: {
    ...ofOneKey,
    verb: 'set',
    own: [{ ...scopesFlag, option: optional('--scopes <a,b|all>', 'its scopes; unchanged by default', list) }]
      .concat(expiryFlags('unchanged by default'))
      .concat(allowFlag),
    without: ['body/enabled', 'body/paused', 'query/dependants'],
    variants: [
      setting('pause', 'pause a key: its writes are refused until it is resumed, and it may read', { paused: true }),
      setting('resume', 'resume a paused key', { paused: false }),
      { ...setting('disable', 'disable a key until it is enabled again', { enabled: false }), confirm: stops },
      setting('enable', 'enable a key', { enabled: true }),
    ],
  },
  revokeKey: { ...ofOneKey, confirm: stops },
}
