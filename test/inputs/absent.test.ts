// Null, empty and read-only values, and unknown parameters.
import fc from 'fast-check'
import { makeAjv } from '../../src/contract/ajv'
import { loadContract } from '../../src/contract/document'
import { nearest } from '../../src/base/nearest'
import { toApiRequest } from '../../src/contract/router'
import { compileNormaliser, normalise } from '../../src/contract/validator'
import { applicant, makeForm, submit, text } from '../applications/submissions/fixture'
import { newEvent } from '../events/fixture'
import { group, startTestApp, type Answer, type TestApp, type TestCommunity } from '../support/app'
import { operationTable, signInTable } from '../../generated/operations'

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp()
  community = await app.community()
})
afterAll(() => app.close())

const [first] = group.members
const member = `/v2/members/${first}`

describe('null means absent for', () => {
  const cases: [string, () => Promise<Answer>][] = [
    ['the body of demote', () => community.client.send('POST', `${member}/rank/demote`, 'null')],
    [
      'the body of a duplication',
      async () => {
        const { path } = await makeForm(community.client)
        return community.client.send('POST', `${path}/duplicate`, 'null')
      },
    ],
    [
      'the name of a duplicate',
      async () => {
        const { path } = await makeForm(community.client)
        return community.client.post(`${path}/duplicate`, { name: null })
      },
    ],
    ['reason', () => community.client.post(`${member}/experience`, { op: 'increment', amount: 1, reason: null })],
    [
      'the password of a new form',
      () => community.client.post('/v2/applications', { definition: { name: 'A', questions: [text] }, password: null }),
    ],
    [
      'grading, eligibility, description and state',
      () =>
        community.client.post('/v2/applications', {
          definition: {
            name: 'A',
            description: null,
            state: null,
            grading: null,
            eligibility: null,
            questions: [text],
          },
        }),
    ],
    [
      'what a question and its options may leave out',
      () => {
        const options = [{ id: null, label: 'a' }, { label: 'b' }]
        const question = {
          ...text,
          type: 'single',
          id: null,
          description: null,
          required: null,
          answerKey: null,
          options,
        }
        return community.client.post('/v2/applications', { definition: { name: 'A', questions: [question] } })
      },
    ],
    [
      'the password and an unanswered question of a submission',
      async () => {
        const form = await makeForm(community.client, { questions: [text, { ...text, id: 'more', required: false }] })
        const answers = { why: 'I like to fly.', more: null }
        return submit(community.client, form, await applicant(app), { password: null, answers })
      },
    ],
    [
      'privateNote and applicantFeedback',
      async () => {
        const form = await makeForm(community.client)
        const { responseId } = (await submit(community.client, form, await applicant(app))).body.data.response
        const review = { revision: 1, status: 'Passed', privateNote: null, applicantFeedback: null }
        return community.client.post(`${form.path}/responses/${responseId}/review`, review)
      },
    ],
    [
      'the other of exactly one',
      () =>
        community.client.post('/v2/blacklist-entries', {
          userId: null,
          groupId: 77,
          reason: 'raids',
          expiresAt: null,
          durationSeconds: 60,
          evidenceUrl: null,
          by: null,
        }),
    ],
    [
      'fields of an event that stay',
      async () => {
        const path = `/v2/events/${await newEvent(community)}`
        return community.client.patch(path, { name: 'Raid', description: null, awards: null, hostUserId: null })
      },
    ],
  ]
  it.each(cases)('%s', async (_, ask) => {
    const { status, body } = await ask()
    expect([status < 300 || body.error.code === 'rank_limit_reached', body.error]).toEqual([
      true,
      body.error && expect.objectContaining({ code: 'rank_limit_reached' }),
    ])
  })

  it('optional properties only, and only where the contract gives null no meaning', async () => {
    const answer = await community.client.post(`${member}/experience`, { op: 'increment', amount: null })
    expect([answer.status, answer.body.error.details.issues[0].instancePath]).toEqual([400, '/body/amount'])
    const body = { definition: { name: 'A', questions: [text] }, password: 'correct horse' }
    const { data } = (await community.client.post('/v2/applications', body)).body
    const put = { version: 1, definition: body.definition, password: null }
    const updated = await community.client.put(`/v2/applications/${data.applicationId}`, put)
    expect(updated.body.data.passwordRequired).toBe(false)
    expect((await community.client.send('PUT', `/v2/applications/${data.applicationId}`, 'null')).status).toBe(400)
  })
})

