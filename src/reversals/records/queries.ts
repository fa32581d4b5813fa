// SQL that locks the records of a step, and reads what they are now.
import { sql } from 'kysely'
import type { TxCtx } from '../../context'
import { anyText, daysAgo, now } from '../../db/expressions'
import { own } from '../../db/own'
import type { Definition } from '../../applications/forms/rules'
import type { Item, RecordKind } from '../entries/rules'
import type { FormFacts, FormVersion, RecordFacts } from './outcome'

function idsOf(items: readonly Item[], kind: RecordKind): string[] {
  const ids = items.flatMap((item) => (item.kind === kind && item.object !== null ? item.object : []))
  return [...new Set(ids)].sort()
}

/** Warnings are under the lock of their account. */
export async function lockRecords(tx: TxCtx, items: readonly Item[]): Promise<void> {
  await own(tx)
    .selectFrom('blacklist_entry')
    .select('blacklist_entry_id')
    .where('blacklist_entry_id', '=', anyText(idsOf(items, 'blacklistEntry')))
    .orderBy('blacklist_entry_id')
    .forNoKeyUpdate()
    .execute()
  await own(tx)
    .selectFrom('suspension')
    .select('suspension_id')
    .where('suspension_id', '=', anyText(idsOf(items, 'suspension')))
    .orderBy('suspension_id')
    .forNoKeyUpdate()
    .execute()
  await own(tx)
    .selectFrom('application')
    .select('application_id')
    .where('application_id', '=', anyText(idsOf(items, 'application')))
    .orderBy('application_id')
    .forNoKeyUpdate()
    .execute()
}

export async function readRecords(tx: TxCtx, items: readonly Item[]): Promise<RecordFacts[]> {
  return [
    ...(await readWarnings(tx, idsOf(items, 'warning'))),
    ...(await readEntries(tx, idsOf(items, 'blacklistEntry'))),
    ...(await readSuspensions(tx, idsOf(items, 'suspension'))),
    ...(await readForms(tx, items)),
  ]
}

async function readWarnings(tx: TxCtx, ids: readonly string[]): Promise<RecordFacts[]> {
  if (ids.length === 0) return []
  const rows = await own(tx)
    .selectFrom('warning')
    .select(['warning_id as id', 'user_id as userId'])
    .select(sql<number>`(revoked_at is null)::integer`.as('current'))
    .select(sql<boolean>`coalesce(expires_at <= ${now}, false)`.as('hasExpired'))
    .where('warning_id', '=', anyText(ids))
    .execute()
  return rows.map((row) => ({ ...row, kind: 'warning' }))
}

async function readEntries(tx: TxCtx, ids: readonly string[]): Promise<RecordFacts[]> {
  if (ids.length === 0) return []
  const rows = await own(tx)
    .selectFrom('blacklist_entry as b')
    .select(['b.blacklist_entry_id as id', 'b.user_id as userId', 'b.group_id as groupId'])
    .select(['b.reason', 'b.evidence_url as evidenceUrl', 'b.expires_at as expiresAt'])
    .select(sql<string>`${now}`.as('now'))
    .select(sql<number>`(b.lifted_at is null)::integer`.as('current'))
    .select(
      own(tx)
        .selectFrom('live_blacklist_entry as l')
        .select('l.blacklist_entry_id')
        .where(sql<boolean>`(l.user_id = b.user_id or l.group_id = b.group_id)`)
        .as('liveId'),
    )
    .where('b.blacklist_entry_id', '=', anyText(ids))
    .execute()
  return rows.map(({ reason, evidenceUrl, expiresAt, ...row }) => ({
    ...row,
    kind: 'blacklistEntry',
    terms: { reason, evidenceUrl, expiresAt },
  }))
}

async function readSuspensions(tx: TxCtx, ids: readonly string[]): Promise<RecordFacts[]> {
  if (ids.length === 0) return []
  const rows = await own(tx)
    .selectFrom('suspension as s')
    .leftJoin('rank as r', (join) =>
      join.on('r.community_id', '=', tx.community.communityId).onRef('r.unique_id', '=', 's.former_unique_id'),
    )
    .select(['s.suspension_id as id', 's.user_id as userId', 's.state', 's.suspended_unique_id as suspendedUniqueId'])
    .select(['s.former_unique_id as formerUniqueId', 's.former_role_ids as formerRoleIds', 'r.rank_id as formerRankId'])
    .select(sql<number>`(s.lifted_at is null)::integer`.as('current'))
    .where('s.suspension_id', '=', anyText(ids))
    .execute()
  return rows.map((row) => ({ ...row, kind: 'suspension' }))
}

/** A day less than the versions of a deleted form are kept, so that they are not deleted meanwhile. */
const RESTORABLE_DAYS = 31

/** A definition is large, so that only its digest is compared. The text of jsonb is the same for the same value. */
async function readForms(tx: TxCtx, items: readonly Item[]): Promise<RecordFacts[]> {
  const ids = idsOf(items, 'application')
  if (ids.length === 0) return []
  const forms = await own(tx)
    .selectFrom('application')
    .select([
      'application_id as id',
      'version',
      'required',
      'automatic_grading',
      sql<boolean>`deleted_at is not null`.as('isDeleted'),
    ])
    .select(sql<boolean>`coalesce(deleted_at <= ${daysAgo(RESTORABLE_DAYS)}, false)`.as('isForgotten'))
    .where('application_id', '=', anyText(ids))
    .execute()
  const versions = await own(tx)
    .selectFrom('application_version')
    .select(['application_id as id', 'version', sql<string>`md5(definition::text)`.as('digest')])
    // as the triggers count (sql/functions/count_storage.sql)
    .select(sql<number>`256 + octet_length(definition::text)`.as('bytes'))
    .select(sql<number>`octet_length(definition ->> 'description')`.as('descriptionBytes'))
    .select([
      sql<Definition['state']>`definition ->> 'state'`.as('state'),
      sql<Definition['grading']>`definition -> 'grading'`.as('grading'),
      sql<Definition['joinRequests'] | null>`definition ->> 'joinRequests'`.as('joinRequests'),
      sql<Definition['passAwards'] | null>`definition -> 'passAwards'`.as('passAwards'),
    ])
    .where('application_id', '=', anyText(ids))
    .orderBy('version')
    .execute()
  return forms.map(({ isForgotten, ...form }): FormFacts => {
    const kept: readonly FormVersion[] = isForgotten ? [] : versions.filter(({ id }) => id === form.id)
    return { ...form, kind: 'application', userId: null, versions: kept }
  })
}
