// `secrets`: status, rotate, forget-previous.
import type { Base } from '../../communities/actions'
import { addKey, forgetPrevious, keyFileIn } from '../../secrets/key-file'
import { readConfig } from '../../config'
import { keyIdOf } from '../../platform/keyring'
import { countSecrets, rotateSecrets, type SecretCounts } from '../../secrets/actions'
import { UsageError } from '../failure'
import type { Answer, Terminal } from '../output'
import { optional, type AddNoun } from '../verbs'

interface RotateFlags {
  readonly newKey?: boolean
}

const rotateHelp = `With ENCRYPTION_KEY, one server after the other, each step on all of them before the next:
  1. keep ENCRYPTION_KEY, and name the new key in ENCRYPTION_KEY_PREVIOUS: it is accepted
  2. set ENCRYPTION_KEY to the new key, and ENCRYPTION_KEY_PREVIOUS to the old one
  3. secrets rotate, with both set as in 2; it may be interrupted and repeated
  4. leave out ENCRYPTION_KEY_PREVIOUS
With the key kept in DATA_DIR: secrets rotate --new-key, then secrets forget-previous.
Every server must be of this release or a later one: older ones do not read what was rotated.`

/** Adds the noun. */
export function addSecrets(noun: AddNoun): void {
  noun('secrets', 'the key that platform credentials and webhook secrets are encrypted with')
    .verb({
      verb: 'status',
      says: 'how many stored secrets each key decrypts, and how many none does; never a key',
      run: async (base) => answerOf(base, await countSecrets(base)),
    })
    .verb<RotateFlags>({
      verb: 'rotate',
      says: 'encrypt every stored secret under the key in use; servers go on meanwhile',
      flags: [optional('--new-key', 'first put a new key in use, where the key is kept in DATA_DIR')],
      examples: ['', '--new-key'],
      help: rotateHelp,
      run: rotate,
    })
    .verb({
      verb: 'forget-previous',
      says: 'remove the previous keys from DATA_DIR, once nothing is encrypted under them',
      run: forget,
    })
}

async function rotate(base: Base, { newKey }: RotateFlags, terminal: Terminal): Promise<Answer> {
  const keys = base.settings.encryptionKey
  if (newKey === true) {
    addKey(requireKeyFile(terminal))
    keys.reload()
  }
  const { rotated, left, unreadable } = await rotateSecrets(base, (count) => {
    terminal.stderr.write(`${count} rotated\n`)
  })
  const answer = answerOf(base, await countSecrets(base), rotated)
  if (unreadable > 0) {
    terminal.stderr.write(`${unreadable} secrets cannot be decrypted: name their key in ENCRYPTION_KEY_PREVIOUS\n`)
  }
  if (left > 0) terminal.stderr.write(`${left} secrets are being renewed by a server: repeat the command\n`)
  return answer
}

async function forget(base: Base, _: object, terminal: Terminal): Promise<Answer> {
  const file = requireKeyFile(terminal)
  const { byKey, unreadable } = await countSecrets(base)
  const inUse = idOf(base)
  const others = [...byKey].reduce((sum, [id, count]) => (id === inUse ? sum : sum + count), 0)
  if (others > 0) throw new UsageError(`${others} secrets are encrypted under a previous key; run secrets rotate first`)
  if (unreadable.size > 0) throw new UsageError('some secrets cannot be decrypted; see secrets status')
  forgetPrevious(file)
  base.settings.encryptionKey.reload()
  return answerOf(base, await countSecrets(base))
}

function requireKeyFile({ env }: Terminal): string {
  const { encryptionKey, dataDir } = readConfig(env)
  if (encryptionKey === null) return keyFileIn(dataDir)
  throw new UsageError('ENCRYPTION_KEY is set: change it there, as secrets rotate --help says')
}

const idOf = ({ settings }: Base): string => keyIdOf(settings.encryptionKey.current).toString('hex')

function answerOf(base: Base, { byKey, withoutId, unreadable }: SecretCounts, rotated?: number): Answer {
  const inUse = idOf(base)
  const known = [...byKey].map(([keyId, secrets]) => ({
    keyId,
    state: keyId === inUse ? 'in use' : 'accepted',
    secrets,
  }))
  const unknown = [...unreadable].map(([keyId, secrets]) => ({ keyId, state: 'not configured', secrets }))
  const keys = [...known, ...unknown]
  return {
    json: { ...(rotated === undefined ? {} : { rotated }), keys, withoutKeyId: withoutId },
    human: {
      fields: [
        ...(rotated === undefined ? [] : [['rotated', rotated] as const]),
        ['without a key id', withoutId],
        ...keys.map(({ keyId, state, secrets }) => [`key ${keyId}`, `${state}, ${secrets} secrets`] as const),
      ],
    },
  }
}
