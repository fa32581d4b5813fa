// `community`: export, import, reopen.
import type { Writable } from 'node:stream'
import type { Base } from '../../communities/actions'
import { reopenCommunity, stopCommunity } from '../../transfer/communities/actions'
import { writeCommunity } from '../../transfer/communities/export'
import { readCommunity } from '../../transfer/communities/import'
import type { MoveFigures } from '../../transfer/communities/format'
import type { Ctx } from '../../context'
import { openDatabase } from '../../db/database'
import { UsageError } from '../failure'
import { interruptible } from '../interrupt'
import type { Answer, Terminal } from '../output'
import { progressOf } from '../progress'
import {
  identityFlags,
  openSealed,
  readRecipients,
  recipientFlags,
  writeSealed,
  type IdentityFlags,
  type RecipientFlags,
} from '../sealed-file'
import type { OpenStore } from '../session'
import { required } from '../options'
import type { Noun } from '../verbs'

interface ExportFlags extends RecipientFlags {
  readonly to: string
}

interface ImportFlags extends IdentityFlags {
  readonly from: string
}

export function addMoveVerbs(noun: Noun): void {
  noun
    .communityVerb<ExportFlags>({
      verb: 'export',
      summary: 'stop a community and write it to an encrypted file, for community import on another server',
      flags: [required('--to <file>', 'the file to create; - is stdout'), ...recipientFlags()],
      confirm: () =>
        'the API keys, rank changes and webhooks of this community stop on this server within a second, until community reopen',
      examples: ['--to watch.age --recipient age1…', '--to watch.age --passphrase-file move.passphrase --yes'],
      help: exportHelp,
      run: exportOne,
    })
    .verb<ImportFlags>({
      verb: 'import',
      createsDatabase: true,
      summary: 'add a community from a file of community export; servers may run',
      flags: [required('--from <file>', 'a file of community export; - is stdin'), ...identityFlags()],
      examples: ['--from watch.age --identity-file move.key', '--from watch.age --passphrase-file move.passphrase'],
      run: importOne,
    })
    .communityVerb({
      verb: 'reopen',
      summary: 'let a community run here again after an export',
      confirm: () => 'two servers change the ranks of the same group if this community also runs on another one',
      examples: [''],
      run: reopen,
    })
}

const exportHelp = `The file contains the platform credential and the webhook secrets, so it must be encrypted: give --recipient or
--passphrase-file. Rank changes of the community must have ended. An export that fails lets the community run again.`

async function exportOne(ctx: Ctx, flags: ExportFlags, terminal: Terminal, store: OpenStore): Promise<Answer> {
  const recipients = await readRecipients(flags, terminal)
  if (recipients === null)
    throw new UsageError('the file contains secrets; give --recipient or --passphrase-file, which encrypts it')
  const { communityId } = ctx.community
  const write = (output: Writable): Promise<MoveFigures> =>
    interruptible(async (signal) => {
      const isFirst = await asOwner(ctx, store, stopCommunity)
      try {
        const watching = { report: progressOf(terminal), signal }
        return await writeCommunity(store.ownerUrl, store.encryptionKey, communityId, output, watching)
      } catch (error) {
        if (isFirst) await undoStop(ctx, terminal)
        throw error
      }
    })
  const { figures, file, bytes, isStdoutUsed } = await writeSealed(flags.to, recipients, terminal, write)
  return { ...answerOf({ ...figures, file, bytes }, exportedNote), isStdoutUsed }
}

const exportedNote =
  'The community is stopped on this server. Import the file on the other one. To use this server instead: community reopen.'

async function undoStop(ctx: Ctx, { stderr }: Terminal): Promise<void> {
  const isOpen = await reopenCommunity(ctx).catch(() => false)
  stderr.write(
    isOpen
      ? 'the community runs here again; its rank changes are paused (operations resume)\n'
      : 'the community is still stopped on this server (community reopen)\n',
  )
}

async function asOwner<T>(ctx: Ctx, { ownerUrl }: OpenStore, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const { db, close } = openDatabase(ownerUrl, 1, ctx.log)
  try {
    return await work({ ...ctx, db })
  } finally {
    await close()
  }
}

async function importOne(base: Base, flags: ImportFlags, terminal: Terminal, store: OpenStore): Promise<Answer> {
  const { input, name, bytes } = await openSealed(flags, terminal)
  const by = { keys: store.encryptionKey, actor: base.actor }
  const { differingPlans, ...figures } = await readCommunity(store.ownerUrl, by, input, progressOf(terminal))
  const note = differingPlans.length === 0 ? importedNote : `${importedNote} ${differsNote(differingPlans)}`
  const answer = answerOf({ ...figures, file: name, bytes }, note)
  return { ...answer, json: { ...answer.json, differingPlans } }
}

const importedNote = 'The community runs on this server. Its keys and webhooks are valid here.'
const differsNote = (plans: readonly string[]): string =>
  `On the other server the plan ${plans.join(', ')} has other settings (plan list).`

async function reopen(ctx: Ctx): Promise<Answer> {
  const changed = await reopenCommunity(ctx)
  const { communityId } = ctx.community
  const note = changed
    ? 'The community runs here. Its rank changes are paused: check operations list, then run operations resume.'
    : 'It was not stopped by an export.'
  return { json: { communityId, changed }, human: { note } }
}

function answerOf(figures: MoveFigures & { file: string; bytes: number | null }, note: string): Answer {
  const { communityId, name, file, bytes, madeAt, tables, rows, secrets } = figures
  return {
    json: { communityId, name, file, bytes, madeAt, tables, rows, secrets },
    human: {
      fields: { community: communityId, name, file, bytes, 'made at': madeAt, tables, rows, secrets },
      note,
    },
  }
}
