// `account`: show, verify, restrict, unrestrict.
import { restrictAccount, unrestrictAccount, verifyAccount } from '../../accounts/actions'
import { listAccountAuditEntries, readAccount } from '../../accounts/queries'
import { toAccountStatus, toAccountAuditEntry } from '../../accounts/views'
import type { Base } from '../../communities/actions'
import { chatUserId, member, reason } from '../arguments'
import type { Answer } from '../output'
import { optional, required, type AddNoun } from '../verbs'

const ENTRIES_SHOWN = 20

interface UserFlags {
  readonly user: number
}
type VerifyFlags = UserFlags & { readonly chatUser: string }
type ReasonFlags = UserFlags & { readonly reason?: string }

const userFlag = (access: 'read' | 'write' = 'write') =>
  required('--user <id|name>', 'the platform account, by its user id or username', member(access))
const reasonFlag = () => optional('--reason <text>', 'the reason, visible to operators only', reason)

export function addNouns(noun: AddNoun): void {
  noun('account')
    .verb<UserFlags>({
      verb: 'show',
      summary: 'show the owner, the restriction, the hold and the last audit entries of an account',
      flags: [userFlag('read')],
      examples: ['--user 90210'],
      run: show,
    })
    .verb<VerifyFlags>({
      verb: 'verify',
      summary: 'link an account to its chat owner; another owner is a transfer',
      flags: [userFlag(), required('--chat-user <id>', "the owner's id on the chat platform", chatUserId)],
      examples: ['--user 90210 --chat-user 246813579024681357'],
      run: verify,
    })
    .verb<ReasonFlags>({
      verb: 'restrict',
      summary: 'forbid an account to submit applications, in every community',
      flags: [userFlag(), reasonFlag()],
      examples: ['--user 90210 --reason "sold the account"'],
      run: restrict,
    })
    .verb<UserFlags>({
      verb: 'unrestrict',
      summary: 'allow an account to submit applications again',
      flags: [userFlag()],
      examples: ['--user 90210'],
      run: unrestrict,
    })
}

async function show({ db }: Base, { user }: UserFlags): Promise<Answer> {
  const status = toAccountStatus(await readAccount(db, user))
  const trail = (await listAccountAuditEntries(db, user, ENTRIES_SHOWN)).map(toAccountAuditEntry)
  const { verification, restriction, hold } = status
  return {
    json: { userId: String(user), ...status, trail },
    human: {
      fields: [
        ['user', user],
        ['chat owner', verification?.chatUserId ?? null],
        ['verified', verification?.verifiedAt ?? null],
        ['restricted', restriction?.restrictedAt ?? null],
        ['restricted because', restriction?.reason ?? null],
        ['held', hold?.heldAt ?? null],
        ['held because', hold?.reason ?? null],
      ],
      table: {
        columns: ['AT', 'BY', 'ACTION', 'DETAILS'],
        rows: trail.map(({ at, actorId, action, details }) => [
          at,
          actorId,
          action,
          details === null ? null : JSON.stringify(details),
        ]),
      },
    },
  }
}

async function verify(base: Base, { user, chatUser }: VerifyFlags): Promise<Answer> {
  const { transferred } = await verifyAccount(base, user, chatUser)
  return {
    json: { userId: String(user), chatUserId: chatUser, transferred },
    human: {
      fields: [
        ['user', user],
        ['chat owner', chatUser],
      ],
      ...(transferred ? { note: 'The previous owner was another one: this is a transfer.' } : {}),
    },
  }
}

async function restrict(base: Base, { user, reason }: ReasonFlags): Promise<Answer> {
  await restrictAccount(base, user, reason ?? null)
  return {
    json: { userId: String(user), restricted: true },
    human: {
      fields: [
        ['user', user],
        ['restricted', true],
      ],
    },
  }
}

async function unrestrict(base: Base, { user }: UserFlags): Promise<Answer> {
  const changed = await unrestrictAccount(base, user)
  return {
    json: { userId: String(user), restricted: false, changed },
    human: {
      fields: [
        ['user', user],
        ['restricted', false],
      ],
      ...(changed ? {} : { note: 'It was not restricted.' }),
    },
  }
}
