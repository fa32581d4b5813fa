// `platform`: connect, status, disconnect.
import { readConfig } from '../../process/config'
import { requireCommunity } from '../../communities/actions'
import type { Community, Ctx } from '../../context'
import {
  connectGroup,
  countSeveralRanks,
  disconnectGroup,
  MOST_COUNTED,
  type SeveralRanks,
} from '../../platform-connection/actions'
import { findPausedAt } from '../../platform-connection/pause/queries'
import { findConnection } from '../../platform-connection/queries'
import { findCredentialLife } from '../../platform-connection/expiry/queries'
import { readKeyAccount, type KeyAccount } from '../../platform-connection/key-account'
import { findRankSync, listSharedNumbers, type RankRow } from '../../ranks/queries'
import { OWNER } from '../../ranks/rules'
import type { OAuthGrant } from '../../platform/platform'
import { wholeNumber } from '../arguments'
import { UsageError } from '../failure'
import type { Answer, Terminal } from '../output'
import { toText } from '../table'
import { proposeGivers } from '../givers'
import { sharedText } from '../shared-numbers'
import { readKeyFile, readSecret, readSecretFields, secretHint } from '../secrets'
import { optional, required } from '../options'
import type { Noun } from '../verbs'

interface ConnectFlags {
  readonly group: number
  readonly apiKey?: string
  readonly apiKeyFile?: string
  readonly oauth?: string
}

export function addVerbs(noun: Noun): void {
  noun
    .communityVerb<ConnectFlags>({
      verb: 'connect',
      summary: 'connect a community to its group with an API key or OAuth grant that has group:read and group:write',
      flags: [
        required('--group <id>', 'the group', wholeNumber(1, Number.MAX_SAFE_INTEGER)),
        optional('--api-key <key>', `the platform's API key; ${secretHint}`).conflicts('oauth'),
        optional('--api-key-file <file>', "the platform's API key in a file").conflicts(['apiKey', 'oauth']),
        optional('--oauth <->', 'an OAuth grant: - reads {"clientId","clientSecret","refreshToken"} from stdin'),
      ],
      examples: [
        '--group 5812734 --api-key - < platform.key',
        '--group 5812734 --api-key-file platform.key --json',
        '--group 5812734 --oauth - < grant.json',
      ],
      run: connect,
    })
    .communityVerb({
      verb: 'status',
      summary: 'show the connection and the number of ranks',
      examples: [''],
      run: status,
    })
    .communityVerb({
      verb: 'disconnect',
      summary: 'delete the connection and its credential; the ranks stay',
      examples: ['', '--yes'],
      confirm: () => 'rank changes of the community fail until it is connected again',
      run: disconnect,
    })
}

async function connect(ctx: Ctx, flags: ConnectFlags, terminal: Terminal): Promise<Answer> {
  const connected = await connectGroup(ctx, flags.group, await readCredential(flags, terminal))
  const { groupId, ownerUserId, isGroupKey, ranks } = connected
  warnOfLocalKey(terminal)
  const community = await requireCommunity(ctx, ctx.community.communityId)
  const reading = { ...ctx, community }
  const counted = await countSeveralRanks(reading)
  const account = ownerUserId === null ? null : await readKeyAccount(reading, ownerUserId)
  const givers = await proposeGivers(reading, terminal)
  const shared = await listSharedNumbers(ctx.db, ctx.community.communityId)
  const asked = counted && counted.several > 0 && !community.ranksDeclared ? toDeclare(community, counted) : {}
  const isOAuth = flags.oauth !== undefined
  const advice = isOAuth ? oauthAdvice : isGroupKey ? groupKeyAdvice : account && accountAdvice(account)
  const notes = [advice, asked.note, ...shared.map(sharedText), givers.note].filter(
    (note) => note !== null && note !== undefined,
  )
  const severalRoles = counted && {
    members: counted.members,
    several: counted.several,
    declared: community.ranksDeclared,
    roles: counted.held.map(({ rank, holders }) => ({ uniqueId: rank.unique_id, name: rank.name, holders })),
  }
  return {
    json: {
      groupId,
      ownerUserId: idText(ownerUserId),
      isGroupKey,
      account: account && toAccount(account),
      ranks,
      severalRoles,
      sharedRankNumbers: shared.map(({ rank_id }) => rank_id),
      givers: {
        givenByPeople: givers.givenByPeople,
        roles: givers.roles.map(({ unique_id, name, powers }) => ({ uniqueId: unique_id, name, powers })),
      },
    },
    human: {
      fields: {
        group: groupId,
        owner: ownerUserId,
        ...(account ? { 'role of the owner': account.role && named(account.role) } : {}),
        ranks,
        'members with several ranks': counted && countText(counted),
        ...(givers.givenByPeople !== null
          ? { 'given by people alone': givers.givenByPeople ? givers.roles.map(({ name }) => name).join(', ') : 'none' }
          : {}),
      },
      ...asked,
      note: notes.join('\n\n') || undefined,
    },
  }
}

const named = ({ name, rank_id }: RankRow): string => `${name} (rank ${rank_id})`

