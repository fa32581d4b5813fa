// Connects the community's group and syncs its ranks.
import { insertAuditEntry } from '../audit/queries'
import { inTransaction, type Ctx, type TxCtx } from '../context'
import { DomainError } from '../base/errors'
import { commitOnce, type Effect } from '../idempotency/actions'
import { encryptCredential } from '../encryption/credentials'
import { toDomainError } from '../platform/failures'
import { PlatformFailure } from '../platform/platform'
import type {
  Connection,
  Introspection,
  MemberPage,
  Membership,
  OAuthGrant,
  PlatformCredential,
  PlatformRole,
} from '../platform/platform'
import { callPlatform } from './connection'
import { unverified } from './errors'
import { encryptGrant, retryDuringOutage, withTokens } from './oauth'
import { announceGivers, listRanks, replaceRanks, type ListedRank, type RankRow } from '../ranks/queries'
import { ranksBesidesBase } from '../ranks/rules'
import { toIdentity, toThreshold } from '../ranks/views'
import { deleteConnection, findConnection, lockConnection, storeConnection } from './queries'
import { compareRanks } from '../ranks/comparison'

export interface Connected {
  readonly groupId: number
  readonly ownerUserId: number | null
  /** The platform names no account of the API key, as of one that a group owns. */
  readonly isGroupKey: boolean
  readonly ranks: number
}

export interface RanksSynced {
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly auditId: string | null
}

/** @throws DomainError one of the platform errors */
export async function syncRanks(ctx: Ctx): Promise<RanksSynced> {
  const roles = await listRoles(ctx)
  return inTransaction(ctx, (tx) => storeRanks(tx, roles))
}

export interface SyncedRanks {
  readonly counts: RanksSynced
  readonly ranks: readonly ListedRank[]
}

export async function syncRanksOnce(ctx: Ctx): Promise<Effect<SyncedRanks>> {
  const roles = await listRoles(ctx)
  return commitOnce(ctx, async (tx) => ({ counts: await storeRanks(tx, roles), ranks: await listRanks(tx) }))
}

const listRoles = (ctx: Ctx): Promise<PlatformRole[]> =>
  callPlatform(ctx, (connection) => ctx.platform.listRoles(connection))

/** Syncs of a community are serialized, so that the audit log shows each change once. */
async function storeRanks(tx: TxCtx, roles: readonly PlatformRole[]): Promise<RanksSynced> {
  await lockConnection(tx)
  const stored = await listRanks(tx)
  await replaceRanks(tx, roles)
  const after = roles.map((role) => ({ unique_id: role.uniqueId, rank_id: role.rankId, name: role.name }))
  const { added, changed, removed } = compareRanks(stored, after)
  // keys are refused by rank number
  if ([...changed.map((change) => change.before), ...removed].some((rank) => rank.given_by_people))
    await announceGivers(tx)
  const counts = { added: added.length, changed: changed.length, removed: removed.length }
  if (added.length + changed.length + removed.length === 0) return { ...counts, auditId: null }
  const before = {
    changed: changed.map((change) => toIdentity(change.before)),
    // deleted with the rank
    removed: removed.map((rank) => ({ ...toIdentity(rank), ...toThreshold(rank.auto_rank_experience) })),
  }
  const entry = { added: added.map(toIdentity), changed: changed.map((change) => toIdentity(change.after)) }
  return { ...counts, auditId: await insertAuditEntry(tx, { action: 'rank.sync', before, after: entry }) }
}

/**
 * Stores a credential with which the platform has answered, so that an outage replaces no credential that works by one
 * that nobody tried. A grant's refresh token is used up.
 * @throws DomainError if the platform rejects the credential, it may not manage the group, or the platform does not answer
 */
export async function connectGroup(ctx: Ctx, groupId: number, by: string | OAuthGrant): Promise<Connected> {
  return typeof by === 'string' ? connectWithKey(ctx, groupId, by) : connectWithGrant(ctx, groupId, by)
}

async function connectWithKey(ctx: Ctx, groupId: number, apiKey: string): Promise<Connected> {
  const introspection = await introspect(ctx, groupId, apiKey)
  if (introspection) assertUsable(ctx, introspection)
  const roles = await readRoles(ctx, groupId, { kind: 'api_key', apiKey })
  const ownerUserId = introspection?.ownerUserId ?? null
  const credential = encryptCredential(ctx.settings.encryptionKey, ctx.community.communityId, apiKey)
  const expiresAt = introspection?.expiresAt
  const stored = await store(ctx, { groupId, kind: 'api_key', credential, ownerUserId, expiresAt }, roles)
  return { ...stored, isGroupKey: introspection !== null && ownerUserId === null }
}

