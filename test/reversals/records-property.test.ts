// For any changes of records by an author and by others, a reversal does what its preview says, and its effect can be
// reversed again.
import fc from 'fast-check'
import { startTestApp, tasksOf, type Client, type TestApp, type TestCommunity } from '../support/app'
import { runs } from '../support/runs'

interface Item {
  readonly state: string
  readonly reason: string | null
}

let app: TestApp
let community: TestCommunity
let staff: Client
let scopes: readonly string[]
let nextUser = 950_000

beforeAll(async () => {
  app = await startTestApp({ worker: false })
  community = await app.community()
  staff = community.client
  scopes = (await staff.get('/v2/key')).body.data.scopes as string[]
})
afterAll(() => app.close())

const act = fc.record({
  isAuthor: fc.boolean(),
  // index of the account or group, of the warning, or of the form
  on: fc.nat(1),
  what: fc.constantFrom(
    ...(['warn', 'revoke', 'ban', 'ban', 'lift', 'lift', 'change terms', 'change terms'] as const),
    ...(['make form', 'change form', 'change form', 'open form', 'delete form'] as const),
  ),
  value: fc.nat(2),
})
const acts = fc.array(act, { minLength: 1, maxLength: 14 })
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

/** Records that one run changes. */
interface World {
  readonly userId: number
  readonly subjects: readonly [{ readonly userId: number }, { readonly groupId: string }]
  readonly warnings: string[]
  readonly forms: string[]
}

const data = async (answer: Promise<{ status: number; text: string; body: { data: unknown } }>) => {
  const { status, text, body } = await answer
  if (status >= 300) throw new Error(`${status} ${text}`)
  return body.data as Record<string, unknown>
}

const definition = (value: number, state: string) => ({
  name: `Form ${value}`,
  state,
  questions: [{ id: 'why', type: 'short', title: `Why ${value}?` }],
})

async function liveEntry({ subjects }: World, on: number): Promise<string | undefined> {
  const query = Object.entries(subjects[on] ?? {}).map(([name, id]) => `${name}=${String(id)}`)
  const { body } = await staff.get(`/v2/blacklist-entries?${query.join('&')}`)
  return (body.data as { blacklistEntryId: string }[])[0]?.blacklistEntryId
}

async function configurationOf(id: string) {
  const { status, body } = await staff.get(`/v2/applications/${id}/configuration`)
  return status === 404
    ? null
    : (body.data as { version: number; state: string; name: string; definition: Record<string, unknown> })
}

const terms = [{ reason: 'raid' }, { reason: 'spam', durationSeconds: 86_400 }, { reason: 'rude', expiresAt: null }]

/** Applies an act. Without a record that it could change, it does nothing. */
async function apply(client: Client, world: World, { what, on, value }: Act): Promise<void> {
  const { userId, warnings, forms } = world
  if (what === 'warn') {
    const made = await data(client.post('/v2/warnings', { userId, reason: 'spam', points: value + 1 }))
    warnings.push(String(made['warningId']))
  } else if (what === 'revoke') {
    // revoking a warning twice is refused
    const id = warnings[on]
    if (id !== undefined) await client.post(`/v2/warnings/${id}/revoke`, { reason: 'appeal' })
  } else if (what === 'ban') {
    await client.post('/v2/blacklist-entries', { ...world.subjects[on], reason: 'raid' })
  } else if (what === 'lift' || what === 'change terms') {
    const id = await liveEntry(world, on)
    if (id === undefined) return
    if (what === 'lift') await client.post(`/v2/blacklist-entries/${id}/lift`, {})
    else await client.patch(`/v2/blacklist-entries/${id}`, terms[value] ?? {})
  } else if (what === 'make form') {
    const made = await data(client.post('/v2/applications', { definition: definition(value, 'closed') }))
    forms.push(String(made['applicationId']))
  } else await changeForm(client, forms[on], what, value)
}

