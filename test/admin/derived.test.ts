// Verbs derived from the contract: each operation has one, and it does what the API does.
import { operationTable } from '../../generated/operations'
import { flagsOf, type DerivedFlag } from '../../src/admin/derived/flags'
import { deriveVerbs, type DerivedVerb } from '../../src/admin/derived/names'
import { byHand } from '../../src/admin/derived/by-hand'
import { readPages } from '../../src/admin/derived/pages'
import { toListAnswer, type Values } from '../../src/admin/derived/answer'
import { contractOfServer } from '../../src/admin/derived/schema'
import { makeProgram } from '../../src/admin/program'
import type { OperationId } from '../../src/contract/types'
import { createAward } from '../../src/awards/medals/actions'
import { listCommands } from '../../scripts/docs/commands'
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { makeForms, successOf } from '../support/successes'
import { adminOf, collect, type Admin } from './support'

const contract = contractOfServer()
const derived = deriveVerbs(contract)
const commands = listCommands().map(({ name }) => name)

let app: TestApp
let home: TestCommunity
let admin: Pick<Admin, 'run' | 'json' | 'failure'>
beforeAll(async () => {
  app = await startTestApp()
  admin = adminOf(app, { WEBHOOK_ALLOW_PRIVATE: 'on' })
  home = await app.community()
  await createAward(await home.ctx(), 'medal', 'Valor')
  await createAward(await home.ctx(), 'qualification', 'Pilot')
  await makeForms(app, home)
})
afterAll(() => app.close())

const on = (command: string, ...flags: string[]) => [...command.split(' '), '--community', home.communityId, ...flags]

describe('every operation of the contract', () => {
  const namedBy = (id: OperationId): string | null => {
    const named = byHand[id]
    if (named) return named.command ?? null
    const verb = derived.find(({ operationId }) => operationId === id)
    return verb ? `${verb.noun} ${verb.verb}` : 'none'
  }

  it.each(Object.keys(operationTable) as OperationId[])('%s has a verb, or is named with a reason', (id) => {
    const name = namedBy(id)
    if (byHand[id]) expect(byHand[id].reason).toMatch(/^.{10,}$/)
    if (name !== null) expect(commands).toContain(name)
  })

  it('has one verb of its own', () => {
    const names = derived.map(({ noun, verb }) => `${noun} ${verb}`)
    expect(names).toEqual([...new Set(names)])
  })
})

test('the overrides name only flags of their operations', () => {
  for (const verb of derived) {
    const { only, values = {}, flags = {}, own = [] } = verb.override
    const replaced = own.flatMap(({ names }) => names)
    const all = flagsOf(contract, { ...verb, override: {} }).map(({ location: place, name }) => `${place}/${name}`)
    expect(all).toEqual(
      expect.arrayContaining([...(only ?? []), ...replaced, ...Object.keys(values), ...Object.keys(flags)]),
    )
  }
})

test('the columns of a table are the properties of the contract: ids and names first, without lists of records', () => {
  const [verb] = derived.filter(({ operationId }) => operationId === 'listWebhooks') as [DerivedVerb]
  const properties = {
    webhookId: { type: 'string' },
    reason: { type: 'string' },
    createdAt: { type: 'string', format: 'date-time' },
    url: { type: 'string' },
    points: { type: 'integer' },
    parts: { type: 'array', items: { type: 'object', properties: { at: { type: 'string' } } } },
    name: { type: 'string' },
    userId: { type: 'string' },
    waitingFor: { type: 'string' },
  }
  const row = {
    ...{ webhookId: 'whk_1', reason: 'typed', createdAt: '2026-01-01T00:00:00Z', points: 2, parts: [{ at: 'x' }] },
    ...{ url: 'https://a.example/secret', name: 'Valor', userId: '7', waitingFor: 'worker-lost' },
  }
  const shape = { isList: true, properties, table: null }
  const { human } = toListAnswer(verb, shape, [row], {})
  expect(human.table?.columns.join()).toBe('WEBHOOK,USER,NAME,POINTS,CREATED,REASON,URL,WAITING FOR')
  // a URL may contain a secret, and a code has a sentence
  expect(human.table?.rows[0]?.slice(5)).toEqual(['typed', 'a.example', expect.stringMatching(/^The worker .*\.$/)])
})

test('an operation that is added to the contract has a verb and help', () => {
  const added = {
    operationId: 'listDuelResults',
    summary: 'List duel results',
    description: 'The results of duels, newest first.',
    tags: ['members'],
    parameters: [
      {
        name: 'userId',
        in: 'query',
        description: 'Only of this account.',
        schema: { $ref: '#/components/schemas/UserId' },
      },
      { $ref: '#/components/parameters/ModerationCursor' },
    ],
    responses: { 200: { description: 'x', content: { 'application/json': { schema: { type: 'object' } } } } },
  }
  const copy = { ...contract, paths: { ...contract.paths, '/v2/duel-results': { get: added } } } as typeof contract
  const stdout = collect(false)
  const terminal = { stdin: process.stdin, stdout, stderr: stdout, env: {} }
  expect(() =>
    makeProgram(terminal, undefined, copy).parse(['duel-result', 'list', '--help'], { from: 'user' }),
  ).toThrow('(outputHelp)')
  for (const text of ['list duel results', 'newest first', '--user <id|name>', 'only of this account', '--cursor']) {
    expect(stdout.text()).toContain(text)
  }
})

