// The noun `data-rights`.
import { writeFile } from 'node:fs/promises'
import { holdAccount, releaseAccount } from '../../identities/accounts/actions'
import type { Base } from '../../communities/actions'
import { eraseAccount, exportAccount } from '../../data-rights/actions'
import { erasePerson, exportPerson } from '../../data-rights/people'
import { eraseAccountFully } from '../../data-rights/full-erasure/actions'
import { listRequestsFor } from '../../data-rights/requests/actions'
import { assignRequest, closeRequest, parkForOperator, readEvidence } from '../../data-rights/requests/parked'
import { listRequests } from '../../data-rights/requests/queries'
import { accountOf, type AskedId, type ParkedAs } from '../../data-rights/requests/rules'
import { toRequest } from '../../data-rights/requests/views'
import { errorMessage } from '../../base/error-message'
import { domain, notificationId, personId, positiveId, reason } from '../arguments'
import { Refused, UsageError } from '../failure'
import { markAnswer, type Answer, type Terminal } from '../output'
import { readText } from '../secrets'
import { limitFlag, optional, required } from '../options'
import type { Noun } from '../verbs'

interface UserFlags {
  readonly user: number
}
type HoldFlags = UserFlags & { readonly reason?: string }
interface EraseFlags extends UserFlags {
  readonly domain?: string
  readonly evenHeld?: boolean
  readonly everything?: boolean
}
interface RequestsFlags {
  readonly user?: number
  readonly parked?: boolean
  readonly limit: number
}
interface CompareFlags {
  readonly userIds: string
}
interface RequestFlags {
  readonly request: string
}
interface PersonFlags {
  readonly person: string
}
type ExportFlags = UserFlags & { readonly output?: string }

const MOST_COMPARED = 1_000

const requestFlag = () => required('--request <id>', 'the notification id of a parked request', notificationId)
const userFlag = () => required('--user <id>', 'the platform account, by its global user id', positiveId)

export function addVerbs(noun: Noun): void {
  addAccountVerbs(noun)
  addPersonVerbs(noun)
  addRequestVerbs(noun)
}

function addAccountVerbs(noun: Noun): void {
  noun
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
        optional(
          '--domain <domain>',
          'the domain of the id, such as universe-4242; default: an id of the group',
          domain,
        ),
        optional('--even-held', 'erase despite a hold; the hold stays'),
        optional('--everything', 'erase everything including the id, as for a request of the platform'),
      ],
      help: [
        'Answers, questions, notes, feedback, reasons, names and the chat owner are erased in every community.',
        'Verification and restriction end. Responses and audit entries stay without texts, as do experience, rank and',
        'awards, and blacklist entries without reasons: erasure does not lift a blacklisting. A person of the staff who is bound to',
        'the account is deleted, with the sign-in and the sessions; audit entries keep what the person did, without the name.',
        '',
        'With --everything the member, its awards, responses, rank changes, blacklist entries, suspensions and hold are',
        'deleted too, and audit logs lose its id, as for a request of the platform. When nobody has the id, the request is',
        'kept (parked), and carried out once the account is known.',
      ].join('\n'),
      examples: ['--user 90210 --yes', '--user 90210 --everything --yes'],
      confirm: (_, { user }) => `the erasure of account ${user} in every community cannot be undone`,
      run: erase,
    })
    .verb<ExportFlags>({
      verb: 'export',
      summary: 'export all data about an account as JSON, without private notes of staff',
      flags: [userFlag(), optional('--output <file>', 'create this file, readable by you only')],
      examples: ['--user 90210 --output account-90210.json', '--user 90210 --json'],
      run: exportAll,
    })
}

const personFlag = () => required('--person <id>', 'the person of the staff', personId)

function addPersonVerbs(noun: Noun): void {
  noun
    .communityVerb<PersonFlags>({
      verb: 'export-person',
      summary: 'export what is stored of a person of the staff as JSON: name, role, sign-in, sessions',
      flags: [personFlag()],
      help: 'What the person did is in the audit log: audit list --actor. An export of an account has the person who is bound to it.',
      examples: ['--person per_…'],
      run: async (ctx, { person }) => {
        const document = await exportPerson(ctx, person)
        return { json: document, human: { note: pretty(document) } }
      },
    })
    .communityVerb<PersonFlags>({
      verb: 'erase-person',
      summary: 'delete a person of the staff permanently, and the name from the audit log',
      flags: [personFlag()],
      help: [
        'The passkey, the account at the issuer, invitations and sessions go with the person. Audit entries keep what the',
        'person did, under the id. An erasure of an account does the same to the person who is bound to it.',
      ].join('\n'),
      examples: ['--person per_… --yes'],
      confirm: (_, { person }) => `the erasure of ${person} cannot be undone`,
      run: async (ctx, { person }) => {
        const { auditEntries } = await erasePerson(ctx, person)
        return {
          json: { personId: person, auditEntries },
          human: { fields: { person, 'audit entries': auditEntries }, note: 'Erased.' },
        }
      },
    })
}