async function changeForm(client: Client, id: string | undefined, what: Act['what'], value: number): Promise<void> {
  const form = id === undefined ? null : await configurationOf(id)
  if (!form) return
  const { version } = form
  const path = `/v2/applications/${id}`
  if (what === 'delete form') return void (await client.delete(`${path}?version=${version}`))
  const state = form.state === 'open' ? 'closed' : 'open'
  const next = what === 'open form' ? { ...form.definition, state } : definition(value, form.state)
  await data(client.put(path, { version, definition: next }))
}

async function stateOf({ userId, subjects, warnings, forms }: World): Promise<unknown> {
  const entries = await Promise.all(
    Object.values(Object.assign({}, ...subjects) as object).map(async (id, index) => {
      const { body } = await staff.get(`/v2/blacklist-entries?${index === 0 ? 'userId' : 'groupId'}=${String(id)}`)
      return (body.data as Record<string, unknown>[]).map((one) => ({ ...one, createdAt: null }))
    }),
  )
  const states = await Promise.all(warnings.map(async (id) => (await data(staff.get(`/v2/warnings/${id}`)))['state']))
  const definitions = await Promise.all(forms.map(async (id) => (await configurationOf(id))?.definition ?? null))
  const { meta } = (await staff.get(`/v2/warnings?userId=${userId}`)).body
  return { entries, states, definitions, points: meta.activePoints as unknown }
}

async function reverse(body: object): Promise<{ reversalId: string; items: Item[] }> {
  const { reversalId } = (await staff.post('/v2/reversals', body)).body.data
  await tasksOf(app)['take-back']({ communityId: community.communityId, reversalId })
  const { data: items } = (await staff.get(`/v2/reversals/${reversalId}/items?limit=100`)).body
  return { reversalId, items: items as Item[] }
}

const withoutResult = (items: readonly Item[]): object[] =>
  items.map((item) => ({ ...item, name: null, resultAuditId: null }))

it('does what its preview says, is done once, is undone by a reversal of it, and leaves nothing of an author alone', async () => {
  const property = async (all: readonly Act[]): Promise<void> => {
    const author = await community.clientWith(scopes)
    const { keyId } = (await author.get('/v2/key')).body.data
    const userId = nextUser++
    app.world.addUser({ userId, username: `Member${userId}` })
    const world: World = { userId, subjects: [{ userId }, { groupId: String(userId) }], warnings: [], forms: [] }
    // others have made a record of each account and group, and two forms
    await apply(staff, world, { isAuthor: false, what: 'ban', on: 1, value: 0 })
    for (const value of [0, 1]) await apply(staff, world, { isAuthor: false, what: 'make form', on: 0, value })
    await apply(staff, world, { isAuthor: false, what: 'warn', on: 0, value: 0 })
    const first = (await stateOf(world)) as { entries: unknown; points: unknown }
    for (const one of all) await apply(one.isAuthor ? author : staff, world, one)
    const before = await stateOf(world)
    const window = { source: 'key', sourceId: keyId as string, from: new Date(Date.now() - 600_000).toISOString() }

    const preview = await reverse({ ...window, dryRun: true })
    expect(await stateOf(world)).toEqual(before)
    const done = await reverse(window)
    expect(withoutResult(done.items)).toEqual(withoutResult(preview.items))
    const after = (await stateOf(world)) as typeof first
    if (all.every(({ isAuthor }) => isAuthor)) {
      expect(done.items.filter(({ state }) => state !== 'taken_back')).toEqual([])
      expect([after.entries, after.points]).toEqual([first.entries, first.points])
    }

    const again = await reverse(window)
    for (const [index, { state }] of done.items.entries())
      if (state === 'taken_back') expect(again.items[index]?.reason).toBe('already_taken_back')
    expect(await stateOf(world)).toEqual(after)

    await reverse({ source: 'reversal', sourceId: done.reversalId })
    expect(await stateOf(world)).toEqual(before)
  }
  const alone = acts.map((all) => all.map((one) => ({ ...one, isAuthor: true })))
  await fc.assert(fc.asyncProperty(fc.oneof(acts, alone), property), { numRuns: runs(40) })
})
