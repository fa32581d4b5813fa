// A one-time code proves that one person has both accounts.
import { lockAccounts } from '../../identities/accounts/queries'
import { insertAuditEntry } from '../../audit/queries'
import { inTransaction, type Ctx } from '../../context'
import { DomainError, invalid } from '../../base/errors'
import { commitOnce, type Effect } from '../../idempotency/actions'
import { assertExists, writeLink } from './actions'
import { hashesOf, makeCode, toCode } from './codes'
import {
  consumeCode,
  countCodes,
  findCode,
  findWait,
  insertCode,
  lockCodes,
  returnAttempts,
  takeAttempt,
  type CodeSubject,
} from './queries'
import type { Linked, LinkMethod } from './rules'

/** Valid codes of a community. With MAX_OF_COMMUNITY attempts, a guess succeeds within 15 minutes with 6 * 10^-7. */
const MAX_CODES = 1_000
/** Attempts within 15 minutes, by account and by community. */
const MAX_OF_ACCOUNT = 5
const MAX_OF_COMMUNITY = 300

export interface IssuedCode {
  readonly code: string
  readonly subject: CodeSubject
  readonly expiresAt: string
}

/** @throws DomainError 404 `member_not_found`, 409 `link_code_limit_reached`, or the platform's error */
export async function issueCode(ctx: Ctx, subject: CodeSubject, seconds: number): Promise<IssuedCode> {
  const { userId } = subject
  if (userId !== null) await assertExists(ctx, userId)
  const keys = ctx.settings.encryptionKey
  keys.reload()
  const code = makeCode()
  const [hash] = hashesOf(keys, ctx.community.communityId, `code ${code}`)
  return inTransaction(ctx, async (tx) => {
    await lockCodes(tx)
    const expiresAt = await insertCode(tx, hash, subject, seconds)
    if ((await countCodes(tx)) > MAX_CODES) throw tooManyCodes()
    const method: LinkMethod = userId === null ? 'game-code' : 'chat-code'
    await insertAuditEntry(tx, { action: 'verification.code', userId, after: { method, expiresAt } })
    return { code, subject, expiresAt }
  })
}

export interface Redemption {
  readonly code: string
  readonly enteredBy: CodeSubject
  readonly transfer: boolean
}

/**
 * @throws DomainError 404 `link_code_not_found` or `member_not_found`, 403 `link_attempts_exceeded` or
 * `data_rights_restricted`, 409 `account_linked`, 400 for a code of the same side, or the platform's error
 */
export async function redeemCode(ctx: Ctx, redemption: Redemption): Promise<Effect<Linked>> {
  const { enteredBy, transfer } = redemption
  if (enteredBy.userId !== null) await assertExists(ctx, enteredBy.userId)
  const keys = ctx.settings.encryptionKey
  keys.reload()
  const hashes = hashesOf(keys, ctx.community.communityId, `code ${toCode(redemption.code)}`)
  const sides = sidesOf(enteredBy, await findCounted(ctx, hashes, enteredBy))
  const method = enteredBy.userId === null ? 'chat-code' : 'game-code'
  return commitOnce(ctx, async (tx) => {
    await lockAccounts(tx.db, [sides.userId])
    if (!(await consumeCode(tx, hashes))) throw unknownCode()
    return writeLink(tx, { ...sides, transfer }, method)
  })
}

/**
 * An attempt is counted before the code is read, so that concurrent guesses are bounded too. In one transaction, a
 * right code that is entered concurrently is never counted.
 */
async function findCounted(ctx: Ctx, hashes: readonly Buffer[], enteredBy: CodeSubject): Promise<CodeSubject> {
  const { encryptionKey } = ctx.settings
  const [account] = hashesOf(encryptionKey, ctx.community.communityId, `attempts of ${JSON.stringify(enteredBy)}`)
  const [community] = hashesOf(encryptionKey, ctx.community.communityId, 'attempts')
  const found = await inTransaction(ctx, async (tx) => {
    if (!(await takeAttempt(tx, account, MAX_OF_ACCOUNT)))
      throw tooManyAttempts('This account', await findWait(tx, account))
    if (!(await takeAttempt(tx, community, MAX_OF_COMMUNITY)))
      throw tooManyAttempts('The players of this community', await findWait(tx, community))
    const subject = await findCode(tx, hashes)
    if (subject) await returnAttempts(tx, [account, community])
    return subject
  })
  if (!found) throw unknownCode()
  return found
}

function sidesOf(enteredBy: CodeSubject, issuedFor: CodeSubject): { userId: number; chatUserId: string } {
  const userId = enteredBy.userId ?? issuedFor.userId
  const chatUserId = enteredBy.chatUserId ?? issuedFor.chatUserId
  if (userId !== null && chatUserId !== null) return { userId, chatUserId }
  const [where, missing] = issuedFor.userId === null ? ['the game', 'userId'] : ['the chat', 'chatUserId']
  throw invalid(`/body/${missing}`, 'required', `is required: this code is entered in ${where}`)
}

function unknownCode(): DomainError {
  return new DomainError('link_code_not_found', 'No valid code is like this one. Check it, or issue a new code.')
}

function tooManyCodes(): DomainError {
  return new DomainError(
    'link_code_limit_reached',
    `This community has ${MAX_CODES.toLocaleString('en')} valid codes. Wait until codes are used or expire.`,
  )
}

function tooManyAttempts(who: string, seconds: number): DomainError {
  return new DomainError(
    'link_attempts_exceeded',
    `${who} entered too many wrong codes. Wait ${seconds} seconds, then issue a new code.`,
    { retryAfterSeconds: seconds, details: { scope: 'link-codes', resetMs: seconds * 1_000 } },
  )
}
