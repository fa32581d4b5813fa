// Query plans of hot statements at a million members. `UPDATE_PLANS=1 npx jest -c jest.tools.config.cjs test/plans`
// rewrites them; review the difference.
import { Client } from 'pg'
import { missingPlans } from '../../scripts/completeness/statements'
import { readGoldens, writeGoldens } from '../../scripts/plans/golden'
import { hotStatements, statementOf } from '../../scripts/plans/hot'
import { asGolden, faultsOf, keepsItsPlan, planOf } from '../../scripts/plans/plan'
import { bigCommunity, pretend, scaleRowCounts, seed } from '../../scripts/plans/seed'
import { sessionOptions } from '../../src/db/session'
import { freshDatabase, type TestDatabase } from '../support/database'
import { queryFunctions } from '../../scripts/statements/functions'
import { readByRequests } from '../../scripts/plans/callers'

/** Stored members, and the factor by which their statistics are scaled. */
const [MEMBERS, FACTOR] = [10_000, 100]
/** Major version of PostgreSQL whose plans are recorded; others have different plans. */
const GOLDEN_VERSION = 17

/**
 * Scaled statistics do not change the pages of a file, which the planner counts before it considers parallel workers.
 */
const options = `${sessionOptions} -c min_parallel_table_scan_size=0 -c min_parallel_index_scan_size=0`

const goldens = readGoldens()
const planned = new Map<string, string>()
const isUpdate = process.env['UPDATE_PLANS'] === '1'

let database: TestDatabase
let client: Client
let version: number

beforeAll(async () => {
  database = await freshDatabase()
  client = new Client({ connectionString: database.url, options })
  await client.connect()
  await seed(client, MEMBERS)
  await pretend(client, FACTOR)
  const { rows } = await client.query<{ number: number }>(`select current_setting('server_version_num')::int as number`)
  version = Math.floor((rows[0]?.number ?? 0) / 10_000)
})
afterAll(async () => {
  if (isUpdate) writeGoldens(hotStatements, planned)
  await client.end()
  await database.drop()
})

it('the planner has statistics of a million members', async () => {
  const rowsOf = async (question: string): Promise<number> => {
    const { rows } = await client.query<Record<'QUERY PLAN', readonly { readonly Plan: { 'Plan Rows': number } }[]>>(
      `explain (format json) ${question}`,
    )
    return rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
  }
  for (const table of ['member', 'application_response', 'audit_entry']) {
    expect(await rowsOf(`select from ${table}`)).toBeGreaterThanOrEqual(1_000_000)
    expect(await rowsOf(`select from ${table} where community_id = '${bigCommunity}'`)).toBeGreaterThan(800_000)
  }
  expect(await rowsOf('select from platform_operation')).toBeGreaterThanOrEqual(500_000)
})

describe.each(hotStatements)('$name', (hot) => {
  it('uses its index', async () => {
    const statement = await statementOf(hot)
    const plan = await planOf(client, statement)
    expect(faultsOf(plan.root, hot.isPage, hot)).toEqual([])
    if (version !== GOLDEN_VERSION) return
    planned.set(hot.name, asGolden(statement, plan))
    expect(asGolden(statement, plan)).toBe(isUpdate ? planned.get(hot.name) : goldens.get(hot.name))
  })
})

describe('every prepared statement keeps its generic plan', () => {
  /** Names of the statements that PostgreSQL plans again at every execution. */
  async function replanned(on: Client): Promise<string[]> {
    const names = new Set<string>()
    for (const hot of hotStatements) {
      const statement = await statementOf(hot)
      if (statement.name !== null && !hot.replans && !(await keepsItsPlan(on, statement))) names.add(statement.name)
    }
    return [...names]
  }

  it('at a million members', async () => {
    expect(await replanned(client)).toEqual([])
  })

  it('where one community has all members', async () => {
    const small = await freshDatabase()
    const other = new Client({ connectionString: small.url, options })
    await other.connect()
    try {
      // more than ten pages: for an unknown limit the planner assumes a tenth of the rows
      await seed(other, 3_000)
      // triggers would also delete the rows of the members
      await other.query(`set session_replication_role = replica`)
      await other.query(`delete from member where community_id <> $1`, [bigCommunity])
      await other.query('analyze')
      expect(await replanned(other)).toEqual([])
      await scaleRowCounts(other, FACTOR)
      const faults: string[] = []
      for (const hot of hotStatements) {
        const { root } = await planOf(other, await statementOf(hot))
        faults.push(...faultsOf(root, hot.isPage, hot).map((fault) => `${hot.name} ${fault}`))
      }
      expect(faults).toEqual([])
    } finally {
      await other.end()
      await small.drop()
    }
  })
})

it('has a golden plan for each hot statement, and no other', () => {
  const names = hotStatements.map(({ name }) => name)
  expect([...goldens.keys()].sort()).toEqual(names.sort())
})

describe('the golden plans', () => {
  it('have every read of a GET, but for those with a reason', () => {
    expect(missingPlans()).toEqual([])
    const reached = readByRequests()
    const hot = queryFunctions().filter(({ fn }) => hotStatements.some(({ of }) => of === fn))
    // those of a job, of a command and of a write are not asked for
    expect(reached).toContain('webhooks listDeliveries')
    expect(reached).not.toContain('auth insertLegacyKey')
    expect(hot.filter(({ name }) => reached.has(name)).length).toBeGreaterThan(30)
  })

  it('are asked for a read that has none, with its line', () => {
    const functions = queryFunctions().filter(({ name }) => name !== 'reversals listItems')
    const unplanned = { name: 'auth findKeyByName', fn: () => Promise.resolve(), file: 'src/auth/queries.ts' }
    const reached = readByRequests().add(unplanned.name)
    expect(missingPlans([...functions, unplanned], reached)).toEqual([
      expect.objectContaining({
        file: 'src/auth/queries.ts',
        rule: 'findKeyByName is read by a GET and has no golden plan.',
      }),
      expect.objectContaining({
        file: 'scripts/plans/exempt.ts',
        rule: 'reversals listItems has a plan, or no GET reads it.',
      }),
    ])
    expect(missingPlans([...queryFunctions(), { ...unplanned, name: 'auth findKeyOfJob' }])).toEqual([])
  })
})
