// `platform`: connect, status, disconnect.
import { readConfig } from '../../config'
import type { Ctx } from '../../context'
import { connectGroup, disconnectGroup } from '../../group/actions'
import { findConnection, findRankSync } from '../../group/queries'
import { wholeNumber } from '../arguments'
import type { Answer, Terminal } from '../output'
import { readSecret, secretHint } from '../secrets'
import { required, type AddNoun } from '../verbs'

interface ConnectFlags {
  readonly group: number
  readonly apiKey: string
}

/** Adds the noun. */
export function addPlatform(noun: AddNoun): void {
  noun('platform', "the community's group on the game platform, and the way to it")
    .communityVerb<ConnectFlags>({
      verb: 'connect',
      says: 'connect the community to its group, with an API key of the platform that has group:read and group:write',
      flags: [
        required('--group <id>', 'the group', wholeNumber(1, Number.MAX_SAFE_INTEGER)),
        required('--api-key <key>', `the platform's API key; ${secretHint}`),
      ],
      examples: [
        '--community cmt_… --group 5812734 --api-key - < platform.key',
        '--community cmt_… --group 5812734 --api-key KEY --json',
      ],
      run: connect,
    })
    .communityVerb({
      verb: 'status',
      says: 'whether it is connected, to what, and how many ranks were read; never the credential',
      examples: ['--community cmt_…'],
      run: status,
    })
    .communityVerb({
      verb: 'disconnect',
      says: 'forget the connection and its credential; the ranks stay as they were last read',
      examples: ['--community cmt_…'],
      run: disconnect,
    })
}

async function connect(ctx: Ctx, flags: ConnectFlags, terminal: Terminal): Promise<Answer> {
  const apiKey = await readSecret('--api-key', flags.apiKey, terminal)
  const { groupId, ownerUserId, ranks } = await connectGroup(ctx, flags.group, apiKey)
  warnOfOwnKey(terminal)
  return {
    json: { groupId, ownerUserId: idText(ownerUserId), ranks },
    human: {
      fields: [
        ['group', groupId],
        ['owner', ownerUserId],
        ['ranks', ranks],
      ],
    },
  }
}

/** A server on another machine would not find the key that this credential was encrypted with. */
function warnOfOwnKey({ env, stderr }: Terminal): void {
  const { databaseUrl, encryptionKey, dataDir } = readConfig(env)
  if (databaseUrl === null || encryptionKey !== null) return
  stderr.write(`ENCRYPTION_KEY is not set: the server can use this connection only with the key kept in ${dataDir}\n`)
}

async function status(ctx: Ctx): Promise<Answer> {
  const { communityId } = ctx.community
  const connection = await findConnection(ctx.db, communityId)
  const { ranks, synced_at } = await findRankSync(ctx.db, communityId)
  const facts = {
    status: connection?.status ?? 'none',
    groupId: connection?.group_id ?? null,
    ownerUserId: idText(connection?.owner_user_id ?? null),
    connectedAt: connection?.connected_at ?? null,
    ranks,
    ranksSyncedAt: synced_at,
  }
  return {
    json: facts,
    human: {
      fields: [
        ['status', facts.status],
        ['group', facts.groupId],
        ['owner', facts.ownerUserId],
        ['connected at', facts.connectedAt],
        ['ranks', ranks],
        ['ranks synced at', synced_at],
      ],
    },
  }
}

async function disconnect(ctx: Ctx): Promise<Answer> {
  const disconnected = await disconnectGroup(ctx)
  return {
    json: { disconnected },
    human: { note: disconnected ? 'Disconnected; the credential is gone.' : 'It was not connected.' },
  }
}

/** Account ids are answered as strings, here as in the API. */
const idText = (userId: number | null): string | null => (userId === null ? null : String(userId))
