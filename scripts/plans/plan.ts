// The plan of a statement as the server's own connections would run it, and what every plan is held to.
import type { Client } from 'pg'
import type { Recorded } from './recorder'

/** A node of EXPLAIN (FORMAT JSON), as far as it is looked at. */
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

/** Tables of fixed or tiny size: to read one whole is the cheapest way. */
const neverGrow: readonly string[] = [
  'plan',
  'dispatch_switch',
  'worker_process',
  'platform_budget',
  'platform_operation_transition',
  'event_transition',
  'suspension_transition',
]

/** Plans as the server gets them: a named statement after some runs for any values, one without a name for these. */
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
    // in a transaction that has failed it waits for the next one
    await client.query('deallocate looked_at').catch(() => undefined)
  }
}

/** A time in a plan is of this run. */
const TIME = /'\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00'/g

/** How a statement is planned; it is not run. */
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

/** PostgreSQL plans a prepared statement for its values so often before it may keep a plan. */
const PLANS_BEFORE_KEPT = 5

/** Whether PostgreSQL, left to itself, keeps one plan of a prepared statement. To plan it anew each time can take longer than to run it. */
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
  /** Blocks of the database that were looked at, in memory or not. */
  readonly blocks: number
  readonly rows: number
}

/** What a statement costs when it is run; what it writes is rolled back. */
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
  // the first run fills the caches of the catalogue, and leaves hints in what was never read
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
  if (!root) throw new Error('EXPLAIN answered no plan')
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

/** What a statement may do beyond the rules, each with its reason. */
export interface Excuses {
  /** Why it does not name a community. */
  readonly acrossCommunities?: string
  /** Why it sorts, and what bounds the rows that it sorts. */
  readonly sorts?: string
  /** Why it throws away what its index finds, and what bounds that. */
  readonly filters?: string
  /** Why PostgreSQL may plan it anew each time. */
  readonly replans?: string
  /** Why it reads tables whole. */
  readonly readsWhole?: string
}

/** The condition of db/paging.ts that ends a page by its bytes: over the rows of the page alone. */
const isPageCut = (filter: string): boolean => /^\(cut\.size_before < '?\d+'?(::\w+)?\)$/.test(filter)

/**
 * What is wrong with a plan, in words; empty: nothing. No table that grows is read whole, every index is entered by the
 * community, and the order of a page comes from the index.
 */
export function faultsOf(root: PlanNode, isPage: boolean, excuses: Excuses): string[] {
  const faults: string[] = []
  visit(root, true, (node, isMain) => {
    const table = node['Relation Name']
    if (node['Node Type'] === 'Seq Scan' && !excuses.readsWhole && table !== undefined && !neverGrow.includes(table)) {
      faults.push(`reads the whole of ${table}`)
    }
    const entersIndex = /^(Bitmap )?Index (Only )?Scan$/.test(node['Node Type'])
    const index = node['Index Name'] ?? ''
    if (
      entersIndex &&
      !excuses.acrossCommunities &&
      hasCommunity(index) &&
      !/community_id/.test(node['Index Cond'] ?? '')
    ) {
      faults.push(`enters ${index} without the community`)
    }
    if (isPage && isMain && node['Node Type'].endsWith('Sort') && !excuses.sorts) faults.push('sorts a page')
    if (isPage && isMain && node.Filter !== undefined && !isPageCut(node.Filter) && !excuses.filters)
      faults.push(`throws away by ${node.Filter}`)
  })
  return faults
}

/** Indexes of what belongs to an account or the deployment have no community to be entered by. */
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

/** A plan as it is checked in. */
export const asGolden = ({ name }: Recorded, { text }: Plan): string => {
  const how =
    name === null ? 'sent without a name, planned for its values' : `prepared as ${name}, planned for any values`
  return `-- ${how}\n${text}\n`
}
