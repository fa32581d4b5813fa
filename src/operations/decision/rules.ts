// Whether a change of a rank or a role may be made, and which roles it gives and takes. Pure. One decision for the check
// before an operation is stored, its execution, the previews and the reversals; they differ in where their facts are from.
import {
  assertInReach,
  assertWithinBounds,
  boundsOfAuthor,
  boundsOfRank,
  forbidsNothing,
  isWithinBounds,
  type RankNumbers,
} from '../../auth/bounds/rules'
import type { Community, RankBounds, AuthorBounds } from '../../context'
import { DomainError, errorOf } from '../../base/errors'
import { assertIsRole, requireRole } from '../../ranks/roles/rules'
import {
  assertIsRank,
  assertNotOwner,
  baseRole,
  circumstancesOf,
  decideAutoRank,
  isAmbiguous,
  neighbour,
  roleChanges,
  rankAmbiguous,
  rolesOf,
  storedRank,
  unlessBlocked,
  type AutoRankDecision,
  type RankFacts,
  type StoredRoles,
} from '../../ranks/rules'
import { takesAway } from './takes'
import {
  assertNotBlocked,
  isRoleKind,
  isSuspensionKind,
  rankToRestore,
  type FormerRanks,
  type OperationKind,
  type Step,
} from '../rules'

export interface Asked {
  readonly kind: OperationKind
  /** Id of the role. Null: a promotion, a demotion or AutoRank that has not chosen its rank, or a restore without a former rank. */
  readonly target: number | null
}

/** Who asks. */
export interface Author {
  /** Of the key or the person; null: without bounds. */
  readonly bounds: RankBounds | null
  /** Of who stored what gives the rank or role. */
  readonly giftBounds?: AuthorBounds | null
  /** The account for which the key acts, and the number of the rank that it holds; null: not in the group. */
  readonly account: { readonly id: number; readonly rank: number | null } | null
}

/** What is true of the member, as read from the platform or as stored. */
export interface Facts<R extends RankFacts = RankFacts> {
  /** Of the community, lowest first. */
  readonly ranks: readonly R[]
  /** Ids. */
  readonly roles: readonly number[]
  /** One of `ranks`; null: not in the group, or not known. */
  readonly held: R | null
  readonly community: Pick<Community, 'ranksDeclared'>
  /** Ids of the roles that the last rank change named before it failed. */
  readonly unfinished: readonly number[]
  readonly suspended: boolean
  /** `unknown`: the groups of the account were not read. */
  readonly blacklisted: boolean | 'unknown'
  readonly author: Author
  /** A write was sent: the change is completed, whoever asks and whatever the roles are. */
  readonly begun?: boolean
  /** Default: every rank. */
  readonly mayName?: (role: number) => boolean
}

export interface Change<R extends RankFacts = RankFacts> {
  readonly target: R
  /** Roles are given before others are taken, so that the member always has a rank. Empty: there is nothing to do. */
  readonly steps: readonly Step[]
}

/**
 * @returns `unknown`: the groups of the account decide
 * @throws DomainError the reason why the change is not made
 */
export function decide<R extends RankFacts>(asked: Asked, facts: Facts<R>): Change<R> | 'unknown' {
  if (!facts.begun && asked.kind !== 'rank.auto') assertMayTouch(asked, facts)
  const change = isRoleKind(asked.kind) ? changeOfRole(asked, facts) : changeOfRank(asked, facts)
  const may = mayMake(asked, facts, change)
  if (may === 'unknown') return may
  return may ? change : { target: facts.held ?? change.target, steps: [] }
}

/** First, so that an author who may not change the member is told so, whatever its ranks are. */
function assertMayTouch({ kind, target }: Asked, { ranks, held, author }: Facts): void {
  if (held === null) return
  const isLeft = !isRoleKind(kind) && held.unique_id !== target && held.unique_id !== baseRole(ranks)?.unique_id
  const problem = problemOf(author, { held: held.rank_id, given: [], taken: isLeft ? [held.rank_id] : [] })
  if (problem) throw problem
}

