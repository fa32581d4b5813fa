// The noun `account`.
import { restrictAccount, unrestrictAccount, unverifyAccount, verifyAccount } from '../../identities/accounts/actions'
import { listAccountAuditEntries, readAccount } from '../../identities/accounts/queries'
import { toAccountStatus, toAccountAuditEntry } from '../../identities/accounts/views'
import type { Base } from '../../communities/actions'
import { assertExistsAnywhere, setLink, unlink } from '../../members/verifications/actions'
import { listLinksOf } from '../../members/verifications/queries'
import type { NewLink } from '../../members/verifications/rules'
import { chatUserId, member, reason } from '../arguments'
import { markAnswer, type Answer } from '../output'
import { inCommunity } from '../session'
import { communityFlag, optional, required } from '../options'
import type { Noun } from '../verbs'

const ENTRIES_SHOWN = 20

interface UserFlags {
  readonly user: number
}
type UnverifyFlags = UserFlags & { readonly community?: string }
type VerifyFlags = UnverifyFlags & { readonly chatUser: string }
type ReasonFlags = UserFlags & { readonly reason?: string }

const userFlag = (access: 'read' | 'write' = 'write') =>
  required('--user <id|name>', 'the platform account, by its user id or username', member(access))
const onlyIn = () => communityFlag('only in this community; default: in every one')
const reasonFlag = () => optional('--reason <text>', 'the reason, visible to operators only', reason)

export function addVerbs(noun: Noun): void {
  noun
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
      flags: [userFlag(), required('--chat-user <id>', "the owner's id on the chat platform", chatUserId), onlyIn()],
      examples: [
        '--user 90210 --chat-user 246813579024681357',
        '--user 90210 --chat-user 246813579024681357 --community cmt_…',
      ],
      run: verify,
    })
    .verb<UnverifyFlags>({
      verb: 'unverify',
      summary: 'unlink an account, which then cannot apply',
      flags: [userFlag(), onlyIn()],
      examples: ['--user 90210', '--user 90210 --community cmt_…'],
      run: unverify,
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
  const links = (await listLinksOf(db, user)).map(({ community_id, name, chat_user_id, method, linked_at }) => ({
    communityId: community_id,
    name,
    chatUserId: chat_user_id,
    method,
    linkedAt: linked_at,
  }))
  const { verification, restriction, hold } = status
  return {
    json: { userId: String(user), ...status, links, trail },
    human: {
      fields: {
        user,
        'chat owner': verification?.chatUserId ?? null,
        verified: verification?.verifiedAt ?? null,
        ...Object.fromEntries(links.map(({ communityId, chatUserId }) => [`chat owner in ${communityId}`, chatUserId])),
        restricted: restriction?.restrictedAt ?? null,
        'restricted because': restriction?.reason ?? null,
        held: hold?.heldAt ?? null,
        'held because': hold?.reason ?? null,
      },
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

async function verify(base: Base, { user, chatUser, community }: VerifyFlags): Promise<Answer> {
  const isChecked = community !== undefined || (await assertExistsAnywhere(base, user))
  const transferred =
    community === undefined
      ? (await verifyAccount(base, user, chatUser)).transferred
      : await verifyIn(base, community, { userId: user, chatUserId: chatUser, transfer: true })
  const notes = [
    ...(transferred ? ['The previous owner was another one: this is a transfer.'] : []),
    ...(isChecked ? [] : ['No community is connected, so the platform was not asked whether the account exists.']),
  ]
  return {
    json: { userId: String(user), chatUserId: chatUser, transferred },
    human: {
      fields: { user, 'chat owner': chatUser, ...(community === undefined ? {} : { community }) },
      note: notes.join('\n') || undefined,
    },
  }
}

async function verifyIn(base: Base, community: string, link: NewLink): Promise<boolean> {
  return (await setLink(await inCommunity(base, community), link, 'operator')).outcome === 'transferred'
}

async function unverify(base: Base, { user, community }: UnverifyFlags): Promise<Answer> {
  const changed =
    community === undefined ? await unverifyAccount(base, user) : await unlink(await inCommunity(base, community), user)
  return {
    json: { userId: String(user), changed },
    human: {
      fields: { user, unlinked: changed },
    },
  }
}

async function restrict(base: Base, { user, reason }: ReasonFlags): Promise<Answer> {
  await restrictAccount(base, user, reason ?? null)
  return markAnswer(user, { restricted: true })
}

async function unrestrict(base: Base, { user }: UserFlags): Promise<Answer> {
  const changed = await unrestrictAccount(base, user)
  return markAnswer(user, { restricted: false }, { changed, unchanged: 'It was not restricted.' })
}