const toRole = (role: RankRow | null) => role && { uniqueId: role.unique_id, rankId: role.rank_id, name: role.name }

const toAccount = ({ role, enough, mayDoMore }: KeyAccount) => ({
  role: toRole(role),
  lowestRole: toRole(enough),
  mayDoMore,
})

const OWN_ACCOUNT = 'Use the key of an account that serves only this purpose'

const groupKeyAdvice = `The platform names no account as the owner of this key, as for a key that a
group owns. It ends when the account that made it may no longer manage the keys
of the group. ${OWN_ACCOUNT}.`

const oauthAdvice = `The platform lets an OAuth authorization read 10 accounts a minute. So ranks and roles
of members are synced from the list of memberships, 100 at a time every five minutes,
and the names of known members are not: game servers report them, and member show --refresh
reads one.`

const notInGroup = `The owner of the key is not in the group: the platform will refuse rank
changes. Let the owner join the group.`

function accountAdvice({ role, top, enough, mayDoMore }: KeyAccount): string | null {
  if (role === null) return notInGroup
  if (!mayDoMore) return null
  const may = role.rank_id === OWNER ? 'owns the group' : `has the role ${named(role)}`
  const above = top ? `a role just above ${named(top)}` : 'a role of its own'
  return `The key may do more than rank changes need: its owner ${may}.
${OWN_ACCOUNT}, with
${enough ? `the role ${named(enough)}` : above}, the lowest that can manage the ranks.`
}

function countText({ several, members }: SeveralRanks): string {
  return `${several} of ${members < MOST_COUNTED ? members : `the first ${MOST_COUNTED}`}`
}

function toDeclare({ communityId }: Community, { held }: SeveralRanks): Answer['human'] {
  const of = `--community ${communityId}`
  return {
    table: {
      columns: ['UNIQUE ID', 'RANK ID', 'HELD WITH OTHERS BY', 'NAME'],
      rows: held.map(({ rank, holders }) => [rank.unique_id, rank.rank_id, holders, rank.name]),
    },
    note: `The rank of a member with several roles is not changed until you declare which of the roles are no ranks:
  rank set-managed ${of} --rank <unique id> --managed off
or that a rank change takes all other roles of a member:
  community set ${of} --single-rank on`,
  }
}

function readCredential({ apiKey, apiKeyFile, oauth }: ConnectFlags, terminal: Terminal): Promise<string | OAuthGrant> {
  if (oauth !== undefined) {
    return readSecretFields<keyof OAuthGrant>('--oauth', oauth, ['clientId', 'clientSecret', 'refreshToken'], terminal)
  }
  if (apiKeyFile !== undefined) return readKeyFile('--api-key-file', apiKeyFile, terminal)
  if (apiKey !== undefined) return readSecret('--api-key', apiKey, terminal)
  throw new UsageError('the credential is missing; give --api-key -, --api-key-file FILE, or --oauth -')
}

/** Warns that a server on another machine cannot decrypt the credential. */
function warnOfLocalKey({ env, stderr }: Terminal): void {
  const { databaseUrl, encryptionKey, dataDir } = readConfig(env)
  if (databaseUrl === null || encryptionKey !== null) return
  stderr.write(`ENCRYPTION_KEY is not set: the server can use this connection only with the key kept in ${dataDir}\n`)
}

async function status(ctx: Ctx): Promise<Answer> {
  const { communityId } = ctx.community
  const connection = await findConnection(ctx.db, communityId)
  const { ranks, synced_at } = await findRankSync(ctx.db, communityId)
  const pausedAt = await findPausedAt(ctx)
  const { used_at = null, ends_at = null } = (await findCredentialLife(ctx)) ?? {}
  const facts = {
    status: connection?.status ?? 'none',
    credentialKind: connection?.credential_kind ?? null,
    groupId: connection?.group_id ?? null,
    ownerUserId: idText(connection?.owner_user_id ?? null),
    connectedAt: connection?.connected_at ?? null,
    lastUsedAt: used_at,
    expiresAt: ends_at,
    pausedAt,
    ranks,
    ranksSyncedAt: synced_at,
  }
  return {
    json: facts,
    human: {
      fields: {
        status: facts.status,
        credential: facts.credentialKind,
        group: facts.groupId,
        owner: facts.ownerUserId,
        'connected at': facts.connectedAt,
        'last used': used_at && `${toText(used_at)} (${daysBetween(used_at, ctx.now())} days ago)`,
        expires: ends_at && `${toText(ends_at)} (in ${daysBetween(ctx.now(), ends_at)} days)`,
        'writes paused since': facts.pausedAt ?? 'not paused',
        ranks,
        'ranks synced at': synced_at,
      },
    },
  }
}

const daysBetween = (from: string | Date, to: string | Date): number =>
  Math.floor((new Date(to).getTime() - new Date(from).getTime()) / 86_400_000)

async function disconnect(ctx: Ctx): Promise<Answer> {
  const disconnected = await disconnectGroup(ctx)
  return {
    json: { disconnected },
    human: { note: disconnected ? 'Disconnected; the credential was deleted.' : 'It was not connected.' },
  }
}

const idText = (userId: number | null): string | null => (userId === null ? null : String(userId))