function addRequestVerbs(noun: Noun): void {
  noun
    .verb<RequestsFlags>({
      verb: 'requests',
      csv: true,
      summary: "list the platform's erasure requests, newest first",
      flags: [
        optional('--user <id>', 'only this account, including completed requests', positiveId),
        optional('--parked', 'only those whose account is not known'),
        limitFlag(1_000, 50),
      ],
      help: [
        'queued    a job erases the account, with retries',
        'waiting   a hold blocks the request until data-rights release',
        'parked    nobody has the id (unknown: it is carried out once somebody has it), or several accounts have it',
        '          (ambiguous: data-rights assign)',
        'done      the account is erased; the request has the counts without the account',
        'no-data   nobody had the id for PARKED_ERASURE_DAYS',
        'closed    by data-rights close',
      ].join('\n'),
      examples: ['', '--parked', '--user 90210 --json'],
      run: requests,
    })
    .verb<CompareFlags>({
      verb: 'compare',
      csv: true,
      summary: "compare the ids of the platform's daily message with the requests that arrived",
      flags: [required('--user-ids <a,b>', 'the ids of the message; - reads them from stdin, a line each')],
      help: [
        'missing   no request for the id arrived, so its webhook was lost: data-rights erase --everything --user ID',
        'The other words are those of data-rights requests. Exits with 1 when one is missing.',
      ].join('\n'),
      examples: ['--user-ids 90210,4711', '--user-ids - < ids.txt'],
      run: compare,
    })
    .verb<RequestFlags & UserFlags>({
      verb: 'assign',
      summary: 'say which account the id of a parked erasure request belongs to; it is erased',
      flags: [requestFlag(), userFlag()],
      examples: ['--request 3f2c1f0e-6f3b-4d0a-9a53-8ef1a4b7f6d2 --user 90210 --yes'],
      confirm: (_, { user }) => `the erasure of account ${user} in every community cannot be undone`,
      run: assign,
    })
    .verb<RequestFlags & { readonly reason: string }>({
      verb: 'close',
      summary: 'end a parked erasure request without an erasure',
      flags: [requestFlag(), required('--reason <text>', 'the reason, for the audit log', reason)],
      examples: ['--request 3f2c1f0e-6f3b-4d0a-9a53-8ef1a4b7f6d2 --reason "erased by hand as account 90210"'],
      run: close,
    })
}

async function hold(base: Base, { user, reason }: HoldFlags): Promise<Answer> {
  await holdAccount(base, user, reason ?? null)
  return markAnswer(user, { held: true })
}

async function release(base: Base, { user }: UserFlags): Promise<Answer> {
  const changed = await releaseAccount(base, user)
  return markAnswer(user, { held: false }, { changed, unchanged: 'There was no hold.' })
}

async function erase(base: Base, { user: id, evenHeld, everything, ...flags }: EraseFlags): Promise<Answer> {
  const domain = flags.domain ?? null
  const user = await accountToErase(base, { id, domain })
  if (everything === true && user === 'unknown') return parkErasure(base, { id, domain })
  if (typeof user === 'string') throw new Refused(`${namedId({ id, domain })} ${refusals[user]}`)
  if (everything === true) return eraseEverything(base, user, evenHeld === true)
  const erased = await eraseAccount(base, user, evenHeld === true)
  return {
    json: { userId: String(user), erased },
    human: {
      fields: {
        user,
        responses: erased.responses,
        notifications: erased.notifications,
        members: erased.members,
        'audit entries': erased.auditEntries,
      },
    },
  }
}

const refusals: Readonly<Record<ParkedAs, string>> = {
  unknown: 'has no data here; with --everything the request is kept until the account is known',
  ambiguous: 'belongs to several accounts here; erase one by its --user id without --domain',
}

const namedId = ({ id, domain }: AskedId): string => (domain === null ? `account ${id}` : `the id ${id} of ${domain}`)

async function accountToErase({ db }: Base, asked: AskedId): Promise<number | ParkedAs> {
  const evidence = await readEvidence(db, [asked.id])
  if (asked.domain === null && evidence.accounts.has(asked.id)) return asked.id
  const account = accountOf(asked, evidence)
  if (asked.domain !== null || account === 'unknown') return account
  throw new Refused(`account ${asked.id} has no data here, but the id is known in a domain; give --domain`)
}