it('an update accepts the configuration as it was returned', async () => {
  const { path } = await makeForm(community.client)
  const { data } = (await community.client.get(`${path}/configuration`)).body
  const { status, body } = await community.client.put(path, {
    ...data,
    definition: { ...data.definition, name: 'New' },
  })
  expect([status, body.data]).toMatchObject([200, { version: 2, name: 'New', state: 'open' }])
  const unknown = await community.client.put(path, { ...data, version: 2, colour: 'red' })
  expect([unknown.status, unknown.body.error.details.issues[0].instancePath]).toEqual([400, '/body/colour'])
})

describe('a query parameter', () => {
  it.each([
    '/v2/members?cursor=&limit=',
    '/v2/members?limit=007',
    '/v2/events?state=&eventTypeId=&from=&to=&cursor=&limit=0050',
    '/v2/audit-entries?action=&userId=&limit=',
    `${member}?by=&refresh=`,
    '/v2/blacklist-entries?state=&limit=002',
    '/v2/suspensions?state=&userId=&limit=',
  ])('that is empty counts as absent: %s', async (url) => {
    const { status, headers } = await community.client.get(url)
    expect([status, headers['x-ignored-parameters']]).toEqual([200, undefined])
  })

  it.each([
    '/v2/applications/{id}/responses?status=&userId=&cursor=&limit=',
    '/v2/applications/{id}/responses?limit=007',
  ])('of responses that is empty counts as absent: %s', async (url) => {
    const { applicationId } = await makeForm(community.client)
    expect((await community.client.get(url.replace('{id}', applicationId))).status).toBe(200)
  })

  it.each([
    ['limit', '0'],
    ['limit', '-1'],
    ['limit', 'x'],
    ['limit', '000'],
  ])('%s=%s is refused', async (name, value) => {
    expect((await community.client.get(`/v2/members?${name}=${value}`)).status).toBe(400)
  })

  it.each([
    ['limt', 'limit'],
    ['Limit', 'limit'],
    ['curser', 'cursor'],
    ['cursor_', 'cursor'],
    ['limti', 'limit'],
  ])('%s is refused with the suggestion %s', async (name, meant) => {
    const { status, body } = await community.client.get(`/v2/members?${name}=5`)
    const issue = { instancePath: `/query/${name}`, keyword: 'additionalProperties' }
    expect([status, body.error.details.issues[0]]).toMatchObject([400, issue])
    expect(body.error.details.issues[0].message).toContain(`did you mean ${meant}?`)
  })

  it('that is unknown is ignored and listed in the reply', async () => {
    const asked = await community.client.get('/v2/members?utm_source=forum&_=17&limit=1&trace=%0D%0ASet-Cookie:%20a=b')
    expect([asked.status, asked.headers['x-ignored-parameters']]).toEqual([200, 'utm_source,_,trace'])
    const odd = await community.client.get('/v2/members?%0d%0aSet-Cookie:%20a=b&%F0%9F%8F%85=1&a,b=2')
    expect(odd.headers['set-cookie']).toBeUndefined()
    expect(odd.headers['x-ignored-parameters']).toBe('%0D%0ASet-Cookie%3A%20a,%F0%9F%8F%85,a%2Cb')
    const written = await community.client.post(`${member}/experience?source=game`, { op: 'increment', amount: 1 })
    expect([written.status, written.headers['x-ignored-parameters']]).toEqual([200, 'source'])
  })

  it('that is unknown is listed with at most nine others, each truncated', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `unknown${index}${'x'.repeat(50)}=1`)
    const { status, headers } = await community.client.get(`/v2/members?${names.join('&')}`)
    const named = (headers['x-ignored-parameters'] ?? '').split(',')
    expect([status, named.length, Math.max(...named.map(({ length }) => length))]).toEqual([200, 10, 50])
  })

  it('that is unknown is compared with the known names only up to the twentieth', () => {
    class CountedNames extends Set<string> {
      compared = 0;
      override *[Symbol.iterator](): SetIterator<string> {
        for (const name of super.values()) {
          this.compared++
          yield name
        }
      }
    }
    const query = new CountedNames(['cursor', 'limit'])
    const names = Array.from({ length: 1_800 }, (_, index) => `curs${index.toString(36)}`)
    const request = toApiRequest('GET', `/v2/members?${names.join('=1&')}=1`, {})
    normalise(request, { isBodyOptional: true, body: null, query, requiredQuery: new Set(), typed: [] })
    expect(query.compared).toBeGreaterThan(0)
    expect(query.compared).toBeLessThanOrEqual(20 * query.size)
  })

  it('that is unknown is not reported before authentication', async () => {
    const { status, headers } = await app.anonymous.get('/v2/members?utm_source=forum')
    expect([status, headers['x-ignored-parameters']]).toEqual([401, undefined])
  })
})