function changeOfRole<R extends RankFacts>({ kind, target: id }: Asked, { ranks, roles }: Facts<R>): Change<R> {
  const target = requireRole(ranks, id)
  assertIsRole(ranks, target)
  return { target, steps: roleSteps(kind === 'role.assign', target.unique_id, roles) }
}

export const roleSteps = (isGiven: boolean, role: number, roles: readonly number[]): readonly Step[] =>
  roles.includes(role) === isGiven ? [] : [{ verb: isGiven ? 'assign' : 'unassign', role }]

function changeOfRank<R extends RankFacts>(asked: Asked, facts: Facts<R>): Change<R> {
  const { ranks, roles, held, community, unfinished } = facts
  assertNotOwner(held)
  if (!facts.begun && isAmbiguous(community, ranks, roles, unfinished)) throw rankAmbiguous(ranks, roles)
  const target = targetOf(asked, facts)
  return { target, steps: rankSteps(facts, [target.unique_id]) }
}

function targetOf<R extends RankFacts>({ kind, target: id }: Asked, { ranks, held }: Facts<R>): R {
  const isMove = kind === 'rank.promote' || kind === 'rank.demote'
  if (id === null && isMove && held) return neighbour(ranks, held, kind === 'rank.promote' ? 'promote' : 'demote')
  const target = requireRole(ranks, id)
  assertIsRank(target)
  return target
}

export function rankSteps(
  { ranks, roles, mayName = () => true }: Pick<Facts, 'ranks' | 'roles' | 'mayName'>,
  targets: readonly number[],
): readonly Step[] {
  const named = ranks.map((rank) => (mayName(rank.unique_id) ? rank : { ...rank, managed: false }))
  const { assign, unassign } = roleChanges(named, roles, targets)
  return [
    ...assign.map((role) => ({ verb: 'assign' as const, role })),
    ...unassign.map((role) => ({ verb: 'unassign' as const, role })),
  ]
}

/**
 * The end of a suspension gives back what was held, whoever asks for it, within the bounds of who chose the end.
 * @throws DomainError as `rankToRestore`, 403 `rank_out_of_bounds`
 */
export function decideRestore<R extends RankFacts>(
  former: FormerRanks & { readonly suspended: number | null },
  facts: Facts<R>,
): Change<R> {
  assertNotOwner(facts.held)
  const target = rankToRestore(facts.ranks, facts.roles, { suspended: former.suspended, former }, facts.begun === true)
  if (!facts.begun) assertInReach(boundsOfAuthor(facts.author.giftBounds ?? null), target.rank_id, target.rank_id)
  return { target, steps: rankSteps(facts, former.roles) }
}

export interface AutoFacts<R extends RankFacts = RankFacts> extends Facts<R> {
  readonly community: Community
  readonly experience: number
}

/** @returns `unknown`: the member would move, unless the account is in a blacklisted group */
export function decideAuto<R extends RankFacts>(
  facts: AutoFacts<R> & { readonly blacklisted: boolean },
): AutoRankDecision<R>
export function decideAuto<R extends RankFacts>(facts: AutoFacts<R>): AutoRankDecision<R> | 'unknown'
export function decideAuto<R extends RankFacts>(facts: AutoFacts<R>): AutoRankDecision<R> | 'unknown' {
  const { ranks, roles, held, community, unfinished, suspended, blacklisted } = facts
  const earned = decideAutoRank(ranks, held, facts.experience, circumstancesOf(community))
  if (earned.outcome !== 'move') return earned
  if (blacklisted === 'unknown' && !suspended) return blacklisted
  const { target } = earned
  const numbers = numbersOf('rank.auto', facts, { target, steps: rankSteps(facts, [target.unique_id]) })
  return unlessBlocked(earned, {
    suspended,
    blacklisted: blacklisted === true,
    ambiguous: isAmbiguous(community, ranks, roles, unfinished),
    outOfBounds: numbers !== null && problemOf(byThreshold(facts.author, target), numbers) !== null,
  })
}

