// What a definition must be: ids, options, keys, automatic grading, sensitive information, size.
import { setSubscription } from '../../../src/communities/actions'
import { startTestApp, type Answer, type Client, type TestApp, type TestCommunity } from '../../support/app'
import { sendRaw } from '../../http/raw'
import { until } from '../../support/until'
import { at, choice, configurationOf, createForm, down, failure, form, graded, issues, text, up } from './form'

let app: TestApp
let community: TestCommunity
let client: Client
beforeAll(async () => {
  app = await startTestApp()
  community = await app.community({ connected: false })
  client = community.client
})
afterAll(() => app.close())

const create = (definition: object): Promise<Answer> => client.post('/v2/applications', { definition })
const questions = '/body/definition/questions'
const words = (length: number): string => 'fly '.repeat(length).slice(0, length)

it('is stored whole, with every default', async () => {
  const eligibility = { minimumAccountAgeDays: 30, groups: [{ groupId: 7, minimumRank: 10 }] }
  const id = await createForm(client, graded({ eligibility }))
  expect((await configurationOf(client, id)).definition).toEqual({
    name: 'Pilot school',
    description: '',
    state: 'closed',
    questions: [
      { ...text, description: '', required: true },
      { ...choice, description: '', required: true },
    ],
    grading: { passPercentage: 80 },
    eligibility: { minimumAccountAgeDays: 30, groups: [{ groupId: '7', minimumRank: 10 }] },
  })
})

describe('ids', () => {
  it('are made where they are left out, unique, and kept across versions', async () => {
    const anonymous = { type: 'multiple', title: 'Which?', options: [{ label: 'One' }, { label: 'Two' }] }
    const id = await createForm(client, form({ questions: [anonymous, { ...anonymous, title: 'And?' }] }))
    const { definition } = await configurationOf(client, id)
    const made: string[] = definition.questions.flatMap((one: { id: string; options: { id: string }[] }) => [
      one.id,
      ...one.options.map((option) => option.id),
    ])
    expect(new Set(made).size).toBe(6)
    for (const one of made) expect(one).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    const changed = { ...definition, name: 'Renamed', questions: [...definition.questions].reverse() }
    expect((await client.put(at(id), { version: 1, definition: changed })).status).toBe(200)
    expect((await configurationOf(client, id)).definition).toEqual(changed)
  })

  it.each<[string, object, [string, string][]]>([
    ['two questions with one', form({ questions: [text, text] }), [[`${questions}/1/id`, 'uniqueItems']]],
    [
      'two options with one',
      form({ questions: [{ ...choice, options: [up, { ...down, id: 'up' }] }] }),
      [[`${questions}/0/options/1/id`, 'uniqueItems']],
    ],
    [
      'one that is too long',
      form({ questions: [{ ...text, id: 'x'.repeat(65) }] }),
      [[`${questions}/0/id`, 'maxLength']],
    ],
    ['one with a space', form({ questions: [{ ...text, id: 'a b' }] }), [[`${questions}/0/id`, 'pattern']]],
  ])('refuse %s', async (_, definition, expected) => {
    const answer = await create(definition)
    expect(failure(answer)).toEqual([400, 'validation_failed'])
    expect(issues(answer)).toEqual(expect.arrayContaining(expected))
  })

  it('of options may be the same in two questions', async () => {
    expect((await create(form({ questions: [choice, { ...choice, id: 'second' }] }))).status).toBe(201)
  })
})

const withoutOptions = { id: 'north', type: 'single', title: 'Which way is north?' }
const withoutKey = { ...withoutOptions, options: [up, down] }