async function connectWithGrant(ctx: Ctx, groupId: number, grant: OAuthGrant): Promise<Connected> {
  const tokens = await ctx.platform.refreshToken(grant).catch((error: unknown) => {
    throw notVerified(error, 'oauth')
  })
  const roles = await readRoles(ctx, groupId, { kind: 'oauth', accessToken: tokens.accessToken })
  const credential = encryptGrant(ctx, withTokens(ctx, grant, tokens))
  // reporting the owner needs an extra scope
  const connection = { groupId, kind: 'oauth', credential, ownerUserId: null } as const
  return retryDuringOutage(ctx, () => store(ctx, connection, roles))
}

async function store(
  ctx: Ctx,
  connection: Parameters<typeof storeConnection>[1],
  roles: readonly PlatformRole[],
): Promise<Connected> {
  const { groupId, kind, ownerUserId } = connection
  await inTransaction(ctx, async (tx) => {
    const before = await auditedConnection(tx)
    await storeConnection(tx, connection)
    await storeRanks(tx, roles)
    const after = { groupId, ownerUserId, credentialKind: kind }
    await insertAuditEntry(tx, { action: 'platform.connect', before, after })
  })
  return { groupId, ownerUserId, isGroupKey: false, ranks: roles.length }
}

async function auditedConnection({ db, community }: TxCtx): Promise<object | undefined> {
  const stored = await findConnection(db, community.communityId)
  if (!stored) return undefined
  return { groupId: stored.group_id, ownerUserId: stored.owner_user_id, credentialKind: stored.credential_kind }
}

export interface SeveralRanks {
  readonly members: number
  readonly several: number
  readonly held: readonly { readonly rank: RankRow; readonly holders: number }[]
}

/** Members that are read at most. */
export const MOST_COUNTED = 2_000

/**
 * The rank changes of these members are refused until the community declares its ranks. Null: the platform does not
 * answer.
 */
export async function countSeveralRanks(ctx: Ctx): Promise<SeveralRanks | null> {
  const list = callPlatform(ctx, (connection) => readMemberships(ctx, connection))
  const members = await list.catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error
    ctx.log.warn({ code: error.code }, 'the members with several roles could not be counted')
    return null
  })
  if (!members) return null
  const ranks = await listRanks(ctx)
  const several = members.map(({ roles }) => ranksBesidesBase(ranks, roles)).filter((held) => held.length > 1)
  const held = ranks
    .map((rank) => ({ rank, holders: several.filter((ofMember) => ofMember.includes(rank)).length }))
    .filter(({ holders }) => holders > 0)
  return { members: members.length, several: several.length, held }
}

async function readMemberships({ platform }: Ctx, connection: Connection): Promise<Membership[]> {
  const members: Membership[] = []
  let token: string | null = null
  do {
    const page: MemberPage = await platform.listMembers(connection, token)
    members.push(...page.items.map(({ membership }) => membership))
    token = page.nextPageToken
  } while (token !== null && members.length < MOST_COUNTED)
  return members.slice(0, MOST_COUNTED)
}

export async function disconnectGroup(ctx: Ctx): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const before = await auditedConnection(tx)
    const removed = await deleteConnection(tx)
    if (removed) await insertAuditEntry(tx, { action: 'platform.disconnect', before })
    return removed
  })
}

/** Null: the platform does not tell; reading the roles then shows whether the key works. */
async function introspect(ctx: Ctx, groupId: number, apiKey: string): Promise<Introspection | null> {
  return ctx.platform.introspectKey(apiKey, groupId).catch((error: unknown) => {
    if (error instanceof PlatformFailure && error.kind !== 'credentials') return null
    throw error instanceof PlatformFailure ? toDomainError(error) : error
  })
}

/** Missing scopes are only logged, because the platform checks each call. */
function assertUsable(ctx: Ctx, { active, reason, canReadGroup, canWriteGroup }: Introspection): void {
  if (!active) {
    const why = reason ?? 'no reason given'
    throw new DomainError(
      'platform_cloud_credentials_invalid',
      `The platform reports this API key as inactive (${why}). Use an active key.`,
    )
  }
  if (!canReadGroup || !canWriteGroup) {
    ctx.log.warn('this API key lacks group:read or group:write at the platform; rank changes may fail')
  }
}

function readRoles(ctx: Ctx, groupId: number, credential: PlatformCredential): Promise<PlatformRole[]> {
  return ctx.platform.listRoles({ groupId, credential }).catch((error: unknown) => {
    throw notVerified(error, credential.kind)
  })
}

function notVerified(error: unknown, kind: PlatformCredential['kind']): unknown {
  if (!(error instanceof PlatformFailure)) return error
  return error.kind === 'credentials' || error.kind === 'not_found' ? toDomainError(error) : unverified(error, kind)
}