/**
 * Whether what was decided may be made. It is asked again before the writes, because the roles were read meanwhile.
 * @returns false: AutoRank changes nothing
 * @throws DomainError 403 `rank_out_of_bounds` or `actor-authorization-revoked`, 409 `rank_not_assignable` for a rank that
 * people give, `member_suspended`, `member_blacklisted`
 */
export function mayMake({ kind }: Pick<Asked, 'kind'>, facts: Facts, change: Change): boolean | 'unknown' {
  const numbers = kind === 'rank.restore' || facts.begun ? null : numbersOf(kind, facts, change)
  const isAuto = kind === 'rank.auto' && !facts.begun
  const problem = numbers && problemOf(isAuto ? byThreshold(facts.author, change.target) : facts.author, numbers)
  if (problem && isAuto) return false
  if (problem) throw problem
  const { target, steps } = change
  if (steps.length === 0 || isSuspensionKind(kind)) return true
  const { suspended, blacklisted, held } = facts
  if (isRoleKind(kind)) {
    if (kind === 'role.unassign') return true
    if (blacklisted === 'unknown') return blacklisted
    assertNotBlacklisted(blacklisted, 'give the role')
    return true
  }
  if (isAuto && (suspended || blacklisted === true)) return false
  const rises = target.rank_id > (held?.rank_id ?? 0)
  if (rises && blacklisted === 'unknown' && !suspended) return blacklisted
  if (held) assertNotBlocked({ suspended, blacklisted: blacklisted === true }, held, target)
  return true
}

const naming: readonly OperationKind[] = ['rank.set', 'rank.suspend', 'role.assign', 'role.unassign']

/**
 * What a request names is within the bounds of its author also where the member has it already, so that the answer does
 * not depend on the member. Null: nothing is named, given or taken.
 */
function numbersOf(kind: OperationKind, { ranks, held }: Facts, { target, steps }: Change): RankNumbers | null {
  const isNamed = naming.includes(kind)
  if (steps.length === 0 && !isNamed) return null
  const numbersOf = (verb: Step['verb']) =>
    ranks
      .filter((rank) => steps.some((step) => step.verb === verb && step.role === rank.unique_id))
      .map(({ rank_id }) => rank_id)
  const [given, taken] = [numbersOf('assign'), numbersOf('unassign')]
  if (isNamed) (kind === 'role.unassign' ? taken : given).push(target.rank_id)
  return { held: held?.rank_id ?? null, given, taken }
}

/** AutoRank gives a rank by its threshold. */
const byThreshold = (author: Author, { author_bounds: giftBounds = null }: RankFacts): Author =>
  giftBounds === null ? author : { ...author, giftBounds }

function problemOf({ bounds, giftBounds = null, account }: Author, numbers: RankNumbers): DomainError | null {
  const problem = errorOf(() => {
    assertWithinBounds(bounds, numbers)
    assertWithinBounds(boundsOfAuthor(giftBounds), numbers)
  })
  if (problem || account === null) return problem
  return account.rank !== null && isWithinBounds(boundsOfRank(account.id, account.rank), numbers)
    ? null
    : actsNoMore(account)
}

/** @throws DomainError 403 `actor-authorization-revoked` when the account for which the key acts has left the group */
export function assertStillActs({ account }: Author): void {
  if (account !== null && account.rank === null) throw actsNoMore(account)
}

function actsNoMore({ id, rank }: NonNullable<Author['account']>): DomainError {
  const problem =
    rank === null ? 'has no rank in the group any more' : `holds the rank ${rank}, and the change is not below it`
  const message = `The account ${id}, for which the key acts, ${problem}. Nothing was sent.`
  return new DomainError('actor-authorization-revoked', message)
}

