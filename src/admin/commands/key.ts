// `key`: create, list, rotate, disable, enable, revoke, import-legacy.
import { scopes } from '../../../generated/operations'
import { allScopes, changeKey, importLegacyKey, issueKey, requireKey, rotateKey } from '../../auth/actions'
import { listKeys, type KeyRow } from '../../auth/queries'
import type { Base } from '../../communities/actions'
import type { Ctx } from '../../context'
import { duration, futureTime, list, name } from '../arguments'
import { UsageError } from '../failure'
import type { Answer, Terminal } from '../output'
import { readSecrets, secretHint } from '../secrets'
import { inCommunity } from '../session'
import { optional, required, type AddNoun, type Noun } from '../verbs'

const shownOnce = 'Keep the key now: nobody can show it again.'

interface CreateFlags {
  readonly name: string
  readonly scopes: readonly string[]
  readonly expires?: string
  readonly expiresIn?: number
}

interface KeyFlags {
  readonly key: string
}

/** Adds the noun. */
export function addKey(noun: AddNoun): void {
  const key = noun('key', 'issue, list, rotate, switch and revoke API keys')
    .communityVerb<CreateFlags>({
      verb: 'create',
      says: 'issue a key; it is shown this once',
      flags: [
        required('--name <name>', 'who will use it', name),
        required('--scopes <a,b|all>', 'what it may do', list),
        optional('--expires <time>', 'when it ends, such as 2027-01-31T18:00:00Z', futureTime).conflicts('expiresIn'),
        optional('--expires-in <duration>', 'how long it lasts, such as 90d', duration(1)),
      ],
      examples: [
        '--community cmt_… --name "game server" --scopes all --json',
        '--community cmt_… --name website --scopes members.read,ranks.read --expires-in 90d',
      ],
      help: scopesHelp(),
      run: create,
    })
    .communityVerb({ verb: 'list', says: 'the keys of a community', examples: ['--community cmt_…'], run: listAll })
    .verb<KeyFlags & { overlap: number }>({
      verb: 'rotate',
      says: 'issue a key with the same name and scopes; the old one ends after the overlap',
      flags: [keyFlag(), optional('--overlap <duration>', 'how long both work', duration(0)).default(3_600, '1h')],
      examples: ['--key 4Tq0ZbK1mXy7 --json', '--key 4Tq0ZbK1mXy7 --overlap 15m'],
      run: rotate,
    })
  addChange(key, 'disable', 'disabled', 'switch a key off, until it is enabled again')
  addChange(key, 'enable', 'enabled', 'switch a key on again')
  addChange(key, 'revoke', 'revoked', 'end a key for good, everywhere within a second')
  key.communityVerb<KeyFlags>({
    verb: 'import-legacy',
    says: 'remember keys of the first version, whose callers are then told that theirs are no longer supported',
    flags: [required('--key <key>', `the old key; ${secretHint}, one a line`)],
    examples: ['--community cmt_… --key - < old-keys.txt'],
    run: importLegacy,
  })
}

function scopesHelp(): string {
  const width = Math.max(...allScopes.map((scope) => scope.length))
  const lines = Object.entries(scopes).map(([scope, grants]) => `  ${scope.padEnd(width)}  ${grants}`)
  return `Scopes:\n${lines.join('\n')}`
}

const keyFlag = () => required('--key <id>', 'the id of the key, as key list shows it')

function addChange(key: Noun, verb: string, to: 'disabled' | 'enabled' | 'revoked', says: string): void {
  key.verb<KeyFlags>({
    verb,
    says,
    flags: [keyFlag()],
    examples: ['--key 4Tq0ZbK1mXy7'],
    run: async (base, flags) => {
      const row = await findKey(base, flags.key)
      await changeKey(await inCommunity(base, row.community_id), row, to)
      const state = stateOf(await findKey(base, flags.key), base.now())
      const fields = [
        ['key id', row.key_id],
        ['name', row.name],
        ['state', state],
      ] as const
      return { json: { keyId: row.key_id, state }, human: { fields } }
    },
  })
}

async function create(ctx: Ctx, { name, scopes, expires, expiresIn }: CreateFlags): Promise<Answer> {
  const endsAt = expiresIn === undefined ? null : new Date(ctx.now().getTime() + expiresIn * 1_000).toISOString()
  const granted = scopes.includes('all') ? allScopes : scopes
  const { keyId, key } = await issueKey(ctx, { name, scopes: granted, expiresAt: expires ?? endsAt })
  return {
    json: { keyId, key },
    human: {
      fields: [
        ['key id', keyId],
        ['key', key],
      ],
      note: shownOnce,
    },
  }
}

async function rotate(base: Base, flags: KeyFlags & { overlap: number }): Promise<Answer> {
  const old = await findKey(base, flags.key)
  const { keyId, key } = await rotateKey(await inCommunity(base, old.community_id), old, flags.overlap)
  const { expires_at } = await findKey(base, flags.key)
  const note = `${shownOnce} The old one, ${old.key_id}, ends at ${expires_at}.`
  return {
    json: { keyId, key },
    human: {
      fields: [
        ['key id', keyId],
        ['key', key],
      ],
      note,
    },
  }
}

async function listAll(ctx: Ctx): Promise<Answer> {
  const rows = await listKeys(ctx.db, ctx.community.communityId)
  return {
    json: { keys: rows.map((row) => toJson(row, ctx.now())) },
    human: {
      table: {
        columns: ['KEY ID', 'STATE', 'CREATED', 'LAST USED', 'EXPIRES', 'NAME', 'SCOPES'],
        rows: rows.map((row) => [
          row.key_id,
          stateOf(row, ctx.now()),
          row.created_at,
          row.last_used_at,
          row.expires_at,
          row.name,
          allScopes.every((scope) => row.scopes.includes(scope)) ? 'all' : row.scopes.join(','),
        ]),
      },
      ...(rows.length === 0 ? { note: 'This community has no key yet; issue one with key create.' } : {}),
    },
  }
}

async function importLegacy(ctx: Ctx, flags: KeyFlags, terminal: Terminal): Promise<Answer> {
  const keys = await readSecrets('--key', flags.key, terminal)
  if (keys.some((key) => key.startsWith('cmk_'))) {
    throw new UsageError('keys that begin with cmk_ are of this version and work; import only older ones')
  }
  for (const key of keys) await importLegacyKey(ctx, key)
  return { json: { imported: keys.length }, human: { fields: [['imported', keys.length]] } }
}

/** Never repeats what was given: it may be a whole key. */
async function findKey(base: Base, keyId: string): Promise<KeyRow> {
  if (/^[0-9A-Za-z]{12}$/.test(keyId)) return requireKey(base.db, keyId)
  throw new UsageError('--key takes the id of a key, 12 letters and digits, as key list shows it')
}

function stateOf(key: KeyRow, now: Date): 'revoked' | 'disabled' | 'expired' | 'enabled' {
  if (key.revoked_at !== null) return 'revoked'
  if (key.expires_at !== null && Date.parse(key.expires_at) <= now.getTime()) return 'expired'
  return key.enabled ? 'enabled' : 'disabled'
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
    revokedAt: row.revoked_at,
  }
}
