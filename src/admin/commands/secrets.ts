// `secrets`: status, rotate, forget-previous, accept-key.
import type { Base } from '../../communities/actions'
import { addKey, removePreviousKeys, keyFileIn } from '../../encryption/key-file'
import { readConfig } from '../../process/config'
import { keyIdOf } from '../../encryption/keyring'
import { acceptKey, countSecrets, rotateSecrets, type SecretCounts } from '../../encryption/rotation/actions'
import { Refused } from '../failure'
import type { Answer, Terminal } from '../output'
import { progressOfLongWork } from '../progress'
import { optional } from '../options'
import type { Noun } from '../verbs'

interface RotateFlags {
  readonly newKey?: boolean
}

const rotateHelp = `With ENCRYPTION_KEY, complete each step on all servers before the next:
  1. keep ENCRYPTION_KEY, and set ENCRYPTION_KEY_PREVIOUS to the new key, which is then accepted
  2. set ENCRYPTION_KEY to the new key, and ENCRYPTION_KEY_PREVIOUS to the old one
  3. run secrets rotate with both set as in step 2; it may be interrupted and repeated
  4. remove ENCRYPTION_KEY_PREVIOUS
With the key in DATA_DIR: run secrets rotate --new-key, then secrets forget-previous.
Older releases cannot read rotated secrets.`

export function addVerbs(noun: Noun): void {
  noun
    .verb({
      anyKey: true,
      verb: 'status',
      summary: 'count the stored secrets by encryption key',
      run: async (base) => answerOf(base, await countSecrets(base)),
    })
    .verb<RotateFlags>({
      anyKey: true,
      verb: 'rotate',
      summary: 'encrypt all stored secrets with the current key; servers may run',
      flags: [optional('--new-key', 'first create a new key, where the key is in DATA_DIR')],
      examples: ['', '--new-key'],
      help: rotateHelp,
      run: rotate,
    })
    .verb({
      anyKey: true,
      verb: 'forget-previous',
      summary: 'delete the previous keys from DATA_DIR; fails while they are in use',
      run: deletePrevious,
    })
    .verb({
      anyKey: true,
      verb: 'accept-key',
      summary: 'let servers start with the configured key when that of the database is lost',
      help: 'Secrets under the lost key stay unreadable: connect each community again, and rotate its webhook secrets.',
      confirm: lostWith,
      run: async (base) => {
        await acceptKey(base)
        return answerOf(base, await countSecrets(base))
      },
    })
}

async function rotate(base: Base, { newKey }: RotateFlags, terminal: Terminal): Promise<Answer> {
  const keys = base.settings.encryptionKey
  if (newKey === true) {
    addKey(requireKeyFile(terminal))
    keys.reload()
  }
  const progress = progressOfLongWork(terminal)
  const { rotated, left } = await rotateSecrets(base, (count) => {
    progress.say(`rotated ${count} secrets`)
  }).finally(progress.end)
  const counts = await countSecrets(base)
  const { unreadableIn } = counts
  const answer = answerOf(base, counts, rotated)
  const failures = [unreadableText(terminal, counts), left > 0 ? `${left} ${beingRenewed}` : null]
  const failure = failures.filter((text) => text !== null).join('\n')
  return {
    json: { ...answer.json, unreadable: unreadableIn, left },
    human: {
      ...answer.human,
      table: {
        columns: ['NOT ROTATED', 'OF', 'KEY ID', 'SECRETS'],
        rows: unreadableIn.map(({ table, of, keyId, secrets }) => [table, of, keyId, secrets]),
      },
    },
    ...(failure !== '' && { failure }),
  }
}

const beingRenewed = 'secrets are being renewed by a server and keep their old key; repeat the command'

function unreadableText({ env }: Terminal, { unreadable }: SecretCounts): string | null {
  const secrets = sumOf(unreadable.values())
  if (secrets === 0) return null
  const ids = [...unreadable.keys()].join(' and ')
  const { encryptionKey, dataDir } = readConfig(env)
  const where = encryptionKey === null ? `a line of its own to ${keyFileIn(dataDir)}` : 'it to ENCRYPTION_KEY_PREVIOUS'
  return `${secrets} secrets cannot be decrypted and keep their key, ${ids}; add ${where} and repeat the command, or see secrets accept-key --help where that key is lost`
}

/** For `accept-key`: other servers may still have the key that the database knows. */
async function lostWith(base: Base): Promise<string | null> {
  const secrets = sumOf((await countSecrets(base)).unreadable.values())
  if (secrets === 0) return null
  return `${secrets} secrets are encrypted with another key: they stay unreadable, and servers with that key do not start any more`
}

const sumOf = (counts: Iterable<number>): number => [...counts].reduce((sum, one) => sum + one, 0)

async function deletePrevious(base: Base, _: object, terminal: Terminal): Promise<Answer> {
  const file = requireKeyFile(terminal)
  const { byKey, unreadable } = await countSecrets(base)
  const inUse = idOf(base)
  const others = [...byKey].reduce((sum, [id, count]) => (id === inUse ? sum : sum + count), 0)
  if (others > 0) throw new Refused(`${others} secrets are encrypted with a previous key; run secrets rotate first`)
  if (unreadable.size > 0) throw new Refused('some secrets cannot be decrypted; see secrets status')
  removePreviousKeys(file)
  base.settings.encryptionKey.reload()
  return answerOf(base, await countSecrets(base))
}

function requireKeyFile({ env }: Terminal): string {
  const { encryptionKey, dataDir } = readConfig(env)
  if (encryptionKey === null) return keyFileIn(dataDir)
  throw new Refused('ENCRYPTION_KEY is set; change it as described in secrets rotate --help')
}

const idOf = ({ settings }: Base): string => keyIdOf(settings.encryptionKey.current).toString('hex')

function answerOf(base: Base, { byKey, withoutId, unreadable }: SecretCounts, rotated?: number) {
  const inUse = idOf(base)
  const known = [...byKey].map(([keyId, secrets]) => ({
    keyId,
    state: keyId === inUse ? 'in use' : 'accepted',
    secrets,
  }))
  const unknown = [...unreadable].map(([keyId, secrets]) => ({ keyId, state: 'not configured', secrets }))
  const keys = [...known, ...unknown]
  const byKeyId = keys.map(({ keyId, state, secrets }) => [`key ${keyId}`, `${state}, ${secrets} secrets`] as const)
  const done = rotated === undefined ? {} : { rotated }
  return {
    json: { ...done, keys, withoutKeyId: withoutId },
    human: { fields: { ...done, 'without a key id': withoutId, ...Object.fromEntries(byKeyId) } },
  }
}
