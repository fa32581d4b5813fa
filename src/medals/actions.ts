// Awarding and removing medals and qualifications (spec, Members and ranks 8 and 9), and what there is to award.
import type { Ctx } from '../context'
import { violatedConstraint } from '../db/errors'
import { DomainError } from '../errors'
import { createMember, requireMember } from '../members/actions'
import type { MemberRow } from '../members/queries'
import {
  awardMedal,
  awardQualification,
  findDefinition,
  insertDefinition,
  removeMedal,
  removeQualification,
  updateDefinition,
  type AwardRow,
  type DefinitionChange,
  type DefinitionRow,
  type Kind,
  type WrittenRow,
} from './queries'

export interface AwardChange {
  readonly member: MemberRow
  readonly change: number
  readonly auditId: string | null
}

/**
 * Awards by name; the account becomes a member on first touch. Awarding what is held changes nothing, at the limit and
 * after it was archived too.
 * @throws DomainError 404 `medal_not_found` or `qualification_not_found`, 409 `medal_limit_reached`, `medal_archived` or
 *   `qualification_archived`
 */
export async function award(ctx: Ctx, kind: Kind, userId: number, name: string): Promise<AwardChange> {
  const statement = kind === 'medal' ? awardMedal : awardQualification
  let row = awardable(await statement(ctx, userId, name), kind)
  if (!row.member_exists) {
    await createMember(ctx, userId)
    row = awardable(await statement(ctx, userId, name), kind)
  }
  // who waited for the lock counts anew but saw the medals as they were: asked again, it sees them as they are
  if (isRefusedAtLimit(row)) row = awardable(await statement(ctx, userId, name), kind)
  if (isRefusedAtLimit(row)) {
    throw new DomainError('medal_limit_reached', 'The member holds the maximum of medal occurrences. Remove one first.')
  }
  return outcome(ctx, userId, row)
}

const isRefusedAtLimit = (row: AwardRow): boolean => row.at_limit && row.change === 0 && !row.already_held

/** It may have been renamed or archived since it was asked for last. */
function awardable(row: AwardRow, kind: Kind): AwardRow {
  assertExists(row.award_exists, kind)
  if (!row.archived || row.already_held) return row
  throw new DomainError(`${kind}_archived`, `This ${kind} is archived and not awarded anew. Bring it back first.`)
}

/**
 * Removes by name, all occurrences. Removing what is not held changes nothing; an account that is no member stays none.
 * @throws DomainError 404 `medal_not_found`, `qualification_not_found` or `member_not_found`
 */
export async function remove(ctx: Ctx, kind: Kind, userId: number, name: string): Promise<AwardChange> {
  const row = await (kind === 'medal' ? removeMedal : removeQualification)(ctx, userId, name)
  if (!row.member_exists) await requireMember(ctx, userId)
  assertExists(row.award_exists, kind)
  return outcome(ctx, userId, row)
}

/**
 * Adds a medal or qualification to the community.
 * @returns null when one of that name exists, archived or not
 */
export function createAward(ctx: Ctx, kind: Kind, name: string, description = ''): Promise<WrittenRow | null> {
  return insertDefinition(ctx, kind, name, description)
}

/**
 * The medal or qualification of that name.
 * @throws DomainError 404 `medal_not_found` or `qualification_not_found`
 */
export async function requireAward(ctx: Ctx, kind: Kind, name: string): Promise<DefinitionRow> {
  return found(await findDefinition(ctx, kind, name), kind)
}

/**
 * Renames, describes, archives or restores; members keep what they hold.
 * @throws DomainError 404 `medal_not_found` or `qualification_not_found`, 409 `medal_exists` or `qualification_exists`
 */
export async function updateAward(ctx: Ctx, kind: Kind, name: string, change: DefinitionChange): Promise<WrittenRow> {
  try {
    return found(await updateDefinition(ctx, kind, name, change), kind)
  } catch (error) {
    throw violatedConstraint(error) === `${kind}_by_name` ? nameTaken(kind) : error
  }
}

/** 409: the name is another's, which may be archived and so not in sight. */
export function nameTaken(kind: Kind): DomainError {
  return new DomainError(`${kind}_exists`, `This community has a ${kind} of that name. It may be archived.`)
}

function found<Row>(row: Row | null, kind: Kind): Row {
  assertExists(row !== null, kind)
  return row as Row
}

function assertExists(exists: boolean, kind: Kind): void {
  if (exists) return
  throw new DomainError(`${kind}_not_found`, `This community has no ${kind} of that name.`)
}

async function outcome(ctx: Ctx, userId: number, { change, audit_id }: AwardRow): Promise<AwardChange> {
  const member = await requireMember(ctx, userId)
  return { member, change, auditId: audit_id === null ? null : String(audit_id) }
}