async function parkErasure(base: Base, asked: AskedId): Promise<Answer> {
  const request = await parkForOperator(base, asked)
  return {
    json: { userId: null, parked: { notificationId: request, id: String(asked.id), domain: asked.domain } },
    human: {
      fields: {
        request,
        parked: `${namedId(asked)} has no data here; the request is carried out once its account is known`,
      },
    },
  }
}

async function eraseEverything(base: Base, user: number, evenHeld: boolean): Promise<Answer> {
  const erased = await eraseAccountFully(base, user, evenHeld)
  return {
    json: { userId: String(user), erased },
    human: {
      fields: { user, ...erased },
    },
  }
}

async function assign(base: Base, { request, user }: RequestFlags & UserFlags): Promise<Answer> {
  if (!(await assignRequest(base, request, user))) throw new Refused(notParked)
  return {
    json: { notificationId: request, userId: String(user) },
    human: { fields: { request, user } },
  }
}

async function close(base: Base, { request, reason }: RequestFlags & { readonly reason: string }): Promise<Answer> {
  if (!(await closeRequest(base, request, reason))) throw new Refused(notParked)
  return {
    json: { notificationId: request, closed: true },
    human: { fields: { request, closed: reason } },
  }
}

const notParked = 'no erasure request with this id is parked; see data-rights requests --parked'

async function requests(base: Base, { user, parked, limit }: RequestsFlags): Promise<Answer> {
  const page = { limit, onlyParked: parked === true }
  const rows = user === undefined ? listRequests(base.db, page, null) : listRequestsFor(base, page, user)
  const found = (await rows).map(toRequest)
  return {
    json: { requests: found },
    human: {
      table: {
        columns: ['NOTIFICATION', 'STATUS', 'USER', 'RECEIVED', 'DONE', 'ERASED', 'PARKED'],
        rows: found.map(({ notificationId, status, userId, receivedAt, completedAt, erased, parked }) => [
          notificationId,
          status,
          userId,
          receivedAt,
          completedAt,
          erased === null ? null : `${Object.values(erased).reduce((sum, rows) => sum + rows, 0)} rows`,
          parked === undefined ? null : `${parked.as}, ${namedId({ id: Number(parked.id), domain: parked.domain })}`,
        ]),
      },
      note: found.length === 0 ? 'There are no requests.' : undefined,
    },
  }
}

async function compare(base: Base, { userIds: given }: CompareFlags, terminal: Terminal): Promise<Answer> {
  const ids = idsIn(given === '-' ? await readText('--user-ids', '-', terminal) : given)
  const { accounts } = await readEvidence(base.db, ids)
  const compared = []
  for (const id of ids) {
    const [newest] = (await listRequestsFor(base, { limit: 1, onlyParked: false }, id)).map(toRequest)
    compared.push({ userId: String(id), status: newest?.status ?? 'missing', hasData: accounts.has(id) })
  }
  const missing = compared.filter(({ status }) => status === 'missing')
  return {
    json: { compared },
    human: {
      table: {
        columns: ['USER', 'STATUS', 'DATA HERE'],
        rows: compared.map(({ userId, status, hasData }) => [userId, status, hasData ? 'yes' : 'no']),
      },
    },
    ...(missing.length > 0 && {
      failure:
        `no request arrived for ${missing.map(({ userId }) => userId).join(', ')}; ` +
        'run data-rights erase --everything --user ID for each',
    }),
  }
}

/** A date of the message must not become an id. */
function idsIn(text: string): number[] {
  const words = new Set(text.split(/[\s,]+/).filter((word) => word !== ''))
  const ids = [...words].map(Number)
  const areIds = [...words].every((word) => /^[1-9]\d*$/.test(word)) && ids.every(Number.isSafeInteger)
  if (areIds && ids.length > 0 && ids.length <= MOST_COMPARED) return ids
  throw new UsageError(`--user-ids takes 1 to ${MOST_COMPARED} ids of accounts in digits, and nothing else`)
}

async function exportAll(base: Base, { user, output }: ExportFlags): Promise<Answer> {
  const document = await exportAccount(base, user)
  const text = pretty(document)
  if (output === undefined) return { json: document, human: { note: text } }
  await writeNew(output, `${text}\n`)
  return {
    json: { userId: document.userId, output },
    human: {
      fields: { user, 'written to': output },
    },
  }
}

/** JSON with escaped control characters. */
function pretty(document: object): string {
  return JSON.stringify(document, null, 2).replaceAll(/[\x7f-\x9f\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** Never overwrites a file. */
async function writeNew(file: string, text: string): Promise<void> {
  await writeFile(file, text, { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    throw new Refused(`the file cannot be written (${errorMessage(error)}); choose a new file for --output`)
  })
}
