// What a request has changed: rows of the community, audited actions, points of members, and writes to the platform.
import { CompiledQuery, sql } from 'kysely'
import type { TestApp, TestCommunity } from './app'

interface State {
  readonly rows: Readonly<Record<string, number>>
  readonly actions: Readonly<Record<string, number>>
  readonly experience: number
  readonly quotaPoints: number
  /** Number of the last write in the simulator's journal. */
  readonly writes: number
}

/** Tables that are written in the background, for each attempt or for each read. */
const isOfAttempts = (table: string): boolean =>
  /^(api_key_use|idempotency_key|request_key|platform_operation.*|dispatch_.*|webhook_.*|community_storage|audit_.*|member_storage)$/.test(
    table,
  )

/** Counts rows with plain text: kysely takes 7 ms to build a union of all tables. */
async function countsOf(app: TestApp, text: string, communityId: string): Promise<Counts> {
  const query = CompiledQuery.raw(text, [communityId])
  const { rows } = await app.app.db.executeQuery<{ name: string; count: string }>(query)
  return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]))
}

export async function stateOf(app: TestApp, { communityId }: TestCommunity): Promise<State> {
  const tables = (await tablesOf(app)).map(
    (name) => `select '${name}' as name, count(*) as count from ${name}
      where community_id = $1 ${name === 'suspension' ? `and state <> 'ended'` : ''}`,
  )
  const rows = await countsOf(app, tables.join(' union all '), communityId)
  const actions = await countsOf(
    app,
    `select action as name, count(*) as count from audit_entry
    where community_id = $1 and action !~ '([.](read|message)|(operation|suspension)[.]end|operation[.]submit|suspension[.]add)$' group by action`,
    communityId,
  )
  const sums = await sql<{ experience: string; quota: string }>`select coalesce(sum(experience), 0) as experience,
    coalesce(sum(quota_points), 0) as quota from member where community_id = ${communityId}`.execute(app.app.db)
  return {
    rows,
    actions,
    experience: Number(sums.rows[0]?.experience),
    quotaPoints: Number(sums.rows[0]?.quota),
    writes: app.simulator.journal.after().at(-1)?.seq ?? 0,
  }
}

let known: string[] | null = null

async function tablesOf(app: TestApp): Promise<string[]> {
  if (known) return known
  const { rows } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'community_id' and t.table_type = 'BASE TABLE'`.execute(
    app.app.db,
  )
  return (known = rows.map(({ name }) => name).filter((name) => !isOfAttempts(name)))
}

export interface Effects {
  /** Change of the rows of each table, and of `experience` and `quotaPoints`; without those that did not change. */
  readonly counts: Readonly<Record<string, number>>
  /**
   * Audited actions, without reads, messages and attempts, such as a suspension that ends because its rank change
   * failed.
   */
  readonly actions: Readonly<Record<string, number>>
  /** Writes that changed something on the platform. */
  readonly writes: readonly string[]
}

export function effectsBetween(app: TestApp, before: State, after: State): Effects {
  const sums = ({ rows, experience, quotaPoints }: State) => ({ ...rows, experience, quotaPoints })
  const writes = app.simulator.journal.after(before.writes).filter(({ changed }) => changed)
  return {
    counts: added(sums(before), sums(after)),
    actions: added(before.actions, after.actions),
    writes: writes.map(({ verb, userId, roleId }) => `${verb} ${roleId} ${userId}`).sort(),
  }
}

type Counts = Readonly<Record<string, number>>

function added(before: Counts, after: Counts): Counts {
  const differences = Object.entries(after).map(([name, number]) => [name, number - (before[name] ?? 0)] as const)
  return Object.fromEntries(differences.filter(([, number]) => number !== 0))
}
