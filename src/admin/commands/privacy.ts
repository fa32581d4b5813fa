// `data-rights`: hold, release, erase, requests, export.
import { writeFile } from 'node:fs/promises'
import { holdAccount, releaseAccount } from '../../accounts/actions'
import type { Base } from '../../communities/actions'
import { eraseAccount, exportAccount } from '../../privacy/actions'
import { eraseAccountFully } from '../../privacy/full-erasure/actions'
import { listRequestsFor } from '../../privacy/requests/actions'
import { listRequests } from '../../privacy/requests/queries'
import { toRequest } from '../../privacy/requests/views'
import { errorMessage } from '../../error-message'
import { positiveId, reason, wholeNumber } from '../arguments'
import { UsageError } from '../failure'
import type { Answer } from '../output'
import { optional, required, type AddNoun } from '../verbs'

interface UserFlags {
  readonly user: number
}
type HoldFlags = UserFlags & { readonly reason?: string }
type EraseFlags = UserFlags & { readonly evenHeld?: boolean; readonly everything?: boolean }
interface RequestsFlags {
  readonly user?: number
  readonly limit: number
}
type ExportFlags = UserFlags & { readonly output?: string }

const userFlag = () => required('--user <id>', 'the platform account, by its global user id', positiveId)

export function addNouns(noun: AddNoun): void {
  noun('data-rights')
    .verb<HoldFlags>({
      verb: 'hold',
      summary: "place a hold on an account's data: it cannot apply, and its responses cannot be reviewed",
      flags: [userFlag(), optional('--reason <text>', 'the reason, part of an export', reason)],
      examples: ['--user 90210 --reason "request 17"'],
      run: hold,
    })
    .verb<UserFlags>({
      verb: 'release',
      summary: 'release the hold',
      flags: [userFlag()],
      examples: ['--user 90210'],
      run: release,
    })
    .verb<EraseFlags>({
      verb: 'erase',
      summary: 'erase the texts by and about an account permanently',
      flags: [
        userFlag(),
        optional('--even-held', 'erase despite a hold; the hold stays'),
        optional('--everything', 'erase everything including the id, as for a request of the platform'),
      ],
      help: [
        'Answers, questions, notes, feedback, reasons, names and the chat owner are erased in every community.',
        'Verification and restriction end. Responses and audit entries stay without texts, as do experience, rank and',
        'awards, and blacklist entries without reasons: erasure does not lift a blacklisting.',
        '',
        'With --everything the member, its awards, responses, rank changes, blacklist entries, suspensions and hold are',
        'deleted too, and audit logs lose its id, as for a request of the platform.',
      ].join('\n'),
      examples: ['--user 90210 --yes', '--user 90210 --everything --yes'],
      confirm: (_, { user }) => `the erasure of account ${user} in every community cannot be undone`,
      run: erase,
    })
    .verb<RequestsFlags>({
      verb: 'requests',
      csv: true,
      summary: "list the platform's erasure requests, newest first",
      flags: [
        optional('--user <id>', 'only this account, including completed requests', positiveId),
        optional('--limit <n>', 'maximum number', wholeNumber(1, 1_000)).default(50),
      ],
      help: [
        'queued    a job erases the account, with retries',
        'waiting   a hold blocks the request until data-rights release',
        'done      the account is erased; the request has the counts without the account',
      ].join('\n'),
      examples: ['', '--user 90210 --json'],
      run: requests,
    })
    .verb<ExportFlags>({
      verb: 'export',
      summary: 'export all data about an account as JSON, without private notes of staff',
      flags: [userFlag(), optional('--output <file>', 'create this file, readable by you only')],
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

async function erase(base: Base, { user, evenHeld, everything }: EraseFlags): Promise<Answer> {
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
  const erased = await eraseAccountFully(base, user, evenHeld)
  return {
    json: { userId: String(user), erased },
    human: {
      fields: [['user', user], ...Object.entries(erased).map(([table, rows]) => [table, rows] as const)],
      ...(Object.keys(erased).length > 0 ? {} : { note: 'There was no data about the account.' }),
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
      ...(found.length > 0 ? {} : { note: 'There are no requests.' }),
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

/** With escaped control characters. */
function pretty(document: object): string {
  return JSON.stringify(document, null, 2).replaceAll(/[\x7f-\x9f\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** Never overwrites. */
async function writeNew(file: string, text: string): Promise<void> {
  await writeFile(file, text, { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    throw new UsageError(`the file cannot be written (${errorMessage(error)}); choose a new file for --output`)
  })
}
