// `key`: create, list, rotate, set, disable, enable, revoke, import-legacy.
import { scopes } from '../../../generated/operations'
import { allScopes, changeKey, issueKey, rotateKey, setKey, type IssuedKey } from '../../auth/actions'
import { importLegacyKey, requireKey } from '../../auth/operator/actions'
import { DEFAULT_DAYS } from '../../auth/authority'
import { listKeys, positionOfKey, type KeyRow } from '../../auth/queries'
import { EXPIRES_SOON_DAYS, stateOf } from '../../auth/rules'
import type { Base } from '../../communities/actions'
import type { Ctx } from '../../context'
import { timeAfter } from '../../base/time'
import { domainIn, duration, futureTimeOrNever, list, name, networksOrAny } from '../arguments'
import { UsageError } from '../failure'
import type { Answer, Terminal } from '../output'
import { readSecrets, secretHint } from '../secrets'
import { inCommunity } from '../session'
import { optional, required, type AddNoun, type Noun } from '../verbs'

const shownOnce = 'Save the key now: it is not shown again.'

/** Of a query. */
const PAGE = 1_000
const DAY_MS = 86_400_000

interface ExpiryFlags {
  readonly expires?: string
  readonly expiresIn?: number
}

interface AllowFlags {
  readonly allow?: readonly string[] | 'any'
}

interface CreateFlags extends ExpiryFlags, AllowFlags {
  readonly name: string
  readonly scopes: readonly string[]
  readonly universe?: string
  readonly application?: string
}

interface KeyFlags {
  readonly key: string
}

interface RotateFlags extends KeyFlags, ExpiryFlags {
  readonly overlap: number
}

export function addNouns(noun: AddNoun): void {
  const key = noun('key')
    .communityVerb<CreateFlags>({
      verb: 'create',
      summary: 'create a key and print it once',
      flags: [
        required('--name <name>', 'name, such as the program that uses it', name),
        required('--scopes <a,b|all>', 'its scopes', list),
        ...expiryFlags(`${DEFAULT_DAYS} days from now by default`),
        allowFlag(),
        optional(
          '--universe <id>',
          'user ids of its requests and replies are those of this universe',
          domainIn('universe'),
        ),
        optional('--application <id>', 'the same of an OAuth application', domainIn('application')).conflicts(
          'universe',
        ),
      ],
      examples: [
        '--community cmt_… --name "game server" --scopes all --json',
        '--community cmt_… --name "game server" --scopes all --universe 4242',
        '--community cmt_… --name website --scopes members.read,ranks.read --expires-in 90d',
        '--community cmt_… --name backend --scopes all --expires never --allow 203.0.113.0/24,2001:db8::/32',
      ],
      help: scopesHelp(),
      run: create,
    })
    .communityVerb({
      verb: 'list',
      csv: true,
      summary: 'list the keys of a community',
      examples: ['--community cmt_…'],
      run: listAll,
    })
    .verb<RotateFlags>({
      verb: 'rotate',
      summary: 'replace a key by one with the same name, scopes and networks; the old one expires after the overlap',
      flags: [
        keyFlag(),
        optional('--overlap <duration>', 'how long both are valid', duration(0)).default(3_600, '1h'),
        ...expiryFlags(`${DEFAULT_DAYS} days from now by default`),
      ],
      examples: ['--key 4Tq0ZbK1mXy7 --json', '--key 4Tq0ZbK1mXy7 --overlap 15m'],
      confirm: (_, { overlap }) => (overlap > 0 ? null : 'without an overlap, programs with the old key stop at once'),
      run: rotate,
    })
    .verb<KeyFlags & ExpiryFlags & AllowFlags>({
      verb: 'set',
      summary: 'change the expiry or the allowed networks of a key; effective within a second',
      flags: [keyFlag(), ...expiryFlags('unchanged by default'), allowFlag()],
      examples: ['--key 4Tq0ZbK1mXy7 --allow 203.0.113.0/24', '--key 4Tq0ZbK1mXy7 --allow any --expires-in 365d'],
      run: set,
    })
  addChange(key, 'disable', 'disabled', 'disable a key until it is enabled again')
  addChange(key, 'enable', 'enabled', 'enable a key')
  addChange(key, 'revoke', 'revoked', 'revoke a key permanently; effective within a second')
  key.communityVerb<KeyFlags>({
    verb: 'import-legacy',
    summary: 'import keys of the first version, so that their callers get the error legacy_key_unsupported',
    flags: [required('--key <key>', `the old key; ${secretHint}, one per line`)],
    examples: ['--community cmt_… --key - < old-keys.txt'],
    run: importLegacy,
  })
}

