// One statement reads all facts about the members of a step.
import type { Ctx, RankBounds } from '../../context'
import { columns, statement, unnestParams } from '../../db/statements'
import { rankChangeBlocks } from '../../operations/queries'
import { boundRole } from '../../ranks/queries'
import { actions, kindOfAction, recordIds, type Item } from '../entries/rules'
import type { HeldAward, Log, MemberFacts } from '../rules'

const awards = (kind: 'medal' | 'qualification'): string => {
  const count = kind === 'medal' ? 'coalesce(h.count, 0)' : `case when h.user_id is null then 0 else 1 end`
  return `coalesce((select json_agg(json_build_object('id', d.${kind}_id, 'name', d.name, 'archived', d.archived, 'role', ${boundRole},
      'count', ${count}))
    from ${kind} d left join member_${kind} h
      on h.community_id = :communityId and h.user_id = asked.user_id and h.${kind}_id = d.${kind}_id
    where d.community_id = :communityId and d.name = any(:names::text[])), '[]')`
}

const bound = (kind: 'medal' | 'qualification'): string => `
  select '${kind}' as kind, d.${kind}_id as id, ${boundRole} as role
  from member_${kind} h join ${kind} d on d.community_id = :communityId and d.${kind}_id = h.${kind}_id
  where h.community_id = :communityId and h.user_id = asked.user_id and d.role_unique_id is not null`

const object = [
  ...recordIds.flatMap((name) => [`e.after ->> '${name}'`, `e.before ->> '${name}'`]),
  `e.after ->> 'name'`,
  `e.before ->> 'name'`,
  `e.after -> 'role' ->> 'uniqueId'`,
  `e.before -> 'role' ->> 'uniqueId'`,
].join(', ')

const entryJson = `json_build_object('auditId', e.audit_id::text, 'position', e.position, 'action', e.action, 'object', coalesce(${object}),
         'isSet', e.after ? 'set', 'reversesByHand', e.after ? 'reversesByHand',
         'reverses', coalesce(e.after -> 'reverses', '[]'), 'isSeen', e.action = 'member.rank' and not e.after ? 'operationId',
         'rankBefore', e.before -> 'rank' ->> 'uniqueId', 'rankAfter', e.after -> 'rank' ->> 'uniqueId',
         'terms', case when e.action in ('blacklist.update', 'suspension.update') then e.before - array['blacklistEntryId', 'suspensionId'] end,
         'passwordChanged', e.after -> 'passwordChanged')`

const factsStatement = statement(
  'find_reversal_facts',
  `select asked.user_id as "user_id!", m.user_id is not null as "known!", coalesce(m.experience, 0) as "experience!",
     coalesce(m.quota_points, 0) as "quota_points!", coalesce(m.medal_occurrences, 0) as "medal_occurrences!", m.rank_unique_id,
     coalesce(m.role_ids, '{}') as "role_ids!", coalesce(m.unfinished_role_ids, '{}') as "unfinished_role_ids!",
     ${rankChangeBlocks(':communityId', 'asked.user_id')}, ${awards('medal')} as "medals!",
     ${awards('qualification')} as "qualifications!",
     coalesce((select json_agg(b) from (${bound('medal')} union all ${bound('qualification')}) b where b.role is not null), '[]')
       as "bound!",
     coalesce((select json_agg(${entryJson})
       from audit_entry e where e.community_id = :communityId and e.user_id = asked.user_id and e.position >= asked.first
         and e.action = any(:actions::text[])
         and (e.action not in ('member.experience', 'member.quotaPoints') or e.after ?| array['set', 'reverses'])), '[]') as "entries!",
     coalesce((select json_agg(t.audit_id::text) from reversal_item t
       where t.community_id = :communityId and t.user_id = asked.user_id and t.taken), '[]') as "taken!"
   from ${unnestParams(':userIds::bigint[]', ':positions::bigint[]')} as asked (user_id, first)
   left join member m on m.community_id = :communityId and m.user_id = asked.user_id`,
  columns<{
    readonly medals: readonly HeldAward[]
    readonly qualifications: readonly HeldAward[]
    readonly bound: MemberFacts['bound']
    readonly entries: readonly EntryJson[]
    readonly taken: readonly string[]
  }>(),
)

