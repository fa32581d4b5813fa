// Links of platform accounts to chat accounts are audited in the same transaction.
import { lockAccounts } from '../../identities/accounts/queries'
import { insertAuditEntries, insertAuditEntry } from '../../audit/queries'
import type { Base } from '../../communities/actions'
import { findConnected } from '../../communities/queries'
import { inTransaction, type Ctx, type TxCtx } from '../../context'
import { DomainError, orNotFound } from '../../base/errors'
import { listExistingMembers } from '../queries'
import { isUnknown, unknownEntry } from '../../identities/rules'
import { callPlatform } from '../../platform-connection/connection'
import { deleteLink, findLink, readLinkStates, upsertLinks } from './queries'
import {
  decideLink,
  onHoldError,
  type Linked,
  type LinkMethod,
  type LinkResult,
  type LinkRow,
  type NewLink,
} from './rules'

export async function requireLink(ctx: Ctx, userId: number): Promise<LinkRow> {
  return orNotFound(await findLink(ctx, userId), 'verification_not_found')
}

/**
 * @throws DomainError 404 `member_not_found`, 403 `data_rights_restricted`, 409 `account_linked` or `record_changed`,
 * or the platform's error
 */
export async function setLink(ctx: Ctx, link: NewLink, method: LinkMethod): Promise<Linked> {
  await assertExists(ctx, link.userId)
  return inTransaction(ctx, async (tx) => {
    await lockAccounts(tx.db, [link.userId])
    await tx.assertUnchanged?.(tx)
    return writeLink(tx, link, method)
  })
}

/** The account is locked. @throws DomainError 403 `data_rights_restricted`, 409 `account_linked` */
export async function writeLink(tx: TxCtx, link: NewLink, method: LinkMethod): Promise<Linked> {
  const [result] = await writeLinks(tx, [link], method)
  if (!result) throw new Error('a link has no result')
  if (result instanceof DomainError) throw result
  return { ...result, link: await requireLink(tx, link.userId) }
}

export async function setLinks(ctx: Ctx, links: readonly NewLink[]): Promise<LinkResult[]> {
  const accounts = links.map(({ userId }) => userId)
  const unknown = accounts.filter(isUnknown).map((account) => [account, unknownEntry(ctx, account)] as const)
  const missing = await findMissing(
    ctx,
    accounts.filter((account) => !isUnknown(account)),
  )
  const failures = new Map([...unknown, ...missing])
  const known = links.filter(({ userId }) => !failures.has(userId))
  const written = await inTransaction(ctx, async (tx) => {
    await lockAccounts(
      tx.db,
      known.map(({ userId }) => userId),
    )
    return writeLinks(tx, known, 'key')
  })
  const results = new Map<number, LinkResult>(failures)
  known.forEach(({ userId }, index) => results.set(userId, written[index] as LinkResult))
  return links.map(({ userId }) => results.get(userId) as LinkResult)
}

async function writeLinks(tx: TxCtx, links: readonly NewLink[], method: LinkMethod): Promise<LinkResult[]> {
  const states = await readLinkStates(
    tx,
    links.map(({ userId }) => userId),
  )
  const decided = links.map((link, index) => {
    const state = states[index]
    if (state?.user_id !== link.userId) throw new Error('an account has no state')
    return { link, before: state.chat_user_id, decision: decideLink(state, link) }
  })
  // a code is used up also where it confirms a link
  const usesCode = method === 'game-code' || method === 'chat-code'
  const isChange = ({ decision }: (typeof decided)[number]) =>
    decision === 'linked' || decision === 'transferred' || (decision === 'unchanged' && usesCode)
  const changes = decided.filter(isChange)
  await upsertLinks(
    tx,
    changes.map(({ link }) => link),
    method,
  )
  const auditIds = await insertAuditEntries(
    tx,
    changes.map(({ link: { userId, chatUserId }, before, decision }) => ({
      action: decision === 'transferred' ? 'verification.transfer' : 'verification.link',
      userId,
      before: before === null ? undefined : { chatUserId: before },
      after: { chatUserId, method },
    })),
  )
  const idOf = new Map(changes.map(({ link }, index) => [link, auditIds[index] ?? null]))
  return decided.map(({ link, decision }) =>
    decision instanceof DomainError ? decision : { outcome: decision, auditId: idOf.get(link) ?? null },
  )
}

/** @returns false without a link. @throws DomainError 403 `data_rights_restricted`, 409 `record_changed` */
export function unlink(ctx: Ctx, userId: number): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    await lockAccounts(tx.db, [userId])
    await tx.assertUnchanged?.(tx)
    const [state] = await readLinkStates(tx, [userId])
    if (state?.held === true) throw onHoldError()
    const chatUserId = state?.chat_user_id ?? null
    if (chatUserId === null) return false
    await deleteLink(tx, userId)
    await insertAuditEntry(tx, { action: 'verification.unlink', userId, before: { chatUserId } })
    return true
  })
}

/**
 * A stored member exists; others are looked up on the platform.
 * @throws DomainError 404 `member_not_found`, or the platform's error
 */
export async function assertExists(ctx: Ctx, userId: number): Promise<void> {
  const failure = (await findMissing(ctx, [userId])).get(userId)
  if (failure) throw failure
}

/**
 * Over the connection of any community.
 * @returns false if no community is connected, so that nothing could be checked
 * @throws DomainError 404 `member_not_found`, or the platform's error
 */
export async function assertExistsAnywhere(base: Base, userId: number): Promise<boolean> {
  const community = await findConnected(base.db, null)
  if (community) await assertExists({ ...base, community }, userId)
  return community !== undefined
}

const CONCURRENCY = 5

async function findMissing(ctx: Ctx, userIds: readonly number[]): Promise<ReadonlyMap<number, DomainError>> {
  const failures = new Map<number, DomainError>()
  if (ctx.community.connection === 'none') return failures
  const stored = new Set(await listExistingMembers(ctx, userIds))
  const unknown = userIds.filter((userId) => !stored.has(userId)).values()
  const deadline = performance.now() + ctx.settings.rankChangeWaitMs
  let final: DomainError | null = null
  const worker = async (): Promise<void> => {
    for (const userId of unknown) {
      if (performance.now() > deadline) final ??= tooSlow()
      const failure = final ?? (await askPlatform(ctx, userId))
      if (!failure) continue
      failures.set(userId, failure)
      // an error of the connection concerns the accounts after it
      if (failure.code !== 'member_not_found') final = failure
    }
  }
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, userIds.length) }, worker))
  return failures
}

async function askPlatform(ctx: Ctx, userId: number): Promise<DomainError | null> {
  try {
    const user = await callPlatform(ctx, (connection) => ctx.platform.getUser(connection, userId))
    return user ? null : noAccount(userId)
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
}

const noAccount = (userId: number): DomainError =>
  new DomainError(
    'member_not_found',
    `The platform has no account with the id ${userId}. Check it; a game server may see scoped ids.`,
  )

const tooSlow = (): DomainError =>
  new DomainError('platform_cloud_timeout', 'The platform answered too slowly for this number of new accounts.')
