// Processes whose clocks are wrong: what is scheduled follows the clock of the database.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { schedule } from '../../src/jobs/tasks'
import { startTestApp, type TestApp } from '../support/app'
import { until } from '../support/until'
import { startServerProcess, type ServerProcess } from './process'

/** As a process sees the time on a machine whose clock is wrong; durations stay right. */
const wrongClock = `const offset = Number(process.env.CLOCK_OFFSET_MS)
const { now } = Date
globalThis.Date = class extends Date {
  constructor(...given) { super(...(given.length === 0 ? [now() + offset] : given)) }
  static now() { return now() + offset }
}`
const hours = 3_600_000

let app: TestApp
let folder: string
let processes: ServerProcess[] = []
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'clocks-'))
  fs.writeFileSync(path.join(folder, 'clock.cjs'), wrongClock)
  app = await startTestApp({ worker: false })
  await app.community()
})
afterEach(async () => {
  await Promise.all(processes.map((one) => one.stop()))
  processes = []
})
afterAll(async () => {
  await app.close()
  fs.rmSync(folder, { recursive: true })
})

const names = Object.keys(schedule).sort()

async function start(...offsets: readonly number[]): Promise<void> {
  const clock = path.join(folder, 'clock.cjs')
  processes = await Promise.all(
    offsets.map((offset) => startServerProcess(app, { CLOCK_OFFSET_MS: String(offset) }, clock)),
  )
}

/** Every job has run without an error since `time`. */
const allRanSince = (time: string) =>
  until('every scheduled job ran', async () => {
    const { rows } = await sql<{ name: string }>`
      select name from scheduled_job where ran_at > ${time}::timestamptz and ran_at <= clock_timestamp() order by 1`.execute(
      app.dba,
    )
    return rows.length === names.length
  })

async function databaseTime(): Promise<string> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(app.dba)
  return rows[0]?.now ?? ''
}

async function waitingUntilLater(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select t.identifier as name from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.run_at > now() + interval '61 minutes'`.execute(app.dba)
  return rows.map(({ name }) => name)
}

test.each([
  ['is three hours ahead', [3 * hours]],
  ['is three hours behind', [-3 * hours]],
  ['of two is three hours ahead, and of the other behind', [3 * hours, -3 * hours]],
])('a process whose clock %s runs every job when it is due, and leaves none for later', async (_what, offsets) => {
  const begin = await databaseTime()
  await start(...offsets)
  // at the start all are due where none has run; else the next interval is made to begin
  await sql`update scheduled_job set slot = slot - 1`.execute(app.dba)
  await allRanSince(begin)
  expect(await waitingUntilLater()).toEqual([])
  const { rows } = await sql`select name from scheduled_job s
    where slot > extract(epoch from now()) / 60 or ran_at > clock_timestamp()`.execute(app.dba)
  expect(rows).toEqual([])
  const again = await databaseTime()
  await sql`update scheduled_job set slot = slot - 1`.execute(app.dba)
  await allRanSince(again)
})