describe('the normaliser', () => {
  const document = loadContract() as unknown as {
    paths: Record<string, Record<string, { operationId?: string; requestBody?: Body }>>
    components: { schemas: Record<string, object> }
  }
  interface Body {
    content: { 'application/json': { schema: object; examples?: Record<string, { value: unknown }> } }
  }
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
  const deref = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(deref)
    if (node === null || typeof node !== 'object') return node
    const { $ref } = node as { $ref?: string }
    if ($ref !== undefined) {
      return deref(
        $ref
          .slice(2)
          .split('/')
          .reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document),
      )
    }
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, deref(value)]))
  }
  const withBody = operations.flatMap((operation) => {
    const one = deref(operation) as typeof operation
    const media = one.requestBody?.content['application/json']
    return media?.examples === undefined ? [] : [[one.operationId ?? '', one, media] as const]
  })

  it('is tested with the operations that have a body', () => {
    expect(withBody.length).toBeGreaterThan(30)
    expect(withBody.every(([operationId]) => operationId in { ...operationTable, ...signInTable })).toBe(true)
  })

  it.each(withBody)('does not change valid bodies of %s, with and without added nulls', (_, operation, media) => {
    const normaliser = compileNormaliser(operation as never)
    const validate = makeAjv().compile(media.schema)
    const run = (body: unknown): unknown => {
      const request = toApiRequest('POST', '/', {})
      request.requestBody = structuredClone(body)
      normalise(request, normaliser)
      return request.requestBody as unknown
    }
    const examples = Object.values(media.examples ?? {}).map(({ value }) => value)
    const nulls = fc.dictionary(fc.constantFrom(...namesIn(media.schema)), fc.constant(null))
    fc.assert(
      fc.property(fc.constantFrom(...examples), nulls, (example, more) => {
        expect(run(example)).toEqual(example)
        const sent = Array.isArray(example) ? example : { ...more, ...(example as object) }
        const kept = run(sent) as Record<string, unknown>
        // nulls that remain have a meaning, or are refused
        if (validate(structuredClone(sent))) expect(kept).toEqual(sent)
        else for (const [name, value] of Object.entries(example as object)) expect(kept[name]).toEqual(value)
        expect(run(kept)).toEqual(kept)
      }),
    )
  })

  const namesIn = (schema: object): string[] => [
    'none',
    ...Object.keys((schema as { properties?: object }).properties ?? {}),
  ]
})

it('a misspelt property of a body is answered with the known name', async () => {
  const entries = [{ userId: '101', medal: ['Valor'] }]
  const { status, body } = await community.client.post('/v2/award-batches', { batchId: 'b-1', entries })
  expect(status).toBe(400)
  expect(body.error.details.issues).toContainEqual({
    instancePath: '/body/entries/0/medal',
    keyword: 'additionalProperties',
    message: 'is not known here; did you mean medals?',
  })
})

it('nearest ignores case and separators', () => {
  const name = fc.stringMatching(/^[a-z][a-zA-Z]{1,11}$/)
  fc.assert(
    fc.property(name, (known) => {
      const snake = known.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      if (Math.abs(snake.replaceAll('_', '').length - known.length) === 0) expect(nearest(snake, [known])).toBe(known)
      expect(nearest(known.toUpperCase(), [known])).toBe(known)
      expect(nearest(`${known}${'z'.repeat(3)}`, [known])).toBeNull()
    }),
  )
})