function scopesHelp(): string {
  const width = Math.max(...allScopes.map((scope) => scope.length))
  const lines = Object.entries(scopes).map(([scope, grants]) => `  ${scope.padEnd(width)}  ${grants}`)
  return `Scopes:\n${lines.join('\n')}`
}

const expiryFlags = (otherwise: string) => [
  optional(
    '--expires <time|never>',
    `expiry time, such as 2027-01-31T18:00:00Z; ${otherwise}`,
    futureTimeOrNever,
  ).conflicts('expiresIn'),
  optional('--expires-in <duration>', 'lifetime, such as 90d', duration(1)),
]

const allowFlag = () =>
  optional('--allow <networks|any>', 'allowed client networks, such as 203.0.113.0/24,2001:db8::/32', networksOrAny)

const keyFlag = () => required('--key <id>', 'the id of the key; see key list')

function addChange(key: Noun, verb: string, to: 'disabled' | 'enabled' | 'revoked', summary: string): void {
  key.verb<KeyFlags>({
    verb,
    summary,
    flags: [keyFlag()],
    examples: [to === 'enabled' ? '--key 4Tq0ZbK1mXy7' : '--key 4Tq0ZbK1mXy7 --yes'],
    ...(to === 'enabled' ? {} : { confirm: (_, flags) => `programs with the key ${flags.key} stop within a second` }),
    run: async (base, flags) => {
      const row = await findKey(base, flags.key)
      const changed = await changeKey(await inCommunity(base, row.community_id), row, to)
      const state = stateOf(changed, base.now())
      const fields = [
        ['key id', row.key_id],
        ['name', row.name],
        ['state', state],
      ] as const
      return { json: { keyId: row.key_id, state }, human: { fields } }
    },
  })
}

async function create(ctx: Ctx, flags: CreateFlags): Promise<Answer> {
  const scopes = flags.scopes.includes('all') ? allScopes : flags.scopes
  const expiresAt = givenExpiry(flags, ctx.now())
  const allowedAddresses = toNetworks(flags.allow ?? 'any')
  const domain = flags.universe ?? flags.application ?? null
  return issued(await issueKey(ctx, { name: flags.name, scopes, domain, expiresAt, allowedAddresses }), shownOnce)
}

function issued({ keyId, key, row }: IssuedKey, note: string): Answer {
  return {
    json: { keyId, key },
    human: {
      fields: [
        ['key id', keyId],
        ['key', key],
        ['expires', row.expires_at ?? 'never'],
        ['allowed from', allowedText(row.allowed_addresses)],
        ...(row.domain === null ? [] : [['ids of', row.domain] as const]),
      ],
      note,
    },
  }
}

async function rotate(base: Base, flags: RotateFlags): Promise<Answer> {
  const old = await findKey(base, flags.key)
  const expiresAt = givenExpiry(flags, base.now())
  const fresh = await rotateKey(await inCommunity(base, old.community_id), old, flags.overlap, expiresAt)
  return issued(fresh, `${shownOnce} The old key, ${fresh.old.key_id}, expires at ${fresh.old.expires_at}.`)
}

async function set(base: Base, flags: KeyFlags & ExpiryFlags & AllowFlags): Promise<Answer> {
  const expiresAt = givenExpiry(flags, base.now())
  if (expiresAt === undefined && flags.allow === undefined) {
    throw new UsageError('nothing to set; give --allow, --expires or --expires-in')
  }
  const row = await findKey(base, flags.key)
  const key = await setKey(await inCommunity(base, row.community_id), row, {
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(flags.allow === undefined ? {} : { allowedAddresses: toNetworks(flags.allow) }),
  })
  const changed = toJson(key, base.now())
  return {
    json: changed,
    human: {
      fields: [
        ['key id', changed.keyId],
        ['name', changed.name],
        ['state', changed.state],
        ['expires', changed.expiresAt ?? 'never'],
        ['allowed from', allowedText(changed.allowedAddresses)],
      ],
    },
  }
}

