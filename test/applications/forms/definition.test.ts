// Validation of form definitions.
import { setSubscription } from '../../../src/communities/actions'
import { startTestApp, type Answer, type Client, type TestApp, type TestCommunity } from '../../support/app'
import { sendRaw } from '../../http/raw'
import { until } from '../../support/until'
import { at, choice, configurationOf, createForm, down, failure, form, graded, issues, text, up } from './form'

let app: TestApp
let community: TestCommunity
let client: Client
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  community = await app.community({ connected: false })
  client = community.client
})
afterAll(() => app.close())

const create = (definition: object): Promise<Answer> => client.post('/v2/applications', { definition })
const questions = '/body/definition/questions'
const words = (length: number): string => 'fly '.repeat(length).slice(0, length)

it('stores a definition with every default filled in', async () => {
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

describe('the ids of questions and options', () => {
  it('are generated where absent, unique, and kept across versions', async () => {
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
    ['two questions with the same id', form({ questions: [text, text] }), [[`${questions}/1/id`, 'uniqueItems']]],
    [
      'two options with the same id',
      form({ questions: [{ ...choice, options: [up, { ...down, id: 'up' }] }] }),
      [[`${questions}/0/options/1/id`, 'uniqueItems']],
    ],
    [
      'an id that is too long',
      form({ questions: [{ ...text, id: 'x'.repeat(65) }] }),
      [[`${questions}/0/id`, 'maxLength']],
    ],
    ['an id with a space', form({ questions: [{ ...text, id: 'a b' }] }), [[`${questions}/0/id`, 'pattern']]],
  ])('are rejected: %s', async (_, definition, expected) => {
    const answer = await create(definition)
    expect(failure(answer)).toEqual([400, 'validation_failed'])
    expect(issues(answer)).toEqual(expect.arrayContaining(expected))
  })

  it('may be the same for options of two questions', async () => {
    expect((await create(form({ questions: [choice, { ...choice, id: 'second' }] }))).status).toBe(201)
  })
})

const withoutOptions = { id: 'north', type: 'single', title: 'Which way is north?' }
const withoutKey = { ...withoutOptions, options: [up, down] }

describe('validation of options and answer keys', () => {
  it.each<[string, object, string, string]>([
    ['a text question with options', { ...text, options: [up, down] }, '/options', 'additionalProperties'],
    [
      'a text question with an answer key',
      { ...text, type: 'long', answerKey: ['up'] },
      '/answerKey',
      'additionalProperties',
    ],
    ['a choice without options', withoutOptions, '/options', 'required'],
    ['one option', { ...withoutKey, options: [up] }, '/options', 'minItems'],
    [
      'an answer key that is not an option',
      { ...choice, type: 'multiple', answerKey: ['up', 'left'] },
      '/answerKey/1',
      'enum',
    ],
    ['two answer keys of a single choice', { ...choice, answerKey: ['up', 'down'] }, '/answerKey', 'maxItems'],
    ['an answer key twice', { ...choice, type: 'multiple', answerKey: ['up', 'up'] }, '/answerKey', 'uniqueItems'],
    ['an empty answer key', { ...choice, answerKey: [] }, '/answerKey', 'minItems'],
    ['an unknown type', { ...text, type: 'date' }, '/type', 'enum'],
    ['a type that is no string', { ...text, type: 1 }, '/type', 'type'],
    ['no type', { title: 'Why?' }, '/type', 'required'],
    ['an unknown property', { ...text, score: 3 }, '/score', 'additionalProperties'],
    ['an empty title', { ...text, title: '' }, '/title', 'minLength'],
  ])('rejects %s', async (_, question, place, keyword) => {
    const answer = await create(form({ questions: [text, { ...question, id: 'second' }] }))
    expect(failure(answer)).toEqual([400, 'validation_failed'])
    expect(issues(answer)).toContainEqual([`${questions}/1${place}`, keyword])
  })

  it('reports every place in one response', async () => {
    const wrong = [{ ...text, options: [up, down] }, withoutOptions, 'a text']
    expect(issues(await create(form({ questions: wrong })))).toEqual([
      [`${questions}/0/options`, 'additionalProperties'],
      [`${questions}/1/options`, 'required'],
      [`${questions}/2`, 'type'],
    ])
    const unfitting = [text, { ...choice, id: 'why', answerKey: ['left'] }]
    expect(issues(await create(form({ questions: unfitting })))).toEqual([
      [`${questions}/1/id`, 'uniqueItems'],
      [`${questions}/1/answerKey/0`, 'enum'],
    ])
  })

  const types = ['short', 'long', 'single', 'multiple'] as const
  it.each(types)('accepts a question of type %s exactly with the options and keys of its type', async (type) => {
    const isChoice = type === 'single' || type === 'multiple'
    const absent = [undefined, null]
    for (const options of [...absent, [], [up], [up, down]]) {
      for (const answerKey of [...absent, [], ['up'], ['up', 'down']]) {
        const fits = answerKey?.length === 1 || (answerKey?.length === 2 && type === 'multiple')
        const isAccepted = isChoice
          ? options?.length === 2 && (fits || answerKey == null)
          : options == null && answerKey == null
        const question = { id: 'one', type, title: 'Where?', description: null, options, answerKey }
        const { status } = await create(form({ questions: [question] }))
        expect([options, answerKey, status]).toEqual([options, answerKey, isAccepted ? 201 : 400])
      }
    }
  })

  it('accepts the largest definition and rejects a larger one', async () => {
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
      'without choice questions',
      graded({ questions: [text] }),
      [['/body/definition/grading/passPercentage', 'minItems']],
    ],
    [
      'with an optional choice question',
      graded({ questions: [{ ...choice, required: false }] }),
      [[`${questions}/0/required`, 'const']],
    ],
    [
      'with a choice question without an answer key',
      graded({ questions: [text, withoutKey] }),
      [[`${questions}/1/answerKey`, 'required']],
    ],
    [
      'with a pass mark of 0 percent',
      graded({ grading: { passPercentage: 0 } }),
      [['/body/definition/grading/passPercentage', 'minimum']],
    ],
    [
      'with a pass mark of 101 percent',
      graded({ grading: { passPercentage: 101 } }),
      [['/body/definition/grading/passPercentage', 'maximum']],
    ],
    [
      'with a pass mark of 0.5 percent',
      graded({ grading: { passPercentage: 0.5 } }),
      [['/body/definition/grading/passPercentage', 'type']],
    ],
  ])('is rejected %s', async (_, definition, expected) => {
    const answer = await create(definition)
    expect(failure(answer)).toEqual([400, 'validation_failed'])
    expect(issues(answer)).toEqual(expect.arrayContaining(expected))
  })

  it('allows an optional text question', async () => {
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

  /** Waits until the server has read the changed plan. */
  const planKnown = (tenant: Client, expected: number) =>
    until('the plan has changed', async () => {
      const { status } = await tenant.post('/v2/applications', { definition: graded() })
      return status === expected
    })

  it('needs active Pro to create, turn on and duplicate, but not to keep it on or to save a template', async () => {
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
    expect((await tenant.put(at(on), { version: 2, definition: form() })).status).toBe(200)
    const again = await tenant.put(at(on), { version: 3, definition: graded() })
    expect(failure(again)).toEqual([403, 'entitlement_required'])
  })

  it('is rejected on a plan without it, and allowed by an active trial of a plan with it', async () => {
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

  it.each(cases)(
    'in %s of %j is rejected as %s and is not in the reply or the log',
    async (field, definition, kind) => {
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
    },
  )

  it('in the name of a template or of a copy is rejected', async () => {
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

it('rejects a stale version before it screens the texts', async () => {
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

  it('is limited to 4 MiB', async () => {
    const limit = 4 * 1_024 * 1_024
    // a body of the exact limit is read to its end, then refused for its content
    expect(issues(await send(sized(limit)))).toEqual([['/body/padding', 'additionalProperties']])
    expect(issues(await send(sized(limit + 1)))).toEqual([['/body', 'maxBytes']])
  })
})
