import { sql } from 'kysely'
import { startTestApp, type Client, type TestApp, type TestCommunity } from '../../support/app'
import { auditOf, configurationOf, createForm, failure, form, graded, issues, walk } from './form'

let app: TestApp
let community: TestCommunity
let client: Client
beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
beforeEach(async () => {
  community = await app.community({ connected: false })
  client = community.client
})
afterAll(() => app.close())

const list = '/v2/applications/templates'

async function save(definition = form(), name = 'Pilots') {
  const { status, body } = await client.post(list, { name, definition })
  expect(status).toBe(201)
  return body.data
}

it('returns a saved template with its answer keys, and stores it closed', async () => {
  const definition = graded({ state: 'open', eligibility: { groups: [{ groupId: 7 }] } })
  const saved = await save(definition)
  expect(saved).toMatchObject({
    templateId: expect.stringMatching(/^tpl_[a-z2-7]{20}$/) as string,
    name: 'Pilots',
    definition: { ...definition, eligibility: { groups: [{ groupId: '7' }] }, state: 'closed' },
  })
  expect((await client.get(list)).body.data).toEqual({ items: [saved], nextCursor: null })
})

it.each([form(), graded({ state: 'open', eligibility: { minimumAccountAgeDays: 3 } })])(
  'returns a definition that creates a form: %j',
  async (definition) => {
    const saved = await save(definition)
    const id = await createForm(client, saved.definition)
    expect((await configurationOf(client, id)).definition).toEqual(saved.definition)
  },
)

it('creates a form from a definition sent by Luau, with [] in place of null', async () => {
  const { definition } = await save()
  const id = await createForm(client, { ...definition, grading: [] })
  expect((await configurationOf(client, id)).definition).toEqual(definition)
})

it('deletes a template without changing the forms created from it', async () => {
  const { templateId, definition } = await save(graded())
  const id = await createForm(client, definition)
  const before = await configurationOf(client, id)
  expect((await client.delete(`${list}/${templateId}`)).status).toBe(204)
  expect((await client.get(list)).body.data.items).toEqual([])
  expect(await configurationOf(client, id)).toEqual(before)
  expect(failure(await client.delete(`${list}/${templateId}`))).toEqual([404, 'template_not_found'])
})

it('accepts two templates with the same name', async () => {
  const [first, second] = [await save(), await save()]
  expect((await client.get(list)).body.data.items).toEqual([second, first])
})

it.each<[object, string]>([
  [{ definition: form() }, '/body/name'],
  [{ name: '', definition: form() }, '/body/name'],
  [{ name: 'T' }, '/body/definition'],
  [{ name: 'T', definition: form(), password: 'x' }, '/body/password'],
  [
    { name: 'T', definition: graded({ questions: [{ type: 'short', title: 'Why?' }] }) },
    '/body/definition/grading/passPercentage',
  ],
])('rejects %j', async (body, place) => {
  const answer = await client.post(list, body)
  expect([answer.status, issues(answer)[0]?.[0]]).toEqual([400, place])
})

it('writes an audit entry when a template is saved and when it is deleted', async () => {
  const { templateId } = await save()
  await client.delete(`${list}/${templateId}`)
  await client.delete(`${list}/${templateId}`)
  expect(await auditOf(app, community.communityId)).toEqual([
    { action: 'application.template.create', actor_kind: 'key', before: null, after: { templateId, name: 'Pilots' } },
    { action: 'application.template.delete', actor_kind: 'key', before: { templateId }, after: null },
  ])
})

it('lists 20 templates per page, each once', async () => {
  const saved = await Promise.all(Array.from({ length: 45 }, () => save()))
  const pages = await walk(client, list)
  expect(pages.map(({ items }) => items.length)).toEqual([20, 20, 5])
  const ids = pages.flatMap(({ items }) => items.map((one) => one['templateId'] as string))
  expect(ids.sort()).toEqual(saved.map(({ templateId }) => templateId as string).sort())
})

describe('the largest templates', () => {
  const wide = '\u{1F6E9}'
  // nearly 1 MiB
  const largest = {
    name: 'Largest',
    description: wide.repeat(2_000),
    questions: Array.from({ length: 40 }, () => ({
      type: 'multiple',
      title: wide.repeat(300),
      description: wide.repeat(1_000),
      options: Array.from({ length: 25 }, () => ({ label: wide.repeat(200) })),
    })),
  }

  it('are listed once each, on pages of bounded size', async () => {
    const { templateId } = await save(largest)
    const { rows } = await sql<{ template_id: string }>`
      insert into application_template (community_id, template_id, name, definition, created_at)
      select community_id, 'tpl_' || translate(lpad(n::text, 20, '0'), '0189', 'abcd'), name, definition, now() - n * interval '1 second'
      from application_template cross join generate_series(1, 19) n where template_id = ${templateId as string}
      returning template_id`.execute(app.app.db)
    const ids: string[] = []
    const sizes: number[] = []
    for (let cursor = ''; ;) {
      const { body, text } = await client.get(cursor === '' ? list : `${list}?cursor=${cursor}`)
      sizes.push(Buffer.byteLength(text))
      ids.push(...(body.data.items as { templateId: string }[]).map((item) => item.templateId))
      if (body.data.nextCursor === null) break
      cursor = body.data.nextCursor as string
    }
    expect([...ids].sort()).toEqual([templateId, ...rows.map(({ template_id }) => template_id)].sort())
    expect(Math.max(...sizes)).toBeLessThan(3_000_000)
  })
})

it('rejects cursors of another list or community', async () => {
  await Promise.all(Array.from({ length: 21 }, () => save()))
  const cursor = (await client.get(list)).body.data.nextCursor as string
  const other = await app.community({ connected: false })
  const answers = [
    await other.client.get(`${list}?cursor=${cursor}`),
    await client.get(`/v2/applications?cursor=${cursor}`),
    await client.get(`${list}?cursor=${cursor.slice(1)}`),
  ]
  expect(answers.map(issues)).toEqual(Array(3).fill([['/query/cursor', 'pattern']]))
})

it('answers the same for a template of another community as for one that does not exist', async () => {
  const { templateId } = await save()
  const other = await app.community({ connected: false })
  const theirs = await other.client.delete(`${list}/${templateId}`)
  const missing = await other.client.delete(`${list}/tpl_${'z'.repeat(20)}`)
  expect(failure(theirs)).toEqual([404, 'template_not_found'])
  expect(theirs.text).toBe(missing.text)
  expect((await other.client.get(list)).body.data.items).toEqual([])
  expect((await client.get(list)).body.data.items).toHaveLength(1)
})
