// `join-request`: list, accept, decline.
import type { Ctx } from '../../context'
import { decided, decideJoinRequest, listJoinRequests } from '../../operations/join-requests/actions'
import { toDecided, toJoinRequest } from '../../operations/join-requests/views'
import type { JoinRequest } from '../../platform/platform'
import { member, wholeNumber } from '../arguments'
import { account } from '../names'
import type { Answer } from '../output'
import { memberFlag, optional, type AddNoun } from '../verbs'

interface MemberFlags {
  readonly user: number
}
interface ListFlags {
  readonly user?: number
  readonly limit: number
}

export function addNouns(noun: AddNoun): void {
  noun('join-request')
    .communityVerb<ListFlags>({
      verb: 'list',
      csv: true,
      summary: 'list the requests to join the group, as the platform has them now',
      flags: [
        optional('--user <id|name>', 'only the request of this account', member('read')),
        optional('--limit <n>', 'maximum number', wholeNumber(1, 1_000)).default(100),
      ],
      examples: ['--community cmt_…', '--community cmt_… --user 90210'],
      run: list,
    })
    .communityVerb<MemberFlags>({
      verb: 'accept',
      summary: 'accept the request of an account, which is in the group then',
      flags: [memberFlag('write')],
      examples: ['--community cmt_… --user 90210'],
      help: 'It goes through the queue of rank changes, so a worker must run.',
      run: (ctx, { user }) => decide(ctx, user, 'accept'),
    })
    .communityVerb<MemberFlags>({
      verb: 'decline',
      summary: 'decline the request of an account',
      flags: [memberFlag('write')],
      examples: ['--community cmt_… --user 90210'],
      help: 'It goes through the queue of rank changes, so a worker must run.',
      run: (ctx, { user }) => decide(ctx, user, 'decline'),
    })
}

async function list(ctx: Ctx, { user, limit }: ListFlags): Promise<Answer> {
  const requests: JoinRequest[] = []
  let cursor: string | undefined
  do {
    const page = await listJoinRequests(ctx, { userId: user, cursor })
    requests.push(...page.requests)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined && requests.length < limit)
  const shown = requests.slice(0, limit)
  return {
    json: { joinRequests: shown.map(toJoinRequest) },
    human: {
      table: {
        columns: ['ACCOUNT', 'REQUESTED'],
        rows: shown.map(({ userId, requestedAt }) => [account(userId), requestedAt]),
      },
      ...(shown.length === 0 ? { note: 'Nobody has asked to join the group.' } : {}),
    },
  }
}

async function decide(ctx: Ctx, user: number, verb: 'accept' | 'decline'): Promise<Answer> {
  const { data, meta } = toDecided(await decided(ctx, await decideJoinRequest(ctx, user, verb)))
  return {
    json: { ...data, ...meta },
    human: {
      fields: [
        ['user', account(user)],
        ['join request', data.decision],
      ],
      note: meta.changed ? 'The platform has applied the decision.' : 'The account was in the group already.',
    },
  }
}
