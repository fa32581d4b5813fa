// Ids of another community are answered like ids that do not exist.
import type { OperationId } from '../../src/contract/types'
import { group, type Answer } from '../support/app'
import type { Contract } from '../../scripts/contract-rules'
import { loadContract } from '../../src/contract/document'
import { casesOf, idNamesOf, unknownIds, type Case } from './cross-community/cases'
import { account, digestOf, numbers, startTwo, type Place, type Two } from './cross-community/communities'
import { call, neverMade, requestOf, shown, type Sent, type Wish } from './cross-community/requests'
import * as known from './cross-community/things'
import { isThing, newNames, stock, thing, type Ids } from './cross-community/things'

const cases = casesOf(loadContract() as unknown as Contract, known.plainQuery, newNames)
const isFilter = (name: string): boolean => [...known.accounts, ...known.noIds].includes(name)
const pathThings = ({ pathNames }: Case): string[] => pathNames.filter(isThing)
const thingsOf = (one: Case): string[] => [...new Set(idNamesOf(one).filter(isThing))]
const rowsOf = <T extends { readonly id: string }>(list: readonly T[]) => list.map((one) => [one.id, one] as const)

const MOST_ON_A_PAGE = 110

/** Operations that accept ids which do not exist, and the part of the reply that may depend on the id. */
const inBand: Readonly<Partial<Record<OperationId, (body: Answer['body']) => unknown>>> = {
  listAllResponses: ({ data }) => data as unknown,
  listEvents: ({ data }) => data as unknown,
  listMembers: ({ data }) => data as unknown,
  awardBatch: ({ data }) =>
    data.entries.map(({ status, medals, error }: Record<string, unknown>) => ({ status, medals, error })) as unknown,
}

let two: Two
let here: Place
let there: Place
/** Ids of the first community, which no answer to the second may contain. */
const secrets = new Set<string>()

beforeAll(async () => {
  two = await startTwo()
  here = two.here
  there = two.there
  for (const secret of [here.word, String(numbers.experience), String(numbers.quotaPoints)]) secrets.add(secret)
})
afterAll(() => two.close())

/** Creates objects and their parents. */
async function makeThings(place: Place, names: readonly string[]): Promise<Ids> {
  const ids = await known.makeThings(place, names)
  if (place === here) for (const [name, id] of Object.entries(ids)) if (known.isSecret(name)) secrets.add(id)
  return ids
}

/** Secrets of the other community in an answer whose request did not contain them. */
function secretsIn({ text }: Answer, { path, body }: Sent): string[] {
  const request = decodeURIComponent(`${path} ${JSON.stringify(body)}`)
  // the digits of an id can occur in another number, such as a time
  const shows = (secret: string): boolean =>
    /^\d+$/.test(secret) ? new RegExp(`(?<!\\d)${secret}(?!\\d)`).test(text) : text.includes(secret)
  return [...secrets].filter((secret) => shows(secret) && !request.includes(secret))
}

function expectNoLeak(answer: Answer, sent: Sent): void {
  expect({ leaked: secretsIn(answer, sent), text: answer.text }).toEqual({ leaked: [], text: answer.text })
}

/** Expects success, or a refusal for the state of the object only. */
function expectValid({ status, text }: Answer): void {
  expect([status < 300 || status === 409, text]).toEqual([true, text])
}

describe('the list of objects', () => {
  const lists = { things: known.thingNames, accounts: known.accounts, noIds: known.noIds }
  const all = { ...lists, newNames: Object.keys(newNames), stock: Object.keys(stock) }

  it('covers every id, name and list of the contract', () => {
    expect(unknownIds(cases, all)).toEqual([])
    expect(known.thingNames.filter((name) => !cases.some((one) => idNamesOf(one).includes(name)))).toEqual([])
  })

  it('reports what it lacks', () => {
    const without = (names: readonly string[], ...removed: string[]): string[] =>
      names.filter((name) => !removed.includes(name))
    const known = {
      ...all,
      things: without(all.things, 'templateId'),
      newNames: without(all.newNames, 'createMedal'),
      stock: [...without(all.stock, 'listMedals'), 'listNothing'],
    }
    expect(unknownIds(cases, known).map(([table, rule]) => [table, rule])).toEqual([
      ['things', 'deleteTemplate takes templateId, which the test of separate communities cannot make.'],
      ['newNames', 'The body of createMedal holds a name that is of no thing.'],
      ['stock', 'listMedals has nothing that makes it longer.'],
      ['stock', 'listNothing is no list of the contract.'],
    ])
  })
})

