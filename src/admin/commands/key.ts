// `key import-legacy`.
import { importLegacyKey } from '../../auth/operator/actions'
import type { Ctx } from '../../context'
import { UsageError } from '../failure'
import type { Answer, Terminal } from '../output'
import { readSecrets, secretHint } from '../secrets'
import { required } from '../options'
import type { Noun } from '../verbs'

interface KeyFlags {
  readonly key: string
}

export function addVerbs(noun: Noun): void {
  noun.communityVerb<KeyFlags>({
    verb: 'import-legacy',
    summary: 'import keys of the first version, so that their callers get the error legacy_key_unsupported',
    flags: [required('--key <key>', `the old key; ${secretHint}, one per line`)],
    examples: ['--key - < old-keys.txt'],
    run: importLegacy,
  })
}

async function importLegacy(ctx: Ctx, flags: KeyFlags, terminal: Terminal): Promise<Answer> {
  const keys = await readSecrets('--key', flags.key, terminal)
  if (keys.some((key) => key.startsWith('cmk_'))) {
    throw new UsageError('keys that begin with cmk_ belong to this version; import only older keys')
  }
  for (const key of keys) await importLegacyKey(ctx, key)
  return { json: { imported: keys.length }, human: { fields: { imported: keys.length } } }
}
