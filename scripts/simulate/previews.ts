// What a reversal would take back, decided by the rules of a dry run.
import type { RankBounds } from '../../src/context'
import { hasEnded } from '../../src/operations/rules'
import { kinds, toItem, type Item } from '../../src/reversals/entries/rules'
import { decideMember, type MemberOutcome } from '../../src/reversals/rules'
import type { Database, Operation } from './database'

/** Of the changes that the author of this one has made to its member. @param bounds of who takes them back */
export function previewOf(
  database: Database,
  { community_id, user_id, actor_id }: Operation,
  bounds: RankBounds | null,
): MemberOutcome {
  const all = database.operations.filter((one) => one.community_id === community_id && one.user_id === user_id)
  const changes = all.flatMap((one) => {
    const item = itemOf(one)
    return item ? [{ item, one }] : []
  })
  const { community, suspended, blacklisted } = database.authorityOf(all[0] as Operation)
  const { rank = null, roles = [], unfinished = [] } = database.community(community_id).members.get(user_id) ?? {}
  const facts = {
    userId: user_id,
    rankUniqueId: rank,
    roleIds: roles,
    unfinished,
    suspended,
    blacklisted,
    experience: 0,
    quotaPoints: 0,
    medalOccurrences: 0,
    medals: [],
    qualifications: [],
    bound: [],
    entries: changes.map(({ item, one }) => ({ ...item, isSet: false, reverses: one.reversal?.entries ?? [] })),
    taken: all.flatMap(({ reversal, status }) =>
      reversal && (status === 'succeeded' || !hasEnded(status)) ? reversal.entries : [],
    ),
  }
  const own = changes.flatMap(({ item, one }) => (one.actor_id === actor_id ? [item] : []))
  const situation = {
    community,
    ranks: database.ranksOf(community_id),
    bounds,
    kinds,
    reason: null,
    mayGradeAutomatically: true,
    roomForForms: 0,
  }
  return decideMember(facts, own, situation)
}

/** The ids of operations stand for those of audit entries. */
function itemOf({ operation_id: operationId, seq, user_id, move }: Operation): Item | null {
  if (!move) return null
  const { action, before, after } = move
  const entry = { action, user_id, before, after: { ...after, operationId }, audit_id: seq, position: seq }
  const item = toItem(entry)
  return item && { ...item, auditId: operationId }
}