async function expectNoDifference(one: Case, foreign: Ids, unknown: Ids, wish: Wish = {}): Promise<Answer> {
  const before = await digestOf(here)
  const [foreignRequest, unknownRequest] = [requestOf(one, foreign, wish), requestOf(one, unknown, wish)]
  const [first, second] = [await call(there, one, foreignRequest), await call(there, one, unknownRequest)]
  const resultOf = inBand[one.id]
  if (resultOf) {
    expect([first.status, second.status]).toEqual([200, 200])
    const results = [first, second].map(
      ({ status, body }) => ({ status, text: JSON.stringify(resultOf(body)) }) as Answer,
    )
    expect(shown(results[0] as Answer, foreign)).toBe(shown(results[1] as Answer, unknown))
  } else {
    expect([first.status, first.text]).toEqual([404, first.text])
    expect(first.body.error.code).toMatch(/_not_found$/)
    expect(shown(first, foreign)).toBe(shown(second, unknown))
  }
  expectNoLeak(first, foreignRequest)
  expect(await digestOf(here)).toEqual(before)
  return first
}

/** Operations that create an object when the name in the path is unknown. */
const defines: readonly string[] = ['setStaffRole']

it.each(rowsOf(cases.filter((one) => pathThings(one).length > 0 && !defines.includes(one.id))))(
  '%s answers an id of another community like an unknown id',
  async (_, one) => {
    const [ids, own] = [await makeThings(here, thingsOf(one)), await makeThings(there, thingsOf(one))]
    const foreign = { ...own, ...pick(ids, pathThings(one)) }
    await expectNoDifference(one, foreign, { ...own, ...neverMade(pathThings(one)) })
    // the same ids are valid in their own community
    expectValid(await call(here, one, requestOf(one, ids)))
  },
)

it('setStaffRole defines a role apart from that of the same name of another community', async () => {
  const path = '/v2/staff-roles/both'
  const numbers = { takesPerHourLimit: 0 }
  expect((await here.client.put(path, { scopes: ['medals.read'], ...numbers })).status).toBe(200)
  const before = await digestOf(here)
  const answer = await there.client.put(path, { scopes: ['events.read'], ...numbers })
  expect([answer.status, answer.body.data.scopes]).toEqual([200, ['events.read']])
  expect(await digestOf(here)).toEqual(before)
})

const pick = (ids: Ids, names: readonly string[]): Ids =>
  Object.fromEntries(Object.entries(ids).filter(([name]) => names.includes(name)))

/** Places in bodies and queries that contain an id. */
const named = cases.flatMap((one) => [
  ...one.slots.filter(({ name }) => isThing(name)).map((slot) => [one.id, slot.path.join('.'), one, slot] as const),
  ...one.queryNames.filter(isThing).map((name) => [one.id, `?${name}`, one, { name, path: [] }] as const),
])

it.each(named)('%s answers %s of another community like an unknown one', async (_, __, one, slot) => {
  const wish = slot.path.length > 0 ? { slot } : {}
  const { name } = slot
  const [ids, own] = [await makeThings(here, thingsOf(one)), await makeThings(there, thingsOf(one))]
  if (one.id in stock) await stock[one.id]?.(here, ids)
  const first = await expectNoDifference(one, { ...own, ...pick(ids, [name]) }, { ...own, ...neverMade([name]) }, wish)
  const answer = await call(here, one, requestOf(one, ids, wish))
  expectValid(answer)
  const said = inBand[one.id]
  if (said) expect(shownIn(said(answer.body), ids)).not.toBe(shownIn(said(first.body), ids))
})

const shownIn = (part: unknown, ids: Ids): string => shown({ status: 200, text: JSON.stringify(part) } as Answer, ids)

const nested = cases.filter((one) => pathThings(one).length > 1)

it.each(rowsOf(nested))('%s does not find an object under another parent', async (_, one) => {
  const [parent = '', child = ''] = pathThings(one)
  const ids = await makeThings(here, thingsOf(one))
  for (const [place, told] of [
    [there, 'their own'],
    [here, 'another of the same community'],
  ] as const) {
    const other = { ...ids, ...pick(await makeThings(place, [parent]), [parent]) }
    const digest = await digestOf(here)
    const unknown = { ...other, [child]: thing(child).never() }
    const [first, second] = [
      await call(place, one, requestOf(one, other)),
      await call(place, one, requestOf(one, unknown)),
    ]
    expect([told, first.status]).toEqual([told, 404])
    expect(shown(first, other)).toBe(shown(second, unknown))
    expect(await digestOf(here)).toEqual(digest)
  }
})