/** null: never; undefined: not given. */
function givenExpiry({ expires, expiresIn }: ExpiryFlags, now: Date): string | null | undefined {
  if (expiresIn !== undefined) return timeAfter(now, expiresIn)
  return expires === 'never' ? null : expires
}

const toNetworks = (allow: readonly string[] | 'any'): readonly string[] | null => (allow === 'any' ? null : allow)

const allowedText = (networks: readonly string[] | null): string => networks?.join(', ') ?? 'any address'

async function listAll(ctx: Ctx): Promise<Answer> {
  const rows = await readAll(ctx)
  return {
    json: { keys: rows.map((row) => toJson(row, ctx.now())) },
    human: {
      table: {
        columns: ['KEY ID', 'STATE', 'NAME', 'EXPIRES', 'LAST USED', 'CREATED', 'ALLOWED FROM', 'IDS OF', 'SCOPES'],
        rows: rows.map((row) => [
          row.key_id,
          stateOf(row, ctx.now()),
          row.name,
          row.expires_at ?? 'never',
          row.last_used_at,
          row.created_at,
          row.allowed_addresses?.join(',') ?? 'any',
          row.domain,
          allScopes.every((scope) => row.scopes.includes(scope)) ? 'all' : row.scopes.join(','),
        ]),
      },
      ...noteOn(rows, ctx.now()),
    },
  }
}

async function readAll(ctx: Ctx): Promise<KeyRow[]> {
  const rows: KeyRow[] = []
  for (let page: KeyRow[] = []; rows.length === 0 || page.length === PAGE; rows.push(...page)) {
    const last = rows.at(-1)
    page = await listKeys(ctx, { after: last ? positionOfKey(last) : null, limit: PAGE })
    if (page.length === 0) break
  }
  return rows
}

function noteOn(rows: readonly KeyRow[], now: Date): { note?: string } {
  if (rows.length === 0) return { note: 'This community has no keys; create one with key create.' }
  const ending = rows.filter((row) => stateOf(row, now) === 'enabled' && expiresSoon(row, now))
  if (ending.length === 0) return {}
  const ids = ending.map(({ key_id }) => key_id).join(', ')
  return {
    note: `Expiring within ${EXPIRES_SOON_DAYS} days: ${ids}. Replace them with key rotate, or extend them with key set.`,
  }
}

const expiresSoon = ({ expires_at }: KeyRow, now: Date): boolean =>
  expires_at !== null && Date.parse(expires_at) - now.getTime() <= EXPIRES_SOON_DAYS * DAY_MS

async function importLegacy(ctx: Ctx, flags: KeyFlags, terminal: Terminal): Promise<Answer> {
  const keys = await readSecrets('--key', flags.key, terminal)
  if (keys.some((key) => key.startsWith('cmk_'))) {
    throw new UsageError('keys that begin with cmk_ belong to this version; import only older keys')
  }
  for (const key of keys) await importLegacyKey(ctx, key)
  return { json: { imported: keys.length }, human: { fields: [['imported', keys.length]] } }
}

/** Errors do not repeat the value, which may be a key. */
async function findKey(base: Base, keyId: string): Promise<KeyRow> {
  if (/^[0-9A-Za-z]{12}$/.test(keyId)) return requireKey(base.db, keyId)
  throw new UsageError('--key takes the id of a key, 12 letters and digits; see key list')
}

function toJson(row: KeyRow, now: Date) {
  return {
    keyId: row.key_id,
    name: row.name,
    scopes: row.scopes,
    state: stateOf(row, now),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    allowedAddresses: row.allowed_addresses,
    revokedAt: row.revoked_at,
    domain: row.domain,
  }
}
