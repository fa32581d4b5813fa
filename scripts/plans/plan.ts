// Plans of statements as on the server's connections, and the rules for all plans.
import type { Client } from 'pg'
import type { Recorded } from './recorder'

/** A node of EXPLAIN (FORMAT JSON), the properties in use. */
export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Parent Relationship'?: string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Filter?: string
  readonly 'Plan Rows'?: number
  readonly 'Actual Rows'?: number
  readonly 'Shared Hit Blocks'?: number
  readonly 'Shared Read Blocks'?: number
  readonly Plans?: readonly PlanNode[]
}

export interface Plan {
  /** EXPLAIN (COSTS OFF). */
  readonly text: string
  readonly root: PlanNode
}

/** Tables that stay small, for which a sequential scan is the best plan. */
const neverGrow: readonly string[] = [
  'plan',
  'dispatch_switch',
  'worker_process',
  'platform_budget',
  'platform_operation_transition',
  'event_transition',
  'suspension_transition',
]

/** Runs work on a prepared statement as the server plans it: generic when it has a name, custom without one. */
async function prepared<Result>(
  client: Client,
  statement: Recorded,
  work: (execute: string) => Promise<Result>,
  mode = statement.name === null ? 'force_custom_plan' : 'force_generic_plan',
): Promise<Result> {
  await client.query(`set plan_cache_mode = ${mode}`)
  await client.query('deallocate all')
  await client.query(`prepare looked_at as ${statement.text}`)
  try {
    const values = statement.parameters.map(literal)
    return await work(`execute looked_at${values.length === 0 ? '' : `(${values.join(', ')})`}`)
  } finally {
    // fails in an aborted transaction; the next call repeats it
    await client.query('deallocate looked_at').catch(() => undefined)
  }
}

/** Times, which differ between runs. */
const TIME = /'\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00'/g

/** Plans a statement without running it. */
export function planOf(client: Client, statement: Recorded): Promise<Plan> {
  return prepared(client, statement, async (execute) => {
    const lines = await client.query<Record<'QUERY PLAN', string>>(`explain (costs off) ${execute}`)
    const text = lines.rows
      .map((row) => row['QUERY PLAN'])
      .join('\n')
      .replace(TIME, "'<time>'")
    return { text, root: await rootOf(client, `explain (format json) ${execute}`) }
  })
}

/** Custom plans before PostgreSQL considers a generic one. */
const PLANS_BEFORE_KEPT = 5

/** Whether PostgreSQL chooses a generic plan by itself. Planning anew can take longer than the execution. */
export function keepsItsPlan(client: Client, statement: Recorded): Promise<boolean> {
  const look = async (execute: string): Promise<boolean> => {
    for (let i = 0; i <= PLANS_BEFORE_KEPT; i++) await client.query(`explain ${execute}`)
    const { rows } = await client.query(
      `select from pg_prepared_statements where name = 'looked_at' and generic_plans > 0`,
    )
    return rows.length > 0
  }
  return prepared(client, statement, look, 'auto')
}

export interface Cost {
  /** Shared blocks, hit or read. */
  readonly blocks: number
  readonly rows: number
}

/** Runs a statement, and rolls its writes back. */
export async function costOf(client: Client, statement: Recorded): Promise<Cost> {
  const run = async (): Promise<PlanNode> => {
    await client.query('begin')
    try {
      return await prepared(client, statement, (execute) =>
        rootOf(client, `explain (analyze, buffers, format json) ${execute}`),
      )
    } finally {
      await client.query('rollback')
    }
  }
  // the first run fills the catalog caches and sets hint bits
  await run()
  const root = await run()
  return {
    blocks: (root['Shared Hit Blocks'] ?? 0) + (root['Shared Read Blocks'] ?? 0),
    rows: root['Actual Rows'] ?? 0,
  }
}

async function rootOf(client: Client, explain: string): Promise<PlanNode> {
  const { rows } = await client.query<Record<'QUERY PLAN', readonly { readonly Plan: PlanNode }[]>>(explain)
  const root = rows[0]?.['QUERY PLAN'][0]?.Plan
  if (!root) throw new Error('EXPLAIN returned no plan')
  return root
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`
  if (value instanceof Date) return quoted(value.toISOString())
  if (Array.isArray(value)) return quoted(`{${value.map(element).join(',')}}`)
  return quoted(asText(value))
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
const element = (value: unknown): string => (value === null ? 'null' : JSON.stringify(asText(value)))
const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Exceptions from the rules, each with its reason. */
export interface Excuses {
  /** Why it has no community. */
  readonly acrossCommunities?: string
  /** Why it sorts, and what limits the rows. */
  readonly sorts?: string
  /** Why it filters rows of the index, and what limits them. */
  readonly filters?: string
  /** Why PostgreSQL may use custom plans. */
  readonly replans?: string
  /** Why it scans whole tables. */
  readonly readsWhole?: string
}

/** The condition of db/paging.ts that limits a page by bytes, on the rows of the page only. */
const isPageCut = (filter: string): boolean => /^\(cut\.size_before < '?\d+'?(::\w+)?\)$/.test(filter)

/**
 * Violations of the rules: no sequential scan of a growing table, every index condition has the community, and a page
 * is ordered by its index.
 */
export function faultsOf(root: PlanNode, isPage: boolean, excuses: Excuses): string[] {
  const faults: string[] = []
  visit(root, true, (node, isMain) => {
    const table = node['Relation Name']
    if (node['Node Type'] === 'Seq Scan' && !excuses.readsWhole && table !== undefined && !neverGrow.includes(table)) {
      faults.push(`scans the whole of ${table}`)
    }
    const isIndexScan = /^(Bitmap )?Index (Only )?Scan$/.test(node['Node Type'])
    const index = node['Index Name'] ?? ''
    if (
      isIndexScan &&
      !excuses.acrossCommunities &&
      hasCommunity(index) &&
      !/community_id/.test(node['Index Cond'] ?? '')
    ) {
      faults.push(`uses ${index} without the community`)
    }
    if (isPage && isMain && node['Node Type'].endsWith('Sort') && !excuses.sorts) faults.push('sorts a page')
    if (isPage && isMain && node.Filter !== undefined && !isPageCut(node.Filter) && !excuses.filters)
      faults.push(`filters rows by ${node.Filter}`)
  })
  return faults
}

/** Indexes on accounts and on the deployment have no community. */
const hasCommunity = (index: string): boolean => {
  return !/^(plan|rate_window|rate_log|verified_account|account_|data_rights_hold|erasure_request|worker_process|platform_budget|dispatch_switch|audit_history|jobs)/.test(
    index,
  )
}

function visit(node: PlanNode, isMain: boolean, see: (node: PlanNode, isMain: boolean) => void): void {
  see(node, isMain)
  for (const child of node.Plans ?? []) {
    const isBeside = child['Parent Relationship'] === 'SubPlan' || child['Parent Relationship'] === 'InitPlan'
    visit(child, isMain && !isBeside, see)
  }
}

export const asGolden = ({ name }: Recorded, { text }: Plan): string => {
  const how =
    name === null ? 'sent without a name, planned for its values' : `prepared as ${name}, planned for any values`
  return `-- ${how}\n${text}\n`
}
