// A newer release adds columns while a server runs: PostgreSQL refuses a prepared `select *` whose result has changed.
import { sql } from 'kysely'
import { operationTable } from '../../generated/operations'
import { createAward } from '../../src/awards/medals/actions'
import type { OperationId } from '../../src/contract/types'
import { signatureOf } from '../../src/simulator/notifications'
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { makeForms, successOf } from '../support/successes'
import { listTables } from '../data-rights/scan'
import { settled } from '../operations/fixture'

const secret = 'a-secret-of-the-platform'
const operationIds = Object.keys(operationTable) as OperationId[]
let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ platformSecrets: [secret], poolSize: 2 })
})
afterAll(() => app.close())

async function makePlace(): Promise<TestCommunity> {
  const community = await app.community()
  for (const kind of ['medal', 'qualification'] as const) {
    await createAward(await community.ctx(), kind, kind === 'medal' ? 'Valor' : 'Pilot')
  }
  await makeForms(app, community)
  return community
}

/** Runs each operation once. @returns the failures, with their responses */
async function runAll(community: TestCommunity): Promise<string[]> {
  const failures: string[] = []
  for (const id of operationIds) {
    const { path, body, headers, status } = successOf(id)
    const signed =
      operationTable[id].scope === null
        ? { 'roblox-signature': signatureOf(JSON.stringify(body), secret, Math.floor(Date.now() / 1_000)) }
        : {}
    const answer = await community.client.send(operationTable[id].method.toUpperCase(), path, body, {
      ...headers,
      ...signed,
    })
    if (answer.status !== status) failures.push(`${id}: ${answer.status} ${answer.text}`)
    if (id === 'submitRankOperation') await settled(community, answer.body.data.id as string)
  }
  return failures
}

it('every operation and the worker keep running when each table gets a column', async () => {
  expect(await runAll(await makePlace())).toEqual([])
  const tables = await listTables(app.app.db)
  expect(tables.length).toBeGreaterThan(40)
  for (const table of tables)
    await sql`alter table ${sql.table(table)} add column of_a_newer_release text`.execute(app.dba)
  app.logs.length = 0
  expect(await runAll(await makePlace())).toEqual([])
  const complaints = app.logs.filter(({ level }) => level === 'error' || level === 'fatal')
  expect(complaints).toEqual([])
})