type EntryJson = Omit<MemberFacts['entries'][number], 'kind'> & { readonly action: string }

const logStatement = statement(
  'find_reversal_log',
  `select coalesce((select json_agg(${entryJson}) from audit_entry e
       where e.community_id = :communityId and e.user_id is null and e.position >= :first
         and e.action = any(:actions::text[]) and coalesce(${object}) = any(:objects::text[])), '[]') as "entries!",
     coalesce((select json_agg(t.audit_id::text) from reversal_item t
       where t.community_id = :communityId and t.user_id is null and t.object = any(:objects::text[]) and t.taken), '[]') as "taken!"`,
  columns<{ readonly entries: readonly EntryJson[]; readonly taken: readonly string[] }>(),
)

/**
 * Of forms, and of blacklist entries of groups. No index has entries without an account, so they are scanned from the
 * first one.
 */
export async function readLogWithoutAccount(ctx: Ctx, items: readonly Item[]): Promise<Log> {
  const [row] = await logStatement(ctx.db, {
    communityId: ctx.community.communityId,
    actions,
    objects: items.map(({ object }) => object ?? ''),
    first: Math.min(...items.map(({ position }) => position)),
  })
  return toLog(row ?? { entries: [], taken: [] })
}

/** The log names what was taken back, also by a reversal that is deleted. */
function toLog({ entries, taken }: { readonly entries: readonly EntryJson[]; readonly taken: readonly string[] }): Log {
  const named = entries.flatMap(({ reverses }) => reverses)
  return { entries: toEntries(entries), taken: [...new Set([...taken, ...named])] }
}

const toEntries = (entries: readonly EntryJson[]): Log['entries'] =>
  entries.flatMap(({ action, ...entry }) => {
    const kind = kindOfAction(action)
    return kind === null ? [] : [{ ...entry, kind }]
  })

/**
 * A log alone for an account that is not stored as a member, unless it was changed by hand.
 * @param items of accounts
 */
export async function readFacts(ctx: Ctx, items: readonly Item[]): Promise<ReadonlyMap<number, MemberFacts | Log>> {
  const first = new Map<number, number>()
  for (const { userId, position } of items)
    if (userId !== null) first.set(userId, Math.min(position, first.get(userId) ?? position))
  const names = [...new Set(items.flatMap(({ object }) => (object === null ? [] : [object])))]
  const rows = await factsStatement(ctx.db, {
    communityId: ctx.community.communityId,
    names,
    actions,
    userIds: [...first.keys()],
    positions: [...first.values()],
  })
  const byHand = new Set(items.flatMap(({ changedAt, userId }) => (changedAt === undefined ? [] : [userId])))
  return new Map(
    rows.map((row): [number, MemberFacts | Log] => {
      const log = toLog(row)
      if (!row.known && !byHand.has(row.user_id)) return [row.user_id, log]
      const facts = {
        ...log,
        userId: row.user_id,
        experience: row.experience,
        quotaPoints: row.quota_points,
        medalOccurrences: row.medal_occurrences,
        medals: row.medals,
        qualifications: row.qualifications,
        bound: row.bound,
        suspended: row.suspended,
        blacklisted: row.blacklisted,
        rankUniqueId: row.rank_unique_id,
        roleIds: row.role_ids,
        unfinished: row.unfinished_role_ids,
      }
      return [row.user_id, facts]
    }),
  )
}

const boundsStatement = statement(
  'find_bounds_of_actor',
  'select caller_rank_bounds(:communityId, :actorKind, :actorId) as bounds',
  columns<{ readonly bounds: RankBounds | null }>(),
)

export async function findBounds({ db, community, actor }: Ctx): Promise<RankBounds | null> {
  const of = { communityId: community.communityId, actorKind: actor.kind, actorId: actor.id }
  return (await boundsStatement(db, of))[0]?.bounds ?? null
}
