// Awarding and removing medals and qualifications (spec, Members and ranks 8 and 9).
import { insertAuditEntry } from '../audit/queries'
import { inTransaction, type Ctx } from '../context'
import { DomainError } from '../errors'
import { createMember, requireMember } from '../profiles/actions'
import type { MemberRow } from '../profiles/queries'
import { awardMedal, awardQualification, insertAward, removeMedal, removeQualification, type AwardRow } from './queries'

export type Kind = 'medal' | 'qualification'

export interface AwardChange {
  readonly member: MemberRow
  readonly change: number
  readonly auditId: string | null
}

/**
 * Awards by name; the account becomes a member on first touch. Awarding what is held changes nothing, at the limit too.
 * @throws DomainError 404 `medal_not_found` or `qualification_not_found`, 409 `medal_limit_reached`
 */
export async function award(ctx: Ctx, kind: Kind, userId: number, name: string): Promise<AwardChange> {
  const statement = kind === 'medal' ? awardMedal : awardQualification
  const first = await statement(ctx, userId, name)
  assertExists(first, kind)
  if (!first.member_exists) await createMember(ctx, userId)
  let row = first.member_exists ? first : await statement(ctx, userId, name)
  // who waited for the lock counts anew but saw the medals as they were: asked again, it sees them as they are
  if (row.at_limit && row.change === 0 && !row.already_held) row = await statement(ctx, userId, name)
  if (row.at_limit && row.change === 0 && !row.already_held) {
    throw new DomainError('medal_limit_reached', 'The member holds the maximum of medal occurrences. Remove one first.')
  }
  return outcome(ctx, userId, row)
}

/**
 * Removes by name, all occurrences. Removing what is not held changes nothing; an account that is no member stays none.
 * @throws DomainError 404 `medal_not_found`, `qualification_not_found` or `member_not_found`
 */
export async function remove(ctx: Ctx, kind: Kind, userId: number, name: string): Promise<AwardChange> {
  const row = await (kind === 'medal' ? removeMedal : removeQualification)(ctx, userId, name)
  if (!row.member_exists) await requireMember(ctx, userId)
  assertExists(row, kind)
  return outcome(ctx, userId, row)
}

/**
 * Adds a medal or qualification to the community.
 * @returns false when one of that name exists
 */
export function createAward(ctx: Ctx, kind: Kind, name: string): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const created = await insertAward(tx, kind, name)
    if (created) await insertAuditEntry(tx, { action: `${kind}.create`, after: { name } })
    return created
  })
}

function assertExists(row: AwardRow, kind: Kind): void {
  if (row.award_exists) return
  throw new DomainError(`${kind}_not_found`, `This community has no ${kind} of that name.`)
}

async function outcome(ctx: Ctx, userId: number, { change, audit_id }: AwardRow): Promise<AwardChange> {
  const member = await requireMember(ctx, userId)
  return { member, change, auditId: audit_id === null ? null : String(audit_id) }
}
