// The tables that are printed for known figures.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { bench } from './support'

let directory: string
beforeAll(() => (directory = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-tables-'))))
afterAll(() => fs.rmSync(directory, { recursive: true }))

/** Cells of the first row, after the text `after`, whose first cell is `first`. */
function rowOf(tables: string, first: string, after = ''): string[] {
  const from = tables.slice(tables.indexOf(after))
  const line = from.split('\n').find((one) => one.startsWith(`| ${first} |`)) ?? ''
  return line
    .split('|')
    .slice(2, -1)
    .map((cell) => cell.trim())
}

const machine = {
  cpu: 'A processor',
  cores: 2,
  gigabytes: 8,
  system: 'Linux x64',
  node: '24.0.0',
  postgres: '17.10',
  loadBefore: 0.25,
  stolen: 0.031,
}

async function tablesOf(results: object): Promise<string> {
  const file = path.join(directory, 'run.json')
  fs.writeFileSync(file, JSON.stringify({ machine, results }))
  const { code, stdout, stderr } = await bench('--from', file)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}

/** Figures of a round. Microseconds of processor time per request: of the server, and of each database server. */
const round = (perSecond: number, ownMicroseconds: number, ...engineMicroseconds: number[]) => ({
  perSecond,
  p50Ms: 1.5,
  p99Ms: 4,
  completed: 1_000,
  ownMicroseconds,
  engineMicroseconds,
  allMicroseconds: engineMicroseconds.reduce((sum, one) => sum + one, ownMicroseconds),
})
const workloads = [
  { id: 'reads', label: 'Reads: one member by id' },
  { id: 'awards', label: 'Awards: one point of experience' },
]
const ofEach = (rounds: object[]) => ({ reads: rounds, awards: rounds })

const hot = {
  postgres: '17.10',
  settings: { rounds: 3, seconds: 4, members: 100_000, connections: 16 },
  contestants: ['ours', 'fastify', 'express'].map((id) => ({
    id,
    label: `the ${id}`,
    of: { 'Fastify + pg': 'fastify', 'Express + pg': 'express' },
  })),
  workloads,
  results: {
    // in the second round the machine was half as fast
    ours: ofEach([round(12_000, 90, 30), round(6_100, 91, 31), round(11_900, 88, 29)]),
    fastify: ofEach([round(10_000, 60, 30), round(5_000, 61, 31), round(10_500, 59, 29)]),
    express: ofEach([round(9_000, 80, 30), round(4_500, 81, 31), round(9_500, 79, 29)]),
  },
  megabytes: { ours: 150.4, fastify: 80, express: 120 },
}

it('tables show medians, spread and ratios per round', async () => {
  const tables = await tablesOf({ hot })
  const row = rowOf(tables, 'the ours', '**Peers: Reads')
  // 1.20, 1.22, 1.13 times Fastify; 1.33, 1.36, 1.25 times Express; processor time 1.50, 1.49, 1.49
  expect(row.slice(0, 5)).toEqual(['11,900', '6,100–12,000', '1.20×', '1.33×', '1.50 / 4.00'])
  expect(row.slice(5)).toEqual(['90', '1.49×', '1.12×', '30', '120', '1.33×', '150'])
  expect(tables).toContain('A processor, 2 cores, 8 GB, Linux x64; Node 24.0.0, PostgreSQL 17.10; load average 0.3')
  expect(tables).toContain('3.1% of its time was stolen by other virtual machines')
})

it('goals are reached or missed by the measured values', async () => {
  const tables = await tablesOf({ hot })
  const goal = (text: string) => rowOf(tables, text)
  expect(goal('Reads: the ours against the fastify')).toEqual([
    '≥ 1.00×',
    '1.20×, in 1.33× the processor time',
    'reached',
  ])
  expect(goal('Awards: the ours against the express')[2]).toBe('**missed**')
})

it('a database of several servers has the processor time of each', async () => {
  const communities = {
    settings: { rounds: 1, seconds: 2, members: 1_000, connections: 16 },
    contestants: [{ id: 'ours', label: '32 communities', of: {} }],
    workloads,
    results: { ours: ofEach([round(893, 314, 673, 351, 408)]) },
  }
  const tables = await tablesOf({ communities })
  expect(rowOf(tables, '32 communities').slice(3)).toEqual(['314', '673 + 351 + 408', '1746'])
  expect(tables).not.toContain('**Goals**')
})

it('tables show the other sections and their goals', async () => {
  const ids = ['1000', '100000', '1000000']
  const byRate = (rate: number) => {
    const pages = [round(rate, 900, 100)]
    return { memberPages: pages, responsePages: pages }
  }
  const tables = await tablesOf({
    sizes: {
      settings: { rounds: 1, seconds: 2, connections: 16 },
      contestants: ids.map((id) => ({ id, label: `${id} members`, of: { '1,000': '1000' } })),
      workloads: ['memberPages', 'responsePages'].map((id) => ({ id, label: id })),
      results: { 1000: byRate(1_000), 100000: byRate(900), 1000000: byRate(800) },
    },
    leak: {
      settings: { members: 100_000 },
      samples: [
        { requests: 0, megabytes: 90 },
        { requests: 1_000_000, megabytes: 149 },
      ],
    },
    start: { rounds: 3, first: 4, again: { server: [1, 1.2, 2.5], npm: [2.1, 1.9, 2] } },
    scheduler: {
      rounds: 1,
      results: [
        { accepted: { perSecond: 1_417, cpuMicroseconds: 553 }, executed: { perSecond: 142, cpuMicroseconds: 5 } },
      ],
    },
  })
  const goal = (text: string) => rowOf(tables, text).slice(1)
  expect(goal('memberPages: 1000000 members against 1000 members')).toEqual([
    '0.80×, in 1.00× the processor time',
    '**missed**',
  ])
  expect(goal('Resident memory after a million requests')).toEqual(['149 MB after 1,000,000', 'reached'])
  expect(goal('Second start by `npm start`, to the first answer')).toEqual([
    '2.00 s, of which the server by itself takes 1.20 s',
    'reached',
  ])
  expect(goal('Operations accepted a second')).toEqual(['1,417', 'reached'])
  expect(rowOf(tables, 'executed')[0]).toBe('142')
})

it('schedules: the communities that a worker carries follow from its jobs a second', async () => {
  const result = { queueMinuteMs: 120, jobsPerSecond: 100 }
  const results = [{ ...result, startMs: 900, latestSeconds: 2, cores: 0.125 }]
  const tables = await tablesOf({ schedules: { rounds: 1, results } })
  // a community has 67 scheduled jobs an hour
  expect(rowOf(tables, 'communities that one worker carries')[0]).toBe('5,373')
  expect(rowOf(tables, 'a core, at 10,000 communities')[0]).toBe('13%')
})

it('claim: the ratio to the fewest communities, by round', async () => {
  const of = (...p50: number[]) => p50.map((p50Ms) => ({ p50Ms, p99Ms: p50Ms * 3 }))
  const results = [
    { communities: 10, rounds: of(2, 4, 2) },
    { communities: 10_000, rounds: of(2.2, 4, 4) },
  ]
  const tables = await tablesOf({ claim: { rounds: 3, results } })
  expect(rowOf(tables, '10')).toEqual(['2.00', '2.00–4.00', '6.00', '1.00×'])
  expect(rowOf(tables, '10,000')).toEqual(['4.00', '2.20–4.00', '12.00', '1.10×'])
})

it('latency: the server beside the calls of the same width, by round', async () => {
  const step = (id: string, width: number, ...p50: number[]) => ({
    id,
    width,
    rounds: p50.map((p50Ms) => ({ p50Ms, p99Ms: p50Ms + 10 })),
  })
  const steps = [
    step('calls', 1, 90, 180),
    step('server', 1, 99, 216),
    step('calls', 8, 100, 200),
    step('server', 8, 150, 300),
  ]
  const tables = await tablesOf({ latency: { rounds: 2, steps } })
  const server = 'this server, `PUT /v2/members/{userId}/rank`,'
  expect(rowOf(tables, `${server} 1 at a time`)).toEqual(['157.5', '1.15×', '167.5', '1.14×'])
  expect(rowOf(tables, `${server} 8 at a time`).slice(0, 2)).toEqual(['225.0', '1.50×'])
})

it('processes: awards beside those of one process, with the cores', async () => {
  const counts = ['1', '2', '4']
  const rates: Record<string, number[]> = { 1: [1_000, 500], 2: [1_800, 1_000], 4: [1_000, 450] }
  const tables = await tablesOf({
    processes: {
      settings: { rounds: 2, seconds: 3, members: 1_000, connections: 32, cores: 2 },
      contestants: counts.map((id) => ({ id, label: `${id} processes`, of: { 'one process': '1' } })),
      workloads: workloads.slice(1),
      results: Object.fromEntries(
        counts.map((id) => [id, { awards: rates[id]?.map((rate) => round(rate, 200, 100)) }]),
      ),
    },
  })
  expect(rowOf(tables, '2 processes').slice(0, 3)).toEqual(['1,400', '1,000–1,800', '1.90×'])
  expect(rowOf(tables, '4 processes')[2]).toBe('0.95×')
  expect(tables).toContain('2 cores, which the processes share')
})

it('overload: shares of the peak, and the latest recovery', async () => {
  const step = (perSecond: number, ofPeak: number, recoveredAfter: number | null) => ({
    perSecond,
    ofPeak,
    ofProcessor: 0.9,
    recoveredAfter,
    megabytes: 196,
    served: 80,
    refused: 15,
    other: 0,
    unsent: 5,
    seconds: 1,
    latency: { served: { p50Ms: 40, p99Ms: 90 }, refused: { p50Ms: 51, p99Ms: 190 } },
  })
  const [calm, quick, slow, lost] = [step(500, 0.5, 0), step(900, 0.9, 1.5), step(800, 0.8, 0.5), step(850, 0.85, null)]
  const peak = { ...calm, ofPeak: undefined, recoveredAfter: undefined }
  const tables = await tablesOf({
    overload: {
      rounds: 2,
      seconds: 5,
      peak,
      calm,
      above: [
        [quick, slow],
        [quick, lost],
        [quick, slow],
      ],
    },
  })
  const row = rowOf(tables, '1 × the peak')
  expect(row.slice(0, 5)).toEqual(['850', '85 % (80 %–90 %)', '90 %', '15 %', '5 %'])
  expect(row.slice(5)).toEqual(['40 / 90', '51 / 190', '196', '1.5'])
  expect(rowOf(tables, '2 × the peak').at(-1)).toBe('not reached')
})

it('connections: the ratios of the rounds, and the goals of few and many connections', async () => {
  const counts = [1, 4, 16, 64]
  const all = (id: string, rates: number[]) =>
    counts.map((count) => [`${id} ${count}`, ofEach(rates.map((rate) => round(rate, 90, 30)))] as const)
  const results = Object.fromEntries([...all('ours', [1_400, 700, 1_200]), ...all('fastify', [1_000, 500, 1_000])])
  const contestants = Object.keys(results).map((id) => ({
    id,
    label: id,
    of: { 'Fastify + pg': id.replace('ours', 'fastify') },
  }))
  const tables = await tablesOf({
    connections: { settings: { rounds: 3, seconds: 2, members: 100_000 }, contestants, workloads, results },
  })
  expect(rowOf(tables, 'ours 4').slice(0, 3)).toEqual(['1,200', '700–1,400', '1.40×'])
  const goal = (text: string, count: number) => rowOf(tables, `${text}: ours ${count} against fastify ${count}`)
  const [reads, awards] = ['Reads', 'Awards']
  expect(goal(reads, 1)[0]).toBe('≥ 0.75×')
  expect(goal(reads, 1)[2]).toBe('reached')
  expect(goal(reads, 64)[2]).toBe('**missed**')
  expect(goal(awards, 16)[2]).toBe('reached')
})