describe('options and keys', () => {
  it.each<[string, object, string, string]>([
    ['a text question with options', { ...text, options: [up, down] }, '/options', 'type'],
    ['a text question with a key', { ...text, type: 'long', answerKey: ['up'] }, '/answerKey', 'type'],
    ['a choice without options', withoutOptions, '/options', 'required'],
    ['one option', { ...withoutKey, options: [up] }, '/options', 'minItems'],
    ['a key that is no option', { ...choice, type: 'multiple', answerKey: ['up', 'left'] }, '/answerKey/1', 'enum'],
    ['two keys of a single choice', { ...choice, answerKey: ['up', 'down'] }, '/answerKey', 'maxItems'],
    ['a key twice', { ...choice, type: 'multiple', answerKey: ['up', 'up'] }, '/answerKey', 'uniqueItems'],
    ['an empty key', { ...choice, answerKey: [] }, '/answerKey', 'minItems'],
    ['an unknown type', { ...text, type: 'date' }, '/type', 'enum'],
    ['an unknown property', { ...text, score: 3 }, '/score', 'additionalProperties'],
    ['no title', { ...text, title: '' }, '/title', 'minLength'],
  ])('refuse %s', async (_, question, place, keyword) => {
    const answer = await create(form({ questions: [text, { ...question, id: 'second' }] }))
    expect(failure(answer)).toEqual([400, 'validation_failed'])
    expect(issues(answer)).toContainEqual([`${questions}/1${place}`, keyword])
  })

  it('names every place at once', async () => {
    const wrong = [
      { ...text, options: [up, down] },
      { ...withoutOptions, id: 'why' },
    ]
    expect(issues(await create(form({ questions: wrong })))).toEqual([
      [`${questions}/1/id`, 'uniqueItems'],
      [`${questions}/0/options`, 'type'],
      [`${questions}/1/options`, 'required'],
    ])
  })

  it('take as much as is allowed and no more', async () => {
    const many = Array.from({ length: 50 }, (_, i) => ({
      ...withoutKey,
      id: `q${i}`,
      title: words(300),
      description: words(1_000),
      options: Array.from({ length: 25 }, (__, option) => ({ id: `o${option}`, label: words(200) })),
    }))
    const largest = { name: words(100), description: words(2_000), questions: many }
    expect((await create(largest)).status).toBe(201)
    const tooMuch: [object, string, string][] = [
      [{ ...largest, questions: [...many, text] }, questions, 'maxItems'],
      [{ ...largest, questions: [] }, questions, 'minItems'],
      [{ ...largest, name: words(101) }, '/body/definition/name', 'maxLength'],
      [{ ...largest, description: words(2_001) }, '/body/definition/description', 'maxLength'],
      [form({ questions: [{ ...text, title: words(301) }] }), `${questions}/0/title`, 'maxLength'],
    ]
    for (const [definition, place, keyword] of tooMuch) {
      expect(issues(await create(definition))).toContainEqual([place, keyword])
    }
  })
})

describe('automatic grading', () => {
  it.each<[string, object, [string, string][]]>([
    [
      'without a choice question',
      graded({ questions: [text] }),
      [['/body/definition/grading/passPercentage', 'minItems']],
    ],
    [
      'with a choice that is not required',
      graded({ questions: [{ ...choice, required: false }] }),
      [[`${questions}/0/required`, 'const']],
    ],
    [
      'with a choice without a key',
      graded({ questions: [text, withoutKey] }),
      [[`${questions}/1/answerKey`, 'required']],
    ],
    [
      'of 0 percent',
      graded({ grading: { passPercentage: 0 } }),
      [['/body/definition/grading/passPercentage', 'minimum']],
    ],
    ['of 101', graded({ grading: { passPercentage: 101 } }), [['/body/definition/grading/passPercentage', 'maximum']]],
    ['of a half', graded({ grading: { passPercentage: 0.5 } }), [['/body/definition/grading/passPercentage', 'type']]],
  ])('is refused %s', async (_, definition, expected) => {
    const answer = await create(definition)
    expect(failure(answer)).toEqual([400, 'validation_failed'])
    expect(issues(answer)).toEqual(expect.arrayContaining(expected))
  })

  it('lets a text question be optional', async () => {
    const answer = await create(graded({ questions: [{ ...text, required: false }, choice] }))
    expect([answer.status, answer.body.data.automaticGrading, answer.body.data.questionCount]).toEqual([201, true, 2])
  })

  it.each([{}, { grading: { passPercentage: null } }, { grading: {} }, { grading: [] }])(
    'is off with %j',
    async (changes) => {
      const answer = await create(form(changes))
      expect([answer.status, answer.body.data?.automaticGrading]).toEqual([201, false])
    },
  )

  /** A changed plan is known when a form that nobody counts is answered accordingly. */
  const planKnown = (tenant: Client, expected: number) =>
    until('the plan has changed', async () => {
      const { status } = await tenant.post('/v2/applications', { definition: graded() })
      return status === expected
    })

  it('needs active Pro to create, newly turn on and duplicate; leaving it on and saving a template do not', async () => {
    const { client: tenant, ctx } = await app.community({ connected: false })
    const [on, off] = [await createForm(tenant, graded()), await createForm(tenant, form())]
    await setSubscription(await ctx(), 'subscription', 'standard', null)
    await planKnown(tenant, 403)
    const before = await configurationOf(tenant, off)
    const count = (await tenant.get('/v2/applications')).body.data.items.length as number
    const refused = [
      await tenant.post('/v2/applications', { definition: graded() }),
      await tenant.put(at(off), { version: 1, definition: graded() }),
      await tenant.post(at(on, '/duplicate'), {}),
    ]
    expect(refused.map(failure)).toEqual(Array(3).fill([403, 'entitlement_required']))
    expect(await configurationOf(tenant, off)).toEqual(before)
    expect((await tenant.get('/v2/applications')).body.data.items).toHaveLength(count)
    const kept = await tenant.put(at(on), { version: 1, definition: graded({ grading: { passPercentage: 50 } }) })
    expect([kept.status, kept.body.data.automaticGrading]).toEqual([200, false])
    expect((await tenant.post('/v2/applications/templates', { name: 'T', definition: graded() })).status).toBe(201)
    // once off, it is new again
    expect((await tenant.put(at(on), { version: 2, definition: form() })).status).toBe(200)
    const again = await tenant.put(at(on), { version: 3, definition: graded() })
    expect(failure(again)).toEqual([403, 'entitlement_required'])
  })

  it('is refused on a plan without it, and allowed by a live trial of one that has it', async () => {
    const { client: tenant, ctx } = await app.community({ plan: 'standard', connected: false })
    const refused = await tenant.post('/v2/applications', { definition: graded() })
    expect(failure(refused)).toEqual([403, 'entitlement_required'])
    await setSubscription(await ctx(), 'trial', 'pro', new Date(Date.now() + 3_600_000).toISOString())
    await planKnown(tenant, 201)
  })
})

