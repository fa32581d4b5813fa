// Writes to the community's group: connecting, disconnecting, and keeping the ranks equal to the platform's roles.
import { insertAuditEntry } from '../audit/queries'
import { inTransaction, type Ctx, type TxCtx } from '../context'
import { DomainError } from '../errors'
import { encryptCredential } from '../platform/credentials'
import { toDomainError } from '../platform/failures'
import { PlatformFailure } from '../platform/platform'
import type { Introspection, OAuthGrant, PlatformCredential, PlatformRole } from '../platform/platform'
import { askPlatform } from './connection'
import { encryptGrant, throughOutage, withTokens } from './oauth'
import { listRanks, replaceRanks } from '../ranks/queries'
import { toIdentity, toThreshold } from '../ranks/views'
import { deleteConnection, findConnection, lockConnection, storeConnection } from './queries'
import { compareRanks } from '../ranks/rules'

export interface Connected {
  readonly groupId: number
  readonly ownerUserId: number | null
  /** Ranks synced; null when the platform could not be asked for them yet. */
  readonly ranks: number | null
}

/** What a sync of the ranks changed. */
export interface RanksSynced {
  readonly added: number
  readonly changed: number
  readonly removed: number
  /** null: nothing but member counts was changed. */
  readonly auditId: string | null
}

/**
 * Reads the group's roles from the platform and stores them as the community's ranks.
 * @throws DomainError one of the platform errors
 */
export async function syncRanks(ctx: Ctx): Promise<RanksSynced> {
  const roles = await askPlatform(ctx, (connection) => ctx.platform.listRoles(connection))
  return inTransaction(ctx, (tx) => storeRanks(tx, roles))
}

/** Syncs of one community come one after the other: each change is in the audit trail once. */
async function storeRanks(tx: TxCtx, roles: readonly PlatformRole[]): Promise<RanksSynced> {
  await lockConnection(tx)
  const stored = await listRanks(tx)
  await replaceRanks(tx, roles)
  const after = roles.map((role) => ({ unique_id: role.uniqueId, rank_id: role.rankId, name: role.name }))
  const { added, changed, removed } = compareRanks(stored, after)
  const counts = { added: added.length, changed: changed.length, removed: removed.length }
  if (added.length + changed.length + removed.length === 0) return { ...counts, auditId: null }
  const before = {
    changed: changed.map((change) => toIdentity(change.before)),
    // the threshold went with the rank
    removed: removed.map((rank) => ({ ...toIdentity(rank), ...toThreshold(rank.auto_rank_experience) })),
  }
  const entry = { added: added.map(toIdentity), changed: changed.map((change) => toIdentity(change.after)) }
  return { ...counts, auditId: await insertAuditEntry(tx, { action: 'rank.sync', before, after: entry }) }
}

/**
 * Connects the community to its group, with an API key of the platform or with an OAuth grant, whose refresh token is
 * spent by this.
 * @throws DomainError when the platform refuses the key or the grant, or it may not manage the group
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
  return store(ctx, { groupId, kind: 'api_key', credential, ownerUserId }, roles)
}

/** Nothing is stored before the roles are read: a grant for another group does not take the place of what works. */
async function connectWithGrant(ctx: Ctx, groupId: number, grant: OAuthGrant): Promise<Connected> {
  const tokens = await ctx.platform.refreshToken(grant).catch((error: unknown) => {
    throw error instanceof PlatformFailure ? toDomainError(error) : error
  })
  const roles = await readRoles(ctx, groupId, { kind: 'oauth', accessToken: tokens.accessToken })
  const credential = encryptGrant(ctx, withTokens(ctx, grant, tokens))
  // the platform does not say whose grant it is without a scope for that alone
  const connection = { groupId, kind: 'oauth', credential, ownerUserId: null } as const
  return throughOutage(ctx, () => store(ctx, connection, roles))
}

async function store(
  ctx: Ctx,
  connection: Parameters<typeof storeConnection>[1],
  roles: readonly PlatformRole[] | null,
): Promise<Connected> {
  const { groupId, kind, ownerUserId } = connection
  await inTransaction(ctx, async (tx) => {
    const before = await shownConnection(tx)
    await storeConnection(tx, connection)
    if (roles) await storeRanks(tx, roles)
    const after = { groupId, ownerUserId, credentialKind: kind }
    await insertAuditEntry(tx, { action: 'platform.connect', before, after })
  })
  return { groupId, ownerUserId, ranks: roles?.length ?? null }
}

/** The connection as the audit trail shows it; undefined when there is none. */
async function shownConnection({ db, community }: TxCtx): Promise<object | undefined> {
  const held = await findConnection(db, community.communityId)
  if (!held) return undefined
  return { groupId: held.group_id, ownerUserId: held.owner_user_id, credentialKind: held.credential_kind }
}

/** Forgets the connection and its credential; the ranks stay as last synced. */
export async function disconnectGroup(ctx: Ctx): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const before = await shownConnection(tx)
    const removed = await deleteConnection(tx)
    if (removed) await insertAuditEntry(tx, { action: 'platform.disconnect', before })
    return removed
  })
}

/** What the platform says of the key; null when it cannot be asked, which is no reason not to try the key. */
async function introspect(ctx: Ctx, groupId: number, apiKey: string): Promise<Introspection | null> {
  return ctx.platform.introspectKey(apiKey, groupId).catch((error: unknown) => {
    if (error instanceof PlatformFailure && error.kind !== 'credentials') return null
    throw error instanceof PlatformFailure ? toDomainError(error) : error
  })
}

/** A dead key is refused. Missing scopes are only said: the platform has the last word at each call. */
function assertUsable(ctx: Ctx, { active, reason, canReadGroup, canWriteGroup }: Introspection): void {
  if (!active) {
    const why = reason ?? 'it gives no reason'
    throw new DomainError(
      'platform_cloud_credentials_invalid',
      `The platform says that this API key is not active: ${why}.`,
    )
  }
  if (!canReadGroup || !canWriteGroup) {
    ctx.log.warn('the platform lists no group:read and group:write for this API key; rank changes may be refused')
  }
}

/** The roles the credential shows; null while the platform is away: the sync job reads them later. */
async function readRoles(ctx: Ctx, groupId: number, credential: PlatformCredential): Promise<PlatformRole[] | null> {
  try {
    return await ctx.platform.listRoles({ groupId, credential })
  } catch (error) {
    if (!(error instanceof PlatformFailure)) throw error
    if (error.kind === 'credentials' || error.kind === 'not_found') throw toDomainError(error)
    ctx.log.warn({ reason: error.message }, 'the platform could not be asked for the roles; they are synced later')
    return null
  }
}
