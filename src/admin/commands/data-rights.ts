// `data-rights`: hold, release, erase, export.
import { writeFile } from 'node:fs/promises'
import { holdAccount, releaseAccount } from '../../accounts/actions'
import type { Base } from '../../communities/actions'
import { eraseAccount, exportAccount } from '../../data-rights/actions'
import { reasonOf } from '../../db/reason'
import { positiveId, reason } from '../arguments'
import { UsageError } from '../failure'
import type { Answer } from '../output'
import { optional, required, type AddNoun } from '../verbs'

interface UserFlags {
  readonly user: number
}
type HoldFlags = UserFlags & { readonly reason?: string }
type EraseFlags = UserFlags & { readonly yes?: boolean; readonly evenHeld?: boolean }
type ExportFlags = UserFlags & { readonly output?: string }

const userFlag = () => required('--user <id>', 'the platform account, by its global user id', positiveId)

/** Adds the noun. */
export function addDataRights(noun: AddNoun): void {
  noun('data-rights', 'what the owner of an account may ask for, in every community at once')
    .verb<HoldFlags>({
      verb: 'hold',
      says: "protect an account's data: it cannot apply, and its responses cannot be reviewed",
      flags: [userFlag(), optional('--reason <text>', 'why; it is part of an export', reason)],
      examples: ['--user 90210 --reason "request 17"'],
      run: hold,
    })
    .verb<UserFlags>({
      verb: 'release',
      says: 'end the hold',
      flags: [userFlag()],
      examples: ['--user 90210'],
      run: release,
    })
    .verb<EraseFlags>({
      verb: 'erase',
      says: 'erase what an account wrote and what was written about it, for good',
      flags: [
        userFlag(),
        optional('--yes', 'yes, it cannot be brought back'),
        optional('--even-held', 'although a hold stands; the hold stays'),
      ],
      help: [
        'Answers, questions, notes, feedback, reasons, names and the chat owner are erased in every community.',
        'Verification and restriction end. That responses and changes existed, their status and dates stay, as do',
        'experience, rank and awards, and blacklistings without their reasons.',
      ].join('\n'),
      examples: ['--user 90210 --yes'],
      run: erase,
    })
    .verb<ExportFlags>({
      verb: 'export',
      says: 'everything kept about an account as one JSON document, without the private notes of staff',
      flags: [userFlag(), optional('--output <file>', 'write it to a new file that only you can read')],
      examples: ['--user 90210 --output account-90210.json', '--user 90210 --json'],
      run: exportAll,
    })
}

async function hold(base: Base, { user, reason }: HoldFlags): Promise<Answer> {
  await holdAccount(base, user, reason ?? null)
  return {
    json: { userId: String(user), held: true },
    human: {
      fields: [
        ['user', user],
        ['held', true],
      ],
    },
  }
}

async function release(base: Base, { user }: UserFlags): Promise<Answer> {
  const changed = await releaseAccount(base, user)
  return {
    json: { userId: String(user), held: false, changed },
    human: {
      fields: [
        ['user', user],
        ['held', false],
      ],
      ...(changed ? {} : { note: 'There was no hold.' }),
    },
  }
}

async function erase(base: Base, { user, yes, evenHeld }: EraseFlags): Promise<Answer> {
  if (yes !== true) {
    throw new UsageError(
      `what is erased cannot be brought back; give --yes to erase account ${user} in every community`,
    )
  }
  const erased = await eraseAccount(base, user, evenHeld === true)
  return {
    json: { userId: String(user), erased },
    human: {
      fields: [
        ['user', user],
        ['responses', erased.responses],
        ['notifications', erased.notifications],
        ['members', erased.members],
        ['audit entries', erased.auditEntries],
      ],
    },
  }
}

async function exportAll(base: Base, { user, output }: ExportFlags): Promise<Answer> {
  const document = await exportAccount(base, user)
  const text = pretty(document)
  if (output === undefined) return { json: document, human: { note: text } }
  await writeNew(output, `${text}\n`)
  return {
    json: { userId: document.userId, output },
    human: {
      fields: [
        ['user', user],
        ['written to', output],
      ],
    },
  }
}

/** Indented JSON in which no control character of an answer can steer the terminal. */
function pretty(document: object): string {
  return JSON.stringify(document, null, 2).replaceAll(/[\x7f-\x9f\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** Never over a file that is there: it may be the export of somebody else. */
async function writeNew(file: string, text: string): Promise<void> {
  await writeFile(file, text, { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    throw new UsageError(`the file cannot be written (${reasonOf(error)}); give --output the name of a new file`)
  })
}