describe('sensitive information', () => {
  const mark = 'zq7marker'
  const mail = `write to ${mark}@example.com`
  const cases: [string, object, string][] = [
    ['definition.name', form({ name: mail }), 'email'],
    ['definition.description', form({ description: mail }), 'email'],
    ['definition.questions.1.title', form({ questions: [choice, { ...text, title: mail }] }), 'email'],
    ['definition.questions.0.description', form({ questions: [{ ...text, description: mail }] }), 'email'],
    [
      'definition.questions.0.options.1.label',
      form({ questions: [{ ...choice, options: [up, { ...down, label: mail }] }] }),
      'email',
    ],
    ['definition.name', form({ name: `${mark} 4111 1111 1111 1111` }), 'payment_card'],
    ['definition.description', form({ description: `${mark} at 203.0.113.7` }), 'ip_address'],
  ]

  it.each(cases)('in %s of %j is refused as %s, and neither answered nor logged', async (field, definition, kind) => {
    const id = await createForm(client)
    const before = await configurationOf(client, id)
    const from = app.logs.length
    const answers = [
      await create(definition),
      await client.put(at(id), { version: 1, definition }),
      await client.post('/v2/applications/templates', { name: 'T', definition }),
    ]
    for (const answer of answers) {
      expect(failure(answer)).toEqual([400, 'sensitive_information'])
      expect(answer.body.error.details).toEqual({ field, kind })
      expect(answer.text).not.toContain(mark)
    }
    expect(JSON.stringify(app.logs.slice(from))).not.toContain(mark)
    expect(await configurationOf(client, id)).toEqual(before)
  })

  it('in the name of a template or of a copy is refused too', async () => {
    const id = await createForm(client)
    const from = app.logs.length
    const answers = [
      await client.post('/v2/applications/templates', { name: mail, definition: form() }),
      await client.post(at(id, '/duplicate'), { name: mail }),
    ]
    for (const answer of answers) {
      expect(failure(answer)).toEqual([400, 'sensitive_information'])
      expect(answer.body.error.details).toEqual({ field: 'name', kind: 'email' })
      expect(answer.text).not.toContain(mark)
    }
    expect(JSON.stringify(app.logs.slice(from))).not.toContain(mark)
  })
})

it('of a stale version is refused before its texts are screened', async () => {
  const id = await createForm(client)
  const definition = form({ name: 'Write to viper@example.com' })
  expect(failure(await client.put(at(id), { version: 7, definition }))).toEqual([409, 'version_conflict'])
})

describe('the size of a body', () => {
  const sized = (bytes: number): string => {
    const empty = JSON.stringify({ definition: form(), padding: '' })
    return JSON.stringify({ definition: form(), padding: 'x'.repeat(bytes - empty.length) })
  }
  const send = (body: string): Promise<Answer> =>
    sendRaw(app.url, {
      method: 'POST',
      path: '/v2/applications',
      headers: {
        Authorization: `Bearer ${community.key}`,
        'X-Community-Id': community.communityId,
        'Content-Type': 'application/json',
      },
      body,
    })

  it('may be 1 MiB and not a byte more', async () => {
    const limit = 1_024 * 1_024
    // read to its end, and then refused for what is in it
    expect(issues(await send(sized(limit)))).toEqual([['/body/padding', 'additionalProperties']])
    expect(issues(await send(sized(limit + 1)))).toEqual([['/body', 'maxBytes']])
  })
})
