// A small form of `npm run promises -- --only abuse`.
import { rmSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { temporaryDirectory } from '../../scripts/command'
import { operationTargets } from '../../scripts/promises/abuse/attacks'
import { worstBodies, type WorstBody } from '../../scripts/promises/abuse/bodies'
import { attackAll, limits, renderFound, type Limits } from '../../scripts/promises/checks/abuse'
import type { Schema } from '../../scripts/contract'
import { operations } from '../../scripts/fuzz/values'
import { makePool } from '../../scripts/fuzz/pool'
import { operationTable, signInTable } from '../../generated/operations'
import { freshDatabase, type TestDatabase } from '../support/database'

const who = { applicant: () => 2_000_001, members: [7, 8] }

const schema: Schema = {
  type: 'object',
  additionalProperties: false,
  required: ['title', 'parts'],
  properties: {
    title: { type: 'string', maxLength: 300 },
    note: { type: 'string', maxLength: 1_000 },
    parts: {
      type: 'array',
      minItems: 1,
      maxItems: 20,
      items: {
        type: 'object',
        properties: {
          id: { type: 'string', pattern: '^[a-z]{2}\\d+$' },
          userId: { type: 'string' },
          text: { type: 'string', maxLength: 100 },
          keys: { type: 'array', maxItems: 5, 'x-unique-items': true, items: { type: 'string', maxLength: 20 } },
        },
      },
    },
  },
}
const maxBytes = 20_000

interface Small {
  readonly title: string
  readonly note?: string
  readonly parts: readonly { readonly userId: string; readonly text: string; readonly keys: readonly unknown[] }[]
}

function textOf({ bytes, headers }: WorstBody): string {
  return (headers['Content-Encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString()
}

describe('the worst bodies of a schema', () => {
  const bodies = worstBodies(schema, maxBytes, who)
  const read = (name: string): Small => {
    const body = bodies.find((one) => one.name === name)
    if (!body) throw new Error(`no body "${name}" among ${bodies.map((one) => one.name).join(', ')}`)
    return JSON.parse(textOf(body)) as Small
  }

  it('have texts and lists of the maximum length', () => {
    const { title, note, parts } = read('groups, all')
    expect([title.length, note?.length, parts.length, parts[0]?.text.length]).toEqual([300, 1_000, 20, 100])
    expect(title).toContain('1 001 1 001 1 001')
    expect(new Set(parts[0]?.keys).size).toBe(5)
    expect(parts[1]?.userId).toMatch(/^[78]$/)
  })

  it('fill the arrays of every level with invalid items up to the size limit', () => {
    const outer = read('numbers in arrays below 0').parts
    const inner = read('different in arrays below 1').parts
    expect(outer.length).toBeGreaterThan(9_000)
    expect(inner).toHaveLength(1)
    expect(inner[0]?.keys.length).toBeGreaterThan(1_200)
    expect(inner[0]?.keys.slice(0, 2)).toEqual([{ a: 0 }, { a: 1 }])
  })

  it('have the maximum depth, width and compression within the size limit', () => {
    expect(textOf(bodies.find(({ name }) => name === 'nested arrays') as WorstBody)).toMatch(/^\[{9999}\]{9999}$/)
    expect(Object.keys(read('unknown names')).length).toBeGreaterThan(1_500)
    const bombs = bodies.filter(({ name }) => name.includes('bomb'))
    expect(bombs.map(({ headers }) => headers['Content-Encoding'])).toEqual(['gzip', 'br'])
    const read64 = bombs.map(({ bytes }) => bytes.length)
    expect(Math.max(...read64)).toBeLessThan(100_000)
    const others = bodies.filter(({ name }) => !name.includes('bomb')).map((one) => Buffer.byteLength(textOf(one)))
    expect(Math.max(...others)).toBeLessThanOrEqual(maxBytes)
  })

  it('are generic for an operation without a schema', () => {
    const names = worstBodies(null, maxBytes, who).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['nested objects', 'unknown names', 'gzip bomb', 'br bomb']))
  })
})

it('makes every operation of the contract a target, with its own bodies and queries', () => {
  const attacker = { url: 'http://127.0.0.1:9', credentials: {}, pool: makePool(), ...who }
  const targets = operationTargets(attacker)
  expect(targets.map(({ name }) => name).sort()).toEqual(Object.keys({ ...operationTable, ...signInTable }).sort())
  const withBody = operations.find(({ body }) => body !== null)
  const made = targets.find(({ name }) => name === withBody?.id)?.make()
  expect(made?.attacks.length).toBeGreaterThan(20)
})

describe('a production server', () => {
  let database: TestDatabase
  let directory: string
  beforeAll(async () => {
    directory = temporaryDirectory('abuse')
    database = await freshDatabase()
  })
  afterAll(async () => {
    await database.drop()
    rmSync(directory, { recursive: true, force: true })
  })

  // ten times the allowed stall and twice the memory, since other tests share the machine
  const relaxed: Limits = { ...limits, stallMs: limits.stallMs * 10, megabytes: limits.megabytes * 2 }

  it('answers the worst requests of a few targets without a stall', async () => {
    const targets = ['changeExperience', 'submitResponse', '/docs']
    const place = { databaseUrl: database.url, directory, checksTimes: false, say: () => undefined, targets }
    const found = await attackAll(place, 0, relaxed)
    process.stdout.write(`${renderFound(found)}\n`)
    expect(found.map(({ target, exceeded }) => [target, exceeded])).toEqual(targets.map((target) => [target, []]))
  })
})