/** @throws DomainError 409 `member_blacklisted` */
export function assertNotBlacklisted(blacklisted: boolean, purpose: string): void {
  if (!blacklisted) return
  throw new DomainError(
    'member_blacklisted',
    `The account, or a group it is in, is blacklisted in this community. Remove the entry to ${purpose}.`,
  )
}

/** Numbers of ranks (`rankId`): with these of the member or of the target, the author may perhaps not make the change. */
export interface InDoubt {
  readonly held: readonly number[]
  readonly target: readonly number[]
}

export const NONE_IN_DOUBT: InDoubt = { held: [], target: [] }

const NUMBERS = Array.from({ length: 256 }, (_, number) => number)

export const ALL_IN_DOUBT: InDoubt = { held: NUMBERS, target: NUMBERS }

/**
 * What an author may not do is found with the numbers alone in most requests, so that an operation is stored in one
 * statement: it asks for the decision only where a number is in doubt.
 */
export function numbersInDoubt(kind: OperationKind, bounds: RankBounds): InDoubt {
  if (forbidsNothing(bounds)) return NONE_IN_DOUBT
  const none = { held: null, given: [], taken: [] }
  const where = (numbers: (number: number) => RankNumbers) =>
    NUMBERS.filter((number) => !isWithinBounds(bounds, numbers(number)))
  return {
    held: where((number) => ({
      held: number,
      given: kind === 'rank.promote' && number < 255 ? [number + 1] : [],
      taken: isRoleKind(kind) ? [] : [number],
    })),
    target: where((number) => (kind === 'role.unassign' ? { ...none, taken: [number] } : { ...none, given: [number] })),
  }
}

/** A previous release has stored the rank without the roles. */
export function storedFacts<R extends RankFacts>(
  ranks: readonly R[],
  stored: StoredRoles,
): Pick<Facts<R>, 'ranks' | 'roles' | 'held'> {
  const held = storedRank(ranks, stored)
  const roles = rolesOf(stored)
  return { ranks, held, roles: roles.length === 0 && held ? [held.unique_id] : roles }
}

/** What the author may not do is said before the operation is stored; the rest is said by its execution. */
const ofAuthor: readonly DomainError['code'][] = ['rank_out_of_bounds', 'rank_not_assignable']

/** @returns null: the operation may be stored, and its execution decides again */
export function problemOfAuthor(asked: Asked, facts: Facts): DomainError | null {
  const problem = errorOf(() => decide(asked, facts))
  return problem && ofAuthor.includes(problem.code) ? problem : null
}

/** What is stored of a member and its community, for an author with these bounds. */
export interface Stored {
  readonly ranks: readonly RankFacts[]
  readonly member: StoredRoles & Pick<Facts, 'unfinished'>
  readonly community: Facts['community']
  /** Null: without bounds. */
  readonly bounds: RankBounds | null
  readonly giftBounds?: AuthorBounds | null
}

/** As `problemOfAuthor`, before the platform is asked. */
export const problemAsStored = (asked: Asked, stored: Stored): DomainError | null =>
  problemOfAuthor(asked, factsAsStored(stored))

/** Whether it takes something from the member, as far as stored facts tell. */
export function isTakeAsStored(asked: Asked, stored: Stored): boolean {
  const facts = factsAsStored(stored)
  let isTake = false
  // what cannot be decided is refused by the execution, and takes nothing
  const problem = errorOf(() => {
    const change = decide(asked, facts)
    isTake = change !== 'unknown' && takesAway(asked.kind, facts, change.steps)
  })
  return problem === null && isTake
}

function factsAsStored({ ranks, member, community, bounds, giftBounds = null }: Stored): Facts {
  const { unfinished } = member
  return {
    ...storedFacts(ranks, member),
    community,
    unfinished,
    // blocks say nothing about the author
    suspended: false,
    blacklisted: false,
    author: { bounds, giftBounds, account: null },
  }
}
