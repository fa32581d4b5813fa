// The plan of every hot statement, at a million members: as it was reviewed, and by an index that begins where the question
// does. `UPDATE_PLANS=1 npx jest test/plans` writes the plans anew; whoever does reads the difference before it is committed.
import fs from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { missingGolden } from '../../scripts/completeness/operations'
import { missingPlans } from '../../scripts/completeness/statements'
import { contextOn, hotStatements, type HotStatement } from '../../scripts/plans/hot'
import { asGolden, faultsOf, keepsItsPlan, planOf } from '../../scripts/plans/plan'
import { recorded, type Recorded } from '../../scripts/plans/recorder'
import { bigCommunity, pretend, seed } from '../../scripts/plans/seed'
import type { TxCtx } from '../../src/context'
import { freshDatabase, type TestDatabase } from '../support/database'
import { queryFunctions } from '../../scripts/statements/functions'
import { coldFunctions } from '../../scripts/plans/cold'

/** Members that are really there, and how many times as many the planner is told of. */
const [MEMBERS, FACTOR] = [10_000, 100]
/** The golden texts are of the PostgreSQL that comes with the server; other versions word and order some nodes otherwise. */
const GOLDEN_VERSION = 17

const golden = path.join(__dirname, 'golden')
const isUpdate = process.env['UPDATE_PLANS'] === '1'

let database: TestDatabase
let client: Client
let version: number

beforeAll(async () => {
  database = await freshDatabase()
  client = new Client({ connectionString: database.url, options: '-c timezone=UTC' })
  await client.connect()
  await seed(client, MEMBERS)
  await pretend(client, FACTOR)
  const { rows } = await client.query<{ number: number }>(`select current_setting('server_version_num')::int as number`)
  version = Math.floor((rows[0]?.number ?? 0) / 10_000)
}, 60_000)
afterAll(async () => {
  await client.end()
  await database.drop()
})

async function statementOf({ send, name }: HotStatement): Promise<Recorded> {
  const [statement] = await recorded((db) => send(contextOn(db as TxCtx['db'])))
  if (!statement) throw new Error(`${name} sends no statement`)
  return statement
}

it('the planner takes the deployment for one of a million members', async () => {
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
  it('goes by its index', async () => {
    const statement = await statementOf(hot)
    const plan = await planOf(client, statement)
    expect(faultsOf(plan.root, hot.isPage, hot)).toEqual([])
    const file = path.join(golden, `${hot.name}.txt`)
    if (version !== GOLDEN_VERSION) return
    if (isUpdate) fs.writeFileSync(file, asGolden(statement, plan))
    expect(fs.existsSync(file) ? asGolden(statement, plan) : 'no plan is checked in').toBe(
      fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '',
    )
  })
})

describe('every prepared statement keeps its plan', () => {
  /** Those that are planned for their values every time. */
  async function planned(on: Client): Promise<string[]> {
    const names = new Set<string>()
    for (const hot of hotStatements) {
      const statement = await statementOf(hot)
      if (statement.name !== null && !hot.replans && !(await keepsItsPlan(on, statement))) names.add(statement.name)
    }
    return [...names]
  }

  it('at a million members', async () => {
    expect(await planned(client)).toEqual([])
  })

  it('where one community has all members', async () => {
    const small = await freshDatabase()
    const other = new Client({ connectionString: small.url, options: '-c timezone=UTC' })
    await other.connect()
    try {
      // more than ten pages of each list: PostgreSQL takes a page of unknown length for a tenth of what there is
      await seed(other, 3_000)
      // past the triggers: what belongs to the members may stay
      await other.query(`set session_replication_role = replica`)
      await other.query(`delete from member where community_id <> $1`, [bigCommunity])
      await other.query('analyze')
      expect(await planned(other)).toEqual([])
    } finally {
      await other.end()
      await small.drop()
    }
  }, 30_000)
})

it('has a golden plan for each hot statement, and no other', () => {
  const names = hotStatements.map(({ name }) => name)
  expect(missingGolden(names)).toEqual([])
  expect(missingGolden([...names.slice(1), 'unplanned']).map(({ rule }) => rule)).toEqual([
    'No plan of unplanned is checked in.',
    `No hot statement is ${names[0]}.`,
  ])
})

describe('the plan lists', () => {
  const cold = Object.values(coldFunctions).flat()

  it('have every query function and every prepared statement', async () => {
    expect(await missingPlans()).toEqual([])
  })

  it('report a function that is on neither, with its line', async () => {
    const functions = queryFunctions().filter(({ name }) => name !== 'auth insertKey')
    const unlisted = { name: 'auth findKeyByName', fn: () => Promise.resolve(), file: 'src/auth/queries.ts' }
    expect(await missingPlans([...functions, unlisted])).toEqual([
      expect.objectContaining({ file: 'src/auth/queries.ts', rule: 'findKeyByName is on no plan list.' }),
      expect.objectContaining({ file: 'scripts/plans/cold.ts', rule: 'auth insertKey is hot, or exists no more.' }),
    ])
  })

  it('a list is never said not to be hot, but for the operator and for jobs', () => {
    const lists = cold.filter((name) => / list/.test(name))
    const reasons = Object.entries(coldFunctions).filter(([, names]) => names.some((name) => lists.includes(name)))
    expect(
      reasons.map(([reason]) => reason).filter((reason) => !/operator|account is erased|job/.test(reason)),
    ).toEqual(['staff configure or decide; a statement by primary key, or an insert'])
  })
})
