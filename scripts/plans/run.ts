// `npm run plans`: compares plans on real rows with the golden files, and blocks read with 1,000 and many members.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { startEmbedded } from '../../src/db-embedded'
import { migrate } from '../../src/db/migrations/migrate'
import { sessionOptions } from '../../src/db/session'
import { readGoldens } from './golden'
import { hotStatements, statementOf, type HotStatement } from './hot'
import { asGolden, costOf, faultsOf, planOf, type Cost } from './plan'
import { seed } from './seed'

const help = `npm run plans -- [options]

The hot statements on rows that are really there: whether they are planned as checked in, and how many blocks each reads with
a thousand members and with many. On a PostgreSQL of its own, gone afterwards; exits with 1 when one grows or leaves its index.

  --rows N   members of the large community (1000000)
`

const SMALL = 1_000
/** Greatest cost of a page at the large size, relative to the small one. */
const MOST_RATIO = 1.2
/** Blocks that a statement may read more at the large size: one level of each of its indexes. */
const LEVELS = 12

const root = path.join(__dirname, '..', '..')

interface Measured {
  /** null: the stored rows reject the statement. */
  readonly cost: Cost | null
  readonly faults: readonly string[]
  /** The plan as the golden file has it. */
  readonly plan: string
  readonly isAsGolden: boolean
}

const goldens = readGoldens()

async function measure(client: Client, hot: HotStatement): Promise<Measured> {
  const statement = await statementOf(hot)
  const plan = await planOf(client, statement)
  return {
    cost: await costOf(client, statement).catch(() => null),
    faults: faultsOf(plan.root, hot.isPage, hot),
    plan: asGolden(statement, plan),
    isAsGolden: goldens.get(hot.name) === asGolden(statement, plan),
  }
}

async function measureAll(url: (database: string) => string, members: number): Promise<Map<string, Measured>> {
  const name = `plans_${members}`
  const admin = new Client({ connectionString: url('postgres') })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  await migrate(url(name), { sqlDir: path.join(root, 'sql') })
  const client = new Client({ connectionString: url(name), options: sessionOptions })
  await client.connect()
  try {
    const began = Date.now()
    await seed(client, members)
    console.log(`${members} members with related rows: seeded in ${Math.round((Date.now() - began) / 1000)} s`)
    const results = new Map<string, Measured>()
    for (const hot of hotStatements) results.set(hot.name, await measure(client, hot))
    return results
  } finally {
    await client.end()
  }
}

function report(small: Map<string, Measured>, large: Map<string, Measured>): boolean {
  let isGood = true
  console.log(`${'statement'.padEnd(40)}${'small'.padStart(8)}${'large'.padStart(8)}${'ratio'.padStart(8)}  plan`)
  for (const { name, isPage, filters } of hotStatements) {
    const [before, after] = [small.get(name), large.get(name)]
    const [few, many] = [before?.cost?.blocks ?? null, after?.cost?.blocks ?? null]
    const isSamePage = isPage && before?.cost?.rows === after?.cost?.rows
    const ratio = few && many ? many / few : null
    const grows =
      isSamePage && filters === undefined && few !== null && many !== null && many > few * MOST_RATIO + LEVELS
    const remarks = [...(after?.faults ?? []), ...(grows ? ['GROWS'] : []), after?.isAsGolden ? 'golden' : 'differs']
    if (grows || (after?.faults.length ?? 0) > 0) isGood = false
    const numbers = [few ?? '–', many ?? '–', ratio?.toFixed(2) ?? '–'].map((value) => String(value).padStart(8))
    console.log(`${name.padEnd(40)}${numbers.join('')}  ${remarks.join('; ')}`)
  }
  for (const { name } of hotStatements) {
    const result = large.get(name)
    if (result && !result.isAsGolden) console.log(`\n${name} on real rows:\n${result.plan}`)
  }
  return isGood
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { rows: { type: 'string', default: '1000000' }, help: { type: 'boolean', default: false } },
  })
  if (values.help) return void process.stdout.write(help)
  const directory = mkdtempSync(path.join(os.tmpdir(), 'community-plans-'))
  chmodSync(directory, 0o755)
  const postgres = await startEmbedded({ dataDir: path.join(directory, 'postgres'), fast: true })
  try {
    const small = await measureAll((database) => postgres.url(database), SMALL)
    const large = await measureAll((database) => postgres.url(database), Number(values.rows))
    if (!report(small, large)) process.exitCode = 1
  } finally {
    await postgres.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

void main()
