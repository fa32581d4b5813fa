// Names that people choose: visible, and equal where Unicode calls two texts equal.
import { sql } from 'kysely'
import { group, startTestApp, type Answer, type TestApp, type TestCommunity } from '../support/app'
import { applicant, makeForm, submit, text, type Question } from '../applications/submissions/fixture'

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
afterAll(() => app.close())
beforeEach(async () => {
  community = await app.community()
})

const [member] = group.members
const issueOf = ({ status, body }: Answer): unknown => [
  status,
  ...((body.error?.details?.issues ?? []) as { instancePath: string; keyword: string }[]).map(
    ({ instancePath, keyword }) => `${instancePath} ${keyword}`,
  ),
]

/**
 * Space, zero width space, Hangul filler, soft hyphen, variation selector, tag, blank Braille pattern, control
 * characters.
 */
const invisible = [
  ' ',
  '\u200b',
  '\u3164',
  '\u00ad',
  '\ufe0f',
  '\u{e0041}',
  '\u2800',
  '\u0001',
  '\u3000\u2060\u115f',
  '\ufff9',
]
/** With a letter among invisible characters, a combining vowel, other scripts, an emoji, a single mark. */
const visible = ['\u200bA', 'नमस्ते', '👨‍👩‍👧', '한', '.', '\u0301', '١']

const option = (id: string, label: string) => ({ id, label })
const choice = (title: string, labels: readonly string[], more: object = {}): object => ({
  id: 'way',
  type: 'single',
  title,
  options: labels.map((label, index) => option(`o${index}`, label)),
  ...more,
})
const form = (more: object): object => ({ definition: { name: 'Pilots', questions: [text], ...more } })

type Send = (name: string) => Promise<Answer>
const places: readonly (readonly [string, string, () => Send])[] = [
  ['an event type', '/body/name', () => (name) => community.client.post('/v2/event-types', { name })],
  ['a form', '/body/definition/name', () => (name) => community.client.post('/v2/applications', form({ name }))],
  [
    'a question',
    '/body/definition/questions/0/title',
    () => (name) => community.client.post('/v2/applications', form({ questions: [{ ...text, title: name }] })),
  ],
  [
    'a choice question',
    '/body/definition/questions/0/title',
    () => (name) => community.client.post('/v2/applications', form({ questions: [choice(name, ['a', 'b'])] })),
  ],
  [
    'an option',
    '/body/definition/questions/0/options/1/label',
    () => (name) => community.client.post('/v2/applications', form({ questions: [choice('Way?', ['a', name])] })),
  ],
  [
    'a template',
    '/body/name',
    () => (name) => community.client.post('/v2/applications/templates', { name, ...form({}) }),
  ],
  [
    'a key',
    '/body/name',
    () => (name) => community.client.post('/v2/keys', { name, scopes: ['members.read'], neverExpires: true }),
  ],
  ['a person', '/body/name', () => (name) => community.client.post('/v2/people', { name, role: 'viewer' })],
  ['the community', '/body/name', () => (name) => community.client.patch('/v2/settings', { name })],
  ['a medal', '/body/name', () => (name) => community.client.post('/v2/medals', { name })],
]

describe.each(places)('the name of %s', (what, path, send) => {
  it('needs a visible character', async () => {
    for (const name of invisible) {
      const keyword = what === 'a medal' && name.trim() !== name ? 'pathSegment' : 'visible'
      expect([name, issueOf(await send()(name))]).toEqual([name, expect.arrayContaining([400, `${path} ${keyword}`])])
    }
  })

  it('may be any visible text', async () => {
    for (const name of visible) expect([name, (await send()(name)).status]).toEqual([name, expect.any(Number)])
    const statuses = await Promise.all(visible.map(async (name) => (await send()(`${name} x`)).status))
    expect(statuses.every((status) => status < 300)).toBe(true)
  })
})

describe('an answer', () => {
  const answerWith = async (answers: object, questions: Question[] = [text]): Promise<Answer> => {
    const made = await makeForm(community.client, { questions })
    return submit(community.client, made, await applicant(app), { answers })
  }

  it.each(invisible)('of %j counts as empty', async (answer) => {
    expect(issueOf(await answerWith({ why: answer }))).toEqual([400, '/body/answers/why required'])
    const optional: Question[] = [{ ...text, required: false }]
    expect(issueOf(await answerWith({ why: answer }, optional))).toEqual([400, '/body/answers minProperties'])
  })

  it.each(visible)('of %j counts as an answer', async (answer) => {
    expect((await answerWith({ why: answer })).status).toBe(201)
  })
})

it('a reason and the name of a record that exists are bounded by their length alone', async () => {
  await sql`insert into medal (community_id, name, description) values (${community.communityId}, ${'\u3164'}, '')`.execute(
    app.dba,
  )
  const { client } = community
  for (const reason of invisible) {
    const change = { op: 'increment', amount: 1, reason }
    expect((await client.post(`/v2/members/${member}/experience`, change)).status).toBe(200)
  }
  expect((await client.post(`/v2/members/${member}/medals`, { name: '\u3164' })).status).toBe(200)
  expect((await client.get('/v2/medals')).body.data.map(({ name }: { name: string }) => name)).toEqual(['\u3164'])
  expect((await client.patch(`/v2/medals/${encodeURIComponent('\u3164')}`, { name: 'Filled' })).status).toBe(200)
})