it('removeEventAttendee does not find an attendee of another community’s event', async () => {
  const [{ eventId }, own] = [await makeThings(here, ['eventId']), await makeThings(there, ['eventId'])]
  const attendee = group.members[1]
  await here.client.put(`/v2/events/${eventId}/attendees/${attendee}`, { attendance: 'present' })
  const before = await digestOf(here)
  const remove = (userId: number) => there.client.delete(`/v2/events/${own['eventId']}/attendees/${userId}`)
  const answers = [await remove(attendee), await remove(group.members[2])]
  expect(answers.map(({ status, text }) => [status, text])).toEqual([
    [204, ''],
    [204, ''],
  ])
  const { body } = await there.client.get(`/v2/events/${own['eventId']}/attendees`)
  expect(body.data.map(({ userId }: { userId: string }) => userId)).toEqual([String(account)])
  expect(await digestOf(here)).toEqual(before)
})

const onMembers = cases.filter(({ pathNames }) => pathNames.includes('userId'))

it.each(rowsOf(onMembers))('%s changes the account’s member of one community only', async (_, one) => {
  const ids = await makeThings(there, thingsOf(one))
  const before = await digestOf(here)
  const sent = requestOf(one, ids)
  const answer = await call(there, one, sent)
  expectValid(answer)
  expectNoLeak(answer, sent)
  expect(await digestOf(here)).toEqual(before)
})

it.each(rowsOf(cases.filter(({ id }) => id in newNames)))(
  '%s accepts a name that another community uses',
  async (_, one) => {
    const [ids, own] = [await makeThings(here, thingsOf(one)), await makeThings(there, thingsOf(one))]
    const newName = `both-${one.id}`
    const first = await call(here, one, requestOf(one, ids, { newName }))
    const before = await digestOf(here)
    const sent = requestOf(one, own, { newName })
    const second = await call(there, one, sent)
    expect([first.status < 300, first.text]).toEqual([true, first.text])
    expect([second.status, second.text]).toEqual([first.status, second.text])
    if (one.id === 'awardBatch') expect(second.body.meta.replayed).toBe(false)
    expectNoLeak(second, sent)
    expect(await digestOf(here)).toEqual(before)
  },
)

let all: Ids | null = null

const others = cases.filter((one) => pathThings(one).length === 0)

it.each(rowsOf(others))('%s shows and changes nothing of another community', async (_, one) => {
  all ??= await makeThings(here, known.thingNames)
  const own = await makeThings(there, thingsOf(one))
  if (one.id in stock) await stock[one.id]?.(here, all)
  const before = await digestOf(here)
  for (const filter of [undefined, ...one.queryNames.filter(isFilter)]) {
    const sent = requestOf({ ...one, queryNames: one.queryNames.filter((name) => !isThing(name)) }, own, { filter })
    const answer = await call(there, one, sent)
    expectValid(answer)
    expectNoLeak(answer, sent)
    if (one.id in stock) expect(secretsIn(await call(here, one, sent), sent)).not.toEqual([])
  }
  expect(await digestOf(here)).toEqual(before)
})

function page(place: Place, one: Case, ids: Ids, cursor: string | null): Promise<Answer> {
  const { path } = requestOf(one, ids)
  const short = one.parameters.some(({ name }) => name === 'limit') ? ['limit=1'] : []
  const query = [...short, ...(cursor === null ? [] : [`cursor=${cursor}`])].join('&')
  return place.client.get(query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`)
}

/** A cursor to the second page of a list that is filled for it. */
async function cursorOf(one: Case, ids: Ids): Promise<string> {
  for (let rows = 0; rows < MOST_ON_A_PAGE; rows++) {
    await stock[one.id]?.(here, ids)
    const { body } = await page(here, one, ids, null)
    const cursor = (body.meta?.nextCursor ?? body.data?.nextCursor ?? null) as string | null
    if (cursor !== null) return cursor
  }
  throw new Error(`${one.id} has one page, however long: \`stock\` makes something else`)
}

const pages = cases.filter(({ parameters }) => parameters.some(({ name }) => name === 'cursor'))

it.each(rowsOf(pages))('%s refuses a cursor of another community', async (_, one) => {
  const ids = await makeThings(here, thingsOf(one))
  const cursor = await cursorOf(one, ids)
  expect((await page(here, one, ids, cursor)).status).toBe(200)
  const own = await makeThings(there, thingsOf(one))
  const answer = await page(there, one, own, cursor)
  expectNoLeak(answer, { path: '', body: undefined, headers: {} })
  expect([answer.status, answer.body.error.code]).toEqual([400, 'validation_failed'])
})

it('an idempotency key belongs to one community', async () => {
  const headers = { 'Idempotency-Key': 'the-same-for-both' }
  const body = { userId: String(group.members[3]), rankId: 50 }
  const first = await here.client.post('/v2/platform-operations/ranks', body, headers)
  const second = await there.client.post('/v2/platform-operations/ranks', body, headers)
  expect([first.status, second.status]).toEqual([202, 202])
  expect(second.body.data.id).not.toBe(first.body.data.id)
})
