// Answers are stored without secrets, and encrypted.
import { ownerOf, type Ctx, type RequestKey, type StoredReply } from '../context'
import { ownerOfSecret } from '../db/tables'
import { decryptCredential, encryptCredential } from '../encryption/credentials'

export interface SealedReply {
  readonly reply: Buffer
  /** Accounts that the answer names, whose erasure erases it. */
  readonly userIds: readonly number[]
}

export function sealReply(ctx: Ctx, requestKey: RequestKey, reply: StoredReply): SealedReply {
  const { secrets, accountsIn } = requestKey.answer
  const { status, headers, body } = reply
  const text = JSON.stringify({ status, headers, body }, (name, value: unknown) =>
    secrets.includes(name) ? null : value,
  )
  const sealed = encryptCredential(ctx.settings.encryptionKey, ownerOfReply(ctx, requestKey), text)
  return { reply: sealed, userIds: [...new Set(accountsIn(reply))] }
}

/** Null: it does not decrypt, as after the loss of ENCRYPTION_KEY; that is logged. */
export function openReply(ctx: Ctx, requestKey: RequestKey, sealed: Buffer): StoredReply | null {
  try {
    const text = decryptCredential(ctx.settings.encryptionKey, ownerOfReply(ctx, requestKey), sealed, ctx.log)
    return JSON.parse(text) as StoredReply
  } catch {
    return null
  }
}

const ownerOfReply = ({ community, actor }: Ctx, { key }: RequestKey): string =>
  ownerOfSecret({}, [community.communityId, ownerOf(actor), `\\x${key.toString('hex')}`])