describe('two options', () => {
  const graded = (labels: readonly string[], more: object = { answerKey: ['o0'] }): Promise<Answer> =>
    community.client.post(
      '/v2/applications',
      form({ questions: [choice('Way?', labels, more)], grading: { passPercentage: 80 } }),
    )

  it('with one label cannot be told apart, so a question with an answer key refuses them', async () => {
    for (const labels of [
      ['North', 'North'],
      ['North', 'South', ' North'],
      ['Caf\u00e9', 'Cafe\u0301'],
      ['A', 'A\u200b'],
    ]) {
      expect(issueOf(await graded(labels))).toEqual([
        400,
        `/body/definition/questions/0/options/${labels.length - 1}/label uniqueItems`,
      ])
    }
    const keyed = form({ questions: [choice('Way?', ['North', 'North'], { answerKey: ['o0'] })] })
    expect(issueOf(await community.client.post('/v2/applications', keyed))).toEqual([
      400,
      '/body/definition/questions/0/options/1/label uniqueItems',
    ])
  })

  it('with labels that differ in case, or without an answer key, are accepted', async () => {
    expect((await graded(['a', 'A'])).status).toBe(201)
    const open = form({ questions: [choice('Way?', ['North', 'North'])] })
    expect((await community.client.post('/v2/applications', open)).status).toBe(201)
  })
})

const composed = 'Caf\u00e9'
const decomposed = 'Cafe\u0301'

describe.each([
  ['medals', 'medal'],
  ['qualifications', 'qualification'],
] as const)('two spellings of the name of one of the %s', (plural, kind) => {
  const at = (name: string): string => `/v2/${plural}/${encodeURIComponent(name)}`

  it.each([
    ['composed', composed, decomposed],
    ['decomposed', decomposed, composed],
  ])('are one name, given %s', async (_, first, second) => {
    const { client } = community
    expect((await client.post(`/v2/${plural}`, { name: first })).body.data.name).toBe(composed)
    const again = await client.post(`/v2/${plural}`, { name: second })
    expect([again.status, again.body.error.code]).toEqual([409, `${kind}_exists`])
    await client.post(`/v2/${plural}`, { name: 'Other' })
    expect((await client.patch(at('Other'), { name: second })).status).toBe(409)
    expect((await client.get(at(second))).body.data.name).toBe(composed)
    expect((await client.post(`/v2/members/${member}/${plural}`, { name: second })).body.meta.change).toBe(1)
    const list = `/v2/members?${kind}=${encodeURIComponent(second)}`
    expect((await client.get(list)).body.data).toHaveLength(1)
    const removed = await client.delete(`/v2/members/${member}/${plural}/${encodeURIComponent(second)}`)
    expect(removed.body.meta.change).toBe(-1)
    expect((await client.patch(at(second), { description: 'x' })).body.data).toMatchObject({ name: composed })
  })

  it('of records stored before are two records, each found by its own spelling', async () => {
    const { client, communityId } = community
    for (const name of [composed, decomposed]) {
      await sql`insert into ${sql.table(kind)} (community_id, name, description) values (${communityId}, ${name}, '')`.execute(
        app.dba,
      )
    }
    for (const name of [composed, decomposed]) expect((await client.get(at(name))).body.data.name).toBe(name)
    expect((await client.patch(at(decomposed), { name: 'Apart' })).body.data.name).toBe('Apart')
    expect((await client.get(at(decomposed))).body.data.name).toBe(composed)
  })

  it('of a decomposed record stored before find it, and may be stored composed', async () => {
    const { client, communityId } = community
    await sql`insert into ${sql.table(kind)} (community_id, name, description) values (${communityId}, ${decomposed}, '')`.execute(
      app.dba,
    )
    expect((await client.post(`/v2/${plural}`, { name: composed })).status).toBe(409)
    expect((await client.post(`/v2/members/${member}/${plural}`, { name: composed })).body.meta.change).toBe(1)
    expect((await client.patch(at(composed), { name: composed })).body.data.name).toBe(composed)
    expect((await client.get(`/v2/members/${member}`)).body.data[plural]).toMatchObject([{ name: composed }])
  })
})

describe('two spellings of the name of a medal', () => {
  it('are one in a batch, in what an event and a form give, and in the name of an event type', async () => {
    const { client } = community
    await client.post('/v2/medals', { name: composed })
    const entries = [decomposed, composed].map((name) => ({ userId: String(member), medals: [name] }))
    const batch = await client.post('/v2/award-batches', { batchId: 'spelled', entries })
    expect(batch.status).toBe(200)
    expect((await client.get(`/v2/members/${member}`)).body.data.medals).toMatchObject([{ name: composed, count: 1 }])
    const type = await client.post('/v2/event-types', { name: decomposed, awards: [{ medals: [decomposed] }] })
    expect(type.body.data).toMatchObject({ name: composed, awards: [{ medals: [composed] }] })
    const again = await client.post('/v2/event-types', { name: composed })
    expect([again.status, again.body.error.code]).toEqual([409, 'event_type_exists'])
    const made = await makeForm(client, { passAwards: { medals: [decomposed] } })
    expect(made.applicationId).toMatch(/^app_/)
  })
})
