// `data-rights`: hold, release, erase, requests, export.
import { writeFile } from 'node:fs/promises'
import { holdAccount, releaseAccount } from '../../accounts/actions'
import type { Base } from '../../communities/actions'
import { eraseAccount, exportAccount } from '../../privacy/actions'
import { eraseWholeAccount } from '../../privacy/full-erasure/actions'
import { listRequestsFor } from '../../privacy/requests/actions'
import { listRequests } from '../../privacy/requests/queries'
import { toRequest } from '../../privacy/requests/views'
import { reasonOf } from '../../error-message'
import { positiveId, reason, wholeNumber } from '../arguments'
import { UsageError } from '../failure'
import type { Answer } from '../output'
import { optional, required, type AddNoun } from '../verbs'

interface UserFlags {
  readonly user: number
}
type HoldFlags = UserFlags & { readonly reason?: string }
type EraseFlags = UserFlags & { readonly yes?: boolean; readonly evenHeld?: boolean; readonly everything?: boolean }
interface RequestsFlags {
  readonly user?: number
  readonly limit: number
}
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
        optional('--everything', 'everything, the id too, as when the platform asks for it'),
      ],
      help: [
        'Answers, questions, notes, feedback, reasons, names and the chat owner are erased in every community.',
        'Verification and restriction end. That responses and changes existed, their status and dates stay, as do',
        'experience, rank and awards, and blacklistings without their reasons: an account that lives on cannot wash',
        'them off.',
        '',
        'With --everything the member, its awards, responses, rank changes, blacklistings and suspensions go too, with a',
        'hold that stands, and the trails no longer say whom they were about. That is what a request of the platform does.',
      ].join('\n'),
      examples: ['--user 90210 --yes', '--user 90210 --everything --yes'],
      run: erase,
    })
    .verb<RequestsFlags>({
      verb: 'requests',
      says: "the platform's requests to erase an account, newest first",
      flags: [
        optional('--user <id>', 'those for this account, done ones too', positiveId),
        optional('--limit <n>', 'how many', wholeNumber(1, 1_000)).default(50),
      ],
      help: [
        'queued    a job erases it, and tries again until that is done',
        'waiting   a hold protects the account; data-rights release lets the request go on',
        'done      nothing of the account is left; what was erased is counted, and nobody is named',
      ].join('\n'),
      examples: ['', '--user 90210 --json'],
      run: requests,
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

async function erase(base: Base, { user, yes, evenHeld, everything }: EraseFlags): Promise<Answer> {
  if (yes !== true) {
    throw new UsageError(
      `what is erased cannot be brought back; give --yes to erase account ${user} in every community`,
    )
  }
  if (everything === true) return eraseEverything(base, user, evenHeld === true)
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

async function eraseEverything(base: Base, user: number, evenHeld: boolean): Promise<Answer> {
  const erased = await eraseWholeAccount(base, user, evenHeld)
  return {
    json: { userId: String(user), erased },
    human: {
      fields: [['user', user], ...Object.entries(erased).map(([table, rows]) => [table, rows] as const)],
      ...(Object.keys(erased).length > 0 ? {} : { note: 'There was nothing of the account.' }),
    },
  }
}

async function requests(base: Base, { user, limit }: RequestsFlags): Promise<Answer> {
  const rows = user === undefined ? listRequests(base.db, limit, null) : listRequestsFor(base, limit, user)
  const found = (await rows).map(toRequest)
  return {
    json: { requests: found },
    human: {
      table: {
        columns: ['NOTIFICATION', 'STATUS', 'USER', 'RECEIVED', 'DONE', 'ERASED'],
        rows: found.map(({ notificationId, status, userId, receivedAt, completedAt, erased }) => [
          notificationId,
          status,
          userId,
          receivedAt,
          completedAt,
          erased === null ? null : `${Object.values(erased).reduce((sum, rows) => sum + rows, 0)} rows`,
        ]),
      },
      ...(found.length > 0 ? {} : { note: 'There is no request.' }),
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
