// Side effects.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client as Database, escapeIdentifier } from 'pg'
import { hashPassword, passwordMatches } from '../../../src/applications/forms/password'
import { keepSending, percentile, type Reply } from '../client'
import { residentMegabytes } from '../abuse/measure'
import { makeCheck, milliseconds, thousands } from '../check'
import { knownMembers, onePoint, type Caller } from '../environment'

export const passwordChecks = makeCheck({
  id: 'password-checks',
  title: 'concurrent password checks and the event loop delay',
  aim: 'event-loop delay p99 under 50 ms',
  sizes: { short: { checks: 20 }, usual: { checks: 100 }, long: { checks: 100 } },
  async run({ checksTimes }, { checks }) {
    const stored = await hashPassword('open sesame')
    const delay = monitorEventLoopDelay({ resolution: 5 })
    let turns = 0
    const turning = setInterval(() => turns++, 1)
    delay.enable()
    const right = await Promise.all(Array.from({ length: checks }, () => passwordMatches(stored, 'open sesame')))
    delay.disable()
    clearInterval(turning)
    const p99 = delay.percentile(99) / 1e6
    return {
      figure: `${checks} checks: delay p99 ${milliseconds(p99)}, ${thousands(turns)} turns of the event loop`,
      kept: right.every(Boolean) && turns > checks / 10 && (!checksTimes || p99 < 50),
    }
  },
})

/** In all tables. */
async function columnsWith(
  databaseUrl: string,
  words: readonly string[],
): Promise<{ found: string[]; columns: number }> {
  const database = new Database({ connectionString: databaseUrl })
  await database.connect()
  try {
    const { rows } = await database.query<{ schema: string; table: string; column: string }>(`
      select table_schema as schema, table_name as table, column_name as column from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema', 'audit_partition')`)
    const found: string[] = []
    for (const { schema, table, column } of rows) {
      const [from, what] = [`${escapeIdentifier(schema)}.${escapeIdentifier(table)}`, escapeIdentifier(column)]
      const test = `exists (select from ${from}, unnest($1::text[]) word where strpos(${what}::text, word) > 0)`
      const hit = await database.query<{ hit: boolean }>(`select ${test} as hit`, [words])
      if (hit.rows[0]?.hit) found.push(`${table}.${column}`)
    }
    return { found, columns: rows.length }
  } finally {
    await database.end()
  }
}

export const plainKeys = makeCheck({
  id: 'plain-keys',
  title: 'every column of every table and every log line after all other checks',
  aim: 'no plain API key and no platform key',
  sizes: { short: {}, usual: {}, long: {} },
  async run({ callers, databaseUrl, directory }) {
    const keys = callers.flatMap(({ key, group }) => [key, key.split('_')[2]?.slice(0, 43) ?? key, group.apiKey])
    const bytes = keys.map((key) => Buffer.from(key).toString('hex'))
    const { found, columns } = await columnsWith(databaseUrl, [...keys, ...bytes])
    const logs = readdirSync(directory).filter((name) => name.endsWith('.log'))
    const lines = logs.flatMap((name) => readFileSync(path.join(directory, name), 'utf8').split('\n'))
    const told = lines.filter((line) => keys.some((key) => line.includes(key))).length
    return {
      figure: `${columns} columns, ${thousands(lines.length)} log lines: ${found.length} and ${told} contain a key${found.length ? ` (${found.join(', ')})` : ''}`,
      kept: found.length + told === 0 && columns > 100 && lines.length > 100,
    }
  },
})

export const halfLoad = makeCheck({
  id: 'half-load',
  title: 'the memory of the server under half the peak of reads and awards, for an hour with --long',
  aim: 'median of the last quarter at most 10 % above that of the second quarter',
  isInSuite: false,
  sizes: { short: { seconds: 4 }, usual: { seconds: 120 }, long: { seconds: 3_600 } },
  async run({ callers, servers, checksTimes }, { seconds }) {
    const caller = callers[2] as Caller
    const [server] = servers
    const members = await knownMembers(caller, server.url, 40)
    const send = (turn: number): Promise<Reply> => {
      const userId = members[turn % members.length] ?? 0
      return caller.client.send(server.url, turn % 2 === 0 ? onePoint(userId) : { path: `/v2/members/${userId}` })
    }
    const probe = keepSending(16, send)
    await sleep(Math.min(seconds, 20) * 250)
    const peak = (await probe.stop()).length / (Math.min(seconds, 20) / 4)
    const samples: number[] = []
    let [sent, failed, isOver] = [0, 0, false]
    const watching = (async () => {
      for (; !isOver; await sleep(seconds * 5)) samples.push(residentMegabytes(server.pid()))
    })()
    const startedAt = performance.now()
    for (let elapsed = 0; elapsed < seconds; elapsed = (performance.now() - startedAt) / 1_000) {
      for (const due = (elapsed * peak) / 2; sent < due; sent++)
        void send(sent).then(({ status }) => void (failed += Number(status !== 200)))
      await sleep(5)
    }
    isOver = true
    await watching
    const quarter = (first: number): number =>
      percentile(samples.slice((samples.length * first) / 4, (samples.length * (first + 1)) / 4), 0.5)
    const [early, late] = [quarter(1), quarter(3)]
    return {
      figure: `${thousands(sent)} requests in ${seconds} s, ${failed} failed; ${early.toFixed(0)} MB in the second quarter, ${late.toFixed(0)} MB in the last`,
      kept: failed === 0 && (!checksTimes || late <= early * 1.1),
    }
  },
})

export const quietChecks = [passwordChecks, halfLoad, plainKeys]