/** Flags for the body, query and path of the success example. */
function flagsFor(verb: DerivedVerb): string[] {
  const { path, body = {} } = successOf(verb.operationId)
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  const named = verb.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  const places = {
    path: new RegExp(`^${named}$`).exec(pathname)?.groups ?? {},
    query: Object.fromEntries(searchParams),
    body,
  }
  const taken = new Set<string>()
  return flagsOf(contract, verb).flatMap((flag) => {
    // several flags may name one thing
    if (taken.size === taken.add(`${flag.location}/${flag.name}`).size) return []
    const value = valueAt({ ...places[flag.location], ...(flag.location === 'query' ? body : {}) }, flag.name)
    return value === undefined ? [] : [flag.option.long ?? '', ...textOf(flag, value)]
  })
}

const valueAt = (values: object, name: string): unknown =>
  name.split('/').reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], values)

function textOf({ kind }: DerivedFlag, value: unknown): string[] {
  if (kind === 'switch') return []
  if (kind === 'on-off') return [value === true ? 'on' : 'off']
  if (kind === 'duration') return [`${value as number}s`]
  if (kind === 'json') return [JSON.stringify(value)]
  return [Array.isArray(value) ? value.join(',') : String(value)]
}

describe('a derived verb does what the API does', () => {
  const own = derived.filter(({ isVariant }) => !isVariant)
  const named = own.map((verb) => [`${verb.noun} ${verb.verb}`, verb] as const)

  it.each(named.filter(([, { method }]) => method === 'get'))('%s', async (command, verb) => {
    const path = new URL(successOf(verb.operationId).path, 'http://localhost')
    for (const [key, value] of Object.entries(verb.override.values ?? {}))
      path.searchParams.set(key.replace('query/', ''), String(value))
    const { data, meta } = (await home.client.get(path.pathname + path.search)).body
    const printed = await admin.json(on(command, ...flagsFor(verb)))
    if (Array.isArray(data)) expect(Object.values(printed)).toContainEqual(data)
    else if (data.items) expect(Object.values(printed)).toContainEqual(data.items)
    else if (verb.override.adds) expect(printed).toMatchObject(data)
    else expect({ ...printed, countedAt: null }).toEqual({ ...data, ...meta, countedAt: null })
    const human = await admin.run(on(command, ...flagsFor(verb)))
    expect(human).toMatchObject({ exitCode: 0, stderr: '' })
    expect(human.stdout).not.toContain('[object')
  })

  it.each(named.filter(([, { method }]) => method !== 'get'))('%s', async (command, verb) => {
    const { confirm = verb.method === 'delete' } = verb.override
    const confirmed = confirm ? ['--yes'] : []
    const ran = await admin.run(on(command, ...flagsFor(verb), ...confirmed))
    expect(ran.exitCode).toBe(0)
    // what asks names the community first
    expect(ran.stderr).toMatch(confirm ? /^(community Test community \(cmt_\w+\)\n)?$/ : /^$/)
    expect(ran.stdout).not.toContain('[object')
  })
})

describe('a derived verb', () => {
  it('names the flag of a fault', async () => {
    expect(await admin.failure(on('medal update', '--name', 'Valor', '--to', '..'))).toContain('error: --to must')
    expect(await admin.failure(on('webhook create', '--url', 'x'))).toContain('error: --url must')
    expect(await admin.failure(on('event-type update', '--type', 'ety_1'))).toContain('see event-type list')
    expect(await admin.failure(on('auto-rank update'))).toContain('nothing to change')
  })

  it('asks before it deletes', async () => {
    const { webhookId } = await admin.json(on('webhook create', '--url', 'http://127.0.0.1:9/'))
    const one = on('webhook delete', '--webhook', webhookId as string)
    expect(await admin.failure(one)).toContain('give --yes to confirm')
    expect(await admin.json([...one, '--yes'])).toEqual({ webhookId, deleted: true })
  })

  it('reads pages up to --limit, continues with --cursor, and reads all with --all', async () => {
    for (const name of ['First', 'Second', 'Third']) await admin.json(on('event-type create', '--name', name))
    const namesOf = ({ eventTypes }: { eventTypes: { name: string }[] }) => eventTypes.map(({ name }) => name)
    const first = await admin.json(on('event-type list', '--limit', '2'))
    expect(namesOf(first)).toEqual(['Third', 'Second'])
    const next = await admin.json(on('event-type list', '--cursor', first.nextCursor as string))
    const all = await admin.json(on('event-type list', '--all'))
    expect(namesOf(all)).toEqual([...namesOf(first), ...namesOf(next)])
    expect(all.nextCursor).toBeNull()
  })

  it('reads further pages until there are enough, and no more', async () => {
    const sizes: unknown[] = []
    const read = ({ limit, cursor = '0' }: Values) => {
      sizes.push(limit)
      const end = Number(cursor) + Number(limit)
      const data = Array.from({ length: Number(limit) }, (_, at) => ({ at: Number(cursor) + at }))
      return Promise.resolve({ data, meta: { nextCursor: String(end) } })
    }
    const pages = { largest: 4, options: [] }
    const { rows, meta } = await readPages(pages, { limit: 10 }, read)
    expect(rows).toEqual(Array.from({ length: 10 }, (_, at) => ({ at })))
    expect({ sizes, meta }).toEqual({ sizes: ['4', '4', '2'], meta: { nextCursor: '10' } })
    expect((await readPages({ ...pages, largest: 100 }, { all: true }, read)).rows).toHaveLength(10_000)
  })

  it('takes the name of an account and of a rank', async () => {
    expect(await admin.json(on('leaderboard show-place', '--user', 'Member101'))).toHaveProperty('place')
    expect(await admin.json(on('rank show', '--rank', 'private'))).toMatchObject({ name: 'private' })
    expect(await admin.failure(on('rank show', '--rank', 'nothing'))).toContain('see rank list')
  })
})
