// Rollback to this release: this build runs on a schema that a newer release has migrated.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { listMigrations } from '../../src/db/migrations/files'
import { migrate } from '../../src/db/migrations/migrate'
import { projectRoot } from '../../src/base/project-root'
import { encryptionKey, startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { until } from '../support/until'
import { startServerProcess, startToEnd } from './process'

let app: TestApp
let home: TestCommunity
let newer: string
const logged: string[] = []

beforeEach(async () => {
  app = await startTestApp({ worker: false })
  home = await app.community()
  newer = fs.mkdtempSync(path.join(os.tmpdir(), 'newer-'))
  fs.cpSync(path.join(projectRoot, 'sql'), newer, { recursive: true })
  logged.length = 0
})
afterEach(async () => {
  await app.close()
  fs.rmSync(newer, { recursive: true })
})

const newestHere = (): string => listMigrations(path.join(projectRoot, 'sql')).at(-1)?.name ?? ''

/** Migrates as the newer release does when it starts. */
async function upgrade(name: string, text: string): Promise<void> {
  fs.writeFileSync(path.join(newer, name), text)
  expect(await migrate(app.databaseUrl, { sqlDir: newer, log: (line) => void logged.push(line) })).toEqual([name])
}

it('starts again and serves after a migration that is declared compatible', async () => {
  const declared = `-- compatible-from: ${newestHere().slice(0, 4)}\n`
  await upgrade(
    '9001_expand.sql',
    `${declared}alter table member add column of_a_newer_release text not null default '';\n`,
  )
  expect(logged.join()).not.toContain('do not start')
  const server = await startServerProcess(app)
  try {
    const answer = await fetch(`${server.url}/v2/members/101/experience`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${home.key}`,
        'X-Community-Id': home.communityId,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ op: 'increment', amount: 1 }),
    })
    expect([answer.status, await answer.json()]).toMatchObject([200, { data: { experience: 1 } }])
    await until('the server is ready', async () => (await fetch(`${server.url}/readyz`)).status === 200)
  } finally {
    expect(await server.stop()).toBe(0)
  }
})

it('refuses to start after a migration that is not, and says what to do; the newer release said so before it', async () => {
  await upgrade('9001_contract.sql', 'alter table member drop column display_name;\n')
  expect(logged).toContain(
    'after the migration 9001_contract.sql older versions do not start: to go back, restore a backup made before it',
  )
  const env = {
    DATABASE_URL: app.databaseUrl,
    PLATFORM_API_URL: app.simulator.url,
    ENCRYPTION_KEY: encryptionKey.toString('hex'),
  }
  for (const script of ['main.js', 'migrate.js', 'admin/main.js']) {
    const { code, lines } = await startToEnd(env, script, script.startsWith('admin') ? ['community', 'list'] : [])
    const refusal =
      'The database has the migration 9001_contract.sql of a newer version, which this version does not have. ' +
      'Run the newer version, or restore a backup made before that migration.'
    expect([script, code, lines]).toEqual([script, 1, [script.startsWith('admin') ? `error: ${refusal}` : refusal]])
  }
})
