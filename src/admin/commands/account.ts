// `account`: show, verify, restrict, unrestrict.
import { restrictAccount, unrestrictAccount, verifyAccount } from '../../accounts/actions'
import { listAccountAuditEntries, readAccount } from '../../accounts/queries'
import { toAccountStatus, toAccountAuditEntry } from '../../accounts/views'
import type { Base } from '../../communities/actions'
import { chatUserId, positiveId, reason } from '../arguments'
import type { Answer } from '../output'
import { optional, required, type AddNoun } from '../verbs'

const TRAIL_SHOWN = 20

interface UserFlags {
  readonly user: number
}
type VerifyFlags = UserFlags & { readonly chatUser: string }
type ReasonFlags = UserFlags & { readonly reason?: string }

const userFlag = () => required('--user <id>', 'the platform account, by its global user id', positiveId)
const reasonFlag = () => optional('--reason <text>', 'why; only operators read it', reason)

/** Adds the noun. */
export function addAccount(noun: AddNoun): void {
  noun('account', 'platform accounts: who owns them, and who may not apply')
    .verb<UserFlags>({
      verb: 'show',
      says: 'the owner of an account, its restriction, its hold, and what operators did to it last',
      flags: [userFlag()],
      examples: ['--user 90210'],
      run: show,
    })
    .verb<VerifyFlags>({
      verb: 'verify',
      says: 'link an account to its chat owner; naming another owner later is a transfer',
      flags: [userFlag(), required('--chat-user <id>', "the owner's id on the chat platform", chatUserId)],
      examples: ['--user 90210 --chat-user 246813579024681357'],
      run: verify,
    })
    .verb<ReasonFlags>({
      verb: 'restrict',
      says: 'keep an account from applying, in every community',
      flags: [userFlag(), reasonFlag()],
      examples: ['--user 90210 --reason "sold the account"'],
      run: restrict,
    })
    .verb<UserFlags>({
      verb: 'unrestrict',
      says: 'let an account apply again',
      flags: [userFlag()],
      examples: ['--user 90210'],
      run: unrestrict,
    })
}

async function show({ db }: Base, { user }: UserFlags): Promise<Answer> {
  const standing = toAccountStatus(await readAccount(db, user))
  const trail = (await listAccountAuditEntries(db, user, TRAIL_SHOWN)).map(toAccountAuditEntry)
  const { verification, restriction, hold } = standing
  return {
    json: { userId: String(user), ...standing, trail },
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
      ...(transferred ? { note: 'It belonged to another owner before: this is a transfer.' } : {}),
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
