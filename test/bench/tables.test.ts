// Tables from known figures.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { bench } from './support'

let directory: string
beforeAll(() => (directory = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-tables-'))))
afterAll(() => fs.rmSync(directory, { recursive: true }))

/** By first cell. */
function rowOf(tables: string, first: string, after = ''): string[] {
  const from = tables.slice(tables.indexOf(after))
  const line = from.split('\n').find((one) => one.startsWith(`| ${first} |`)) ?? ''
  return line
    .split('|')
    .slice(2, -1)
    .map((cell) => cell.trim())
}

const machine = {
  ...{ cpu: 'A processor', cores: 2, gigabytes: 8, system: 'Linux x64', node: '24.0.0', postgres: '17.10' },
  ...{ loadBefore: 0.25, stolen: 0.031 },
}

async function tablesOf(results: object): Promise<string> {
  const file = path.join(directory, 'run.json')
  fs.writeFileSync(file, JSON.stringify({ machine, results }))
  const { code, stdout, stderr } = await bench('--from', file)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}

/** Requests per second; processor time of server and PostgreSQL. */
const round = (perSecond: number, own: number, postgres: number) => ({
  ...{ perSecond, p50Ms: 1.5, p99Ms: 4, completed: 1_000 },
  ...{ cpuMicroseconds: own, postgresMicroseconds: postgres, busyMicroseconds: own + postgres },
})

const rounds = {
  // second round: half the machine's speed
  ours: [round(12_000, 90, 30), round(6_100, 91, 31), round(11_900, 88, 29)],
  fastify: [round(10_000, 60, 30), round(5_000, 61, 31), round(10_500, 59, 29)],
  express: [round(9_000, 80, 30), round(4_500, 81, 31), round(9_500, 79, 29)],
}
const hot = {
  postgres: '17.10',
  settings: { rounds: 3, seconds: 4, members: 100_000, connections: 16 },
  contestants: Object.keys(rounds).map((id) => ({ id, label: `the ${id}` })),
  results: Object.fromEntries(Object.entries(rounds).map(([id, all]) => [id, { reads: all, awards: all }])),
  memory: { ours: 150 * 2 ** 20, fastify: 80 * 2 ** 20 },
}

it('tables show medians, spread and ratios per round', async () => {
  const tables = await tablesOf({ hot })
  const row = rowOf(tables, 'the ours', '**Reads')
  // 1.20, 1.22, 1.13 times Fastify; 1.33, 1.36, 1.25 times Express; processor time 1.50, 1.49, 1.49
  expect(row.slice(0, 4)).toEqual(['11,900', '6,100–12,000', '1.20×', '1.33×'])
  expect(row.slice(4)).toEqual(['90', '1.49×', '30', '1.50 / 4.00', '150'])
  expect(tables).toContain('A processor, 2 cores, 8 GB, Linux x64; Node 24.0.0, PostgreSQL 17.10; load average 0.3')
  expect(tables).toContain('3.1% of its time was stolen by other virtual machines')
})

it('goals are reached or missed by the measured values', async () => {
  const tables = await tablesOf({ hot })
  const goal = (text: string) => rowOf(tables, text)
  expect(goal('Reads, of Fastify + pg without validation')).toEqual([
    '≥ 1.00×',
    '1.20×, in 1.49× its processor time',
    'reached',
  ])
  expect(goal('Awards, of Express + pg without validation')[2]).toBe('**missed**')
})

it('tables without peers have no ratios and no goals', async () => {
  const alone = { ...hot, contestants: hot.contestants.slice(0, 1) }
  const tables = await tablesOf({ hot: { ...alone, results: { ours: hot.results['ours'] } } })
  expect(rowOf(tables, 'the ours', '**Reads').slice(2, 4)).toEqual(['–', '–'])
  expect(tables).not.toContain('**Goals**')
})

it('tables show the other sections and their goals', async () => {
  const sizes = [1_000, 100_000, 1_000_000]
  const byRate = (rate: number) => ({ memberPages: [round(rate, 900, 100)], reads: [round(5_000, 100, 50)] })
  const tables = await tablesOf({
    sizes: {
      settings: { rounds: 1, seconds: 2, connections: 16 },
      sizes,
      workloads: [
        { id: 'memberPages', label: 'a page of 50 members' },
        { id: 'reads', label: 'Reads: one member by id' },
      ],
      results: { 1000: byRate(1_000), 100000: byRate(900), 1000000: byRate(800) },
    },
    leak: {
      settings: { members: 100_000, connections: 16 },
      samples: [
        { requests: 0, bytes: 90 * 2 ** 20 },
        { requests: 1_000_000, bytes: 149 * 2 ** 20 },
      ],
    },
    start: { rounds: 3, first: 4_000, again: { server: [1_000, 1_200, 2_500], npm: [2_100, 1_900, 2_000] } },
  })
  expect(rowOf(tables, 'A page of 50 members, 1,000,000 against 1,000').slice(1)).toEqual([
    '1.25× the time, 1.00× the processor time',
    '**missed**',
  ])
  expect(rowOf(tables, 'Resident memory after a million requests').slice(1)).toEqual([
    '149 MB after 1,000,000',
    'reached',
  ])
  expect(rowOf(tables, 'Second start by `npm start`, to the first answer').slice(1)).toEqual([
    '2.00 s, of which the server by itself takes 1.20 s',
    'reached',
  ])
})

it('schedules: the communities that a worker carries follow from its jobs a second', async () => {
  const result = { queueMinuteMs: 120, jobsPerSecond: 100 }
  const results = [{ ...result, startMs: 900, latestSeconds: 2, cores: 0.125 }]
  const settings = { rounds: 1, communities: 10_000, platformDelayMs: 150 }
  const tables = await tablesOf({ schedules: { settings, results } })
  // a community has 67 jobs an hour
  expect(rowOf(tables, 'communities that one worker carries')[0]).toBe('5,373')
  expect(rowOf(tables, 'a core, at 10,000 communities')[0]).toBe('13%')
})

it('connections: the ratios of the rounds, and the goals of few and many connections', async () => {
  const counts = [1, 4, 16, 64]
  const all = (id: string, rates: number[]) =>
    counts.map((count) => {
      const each = rates.map((rate) => round(rate, 90, 30))
      return [`${id} ${count}`, { reads: each, awards: each }]
    })
  const results = Object.fromEntries([...all('ours', [1_400, 700, 1_200]), ...all('fastify', [1_000, 500, 1_000])])
  const settings = { rounds: 3, seconds: 2, members: 100_000 }
  const tables = await tablesOf({ connections: { settings, counts, results } })
  expect(rowOf(tables, '4', '**By the number of connections: reads').slice(0, 4)).toEqual([
    ...['1,200', '1,000', '1.40×', '1.20–1.40'],
  ])
  const goal = (text: string) => rowOf(tables, `${text}, of Fastify + pg without validation`)
  expect(goal('Reads at 1 connection')).toEqual(['≥ 0.75×', '1.40×', 'reached'])
  expect(goal('Reads at 64 connections')).toEqual(['≥ 1.50×', '1.40×', '**missed**'])
  expect(goal('Awards at 16 connections')).toEqual(['≥ 1.30×', '1.40×', 'reached'])
})
