// A page of responses costs the same however many there are: each list walks one index and sorts nothing.
import { sql } from 'kysely'
import { listResponses, type Filter } from '../../src/responses/queries'
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'

const applicationId = `app_${'a'.repeat(20)}`
let app: TestApp
let community: TestCommunity

beforeAll(async () => {
  app = await startTestApp()
  community = await app.community({ connected: false })
  const { communityId } = community
  await sql`insert into application
    (community_id, application_id, version, name, description, state, question_count, automatic_grading)
    values (${communityId}, ${applicationId}, 1, 'f', '', 'open', 1, false)`.execute(app.app.db)
  await sql`insert into application_response (community_id, response_id, application_id, application_version, user_id,
      status, questions, answers, submitted_at, reviewed_at)
    select ${communityId}, 'rsp_' || translate(lpad(to_hex(i), 20, '0'), '0189', 'ghij'), ${applicationId}, 1, i,
      case when i % 100 = 0 then 'Pending' else 'Passed' end, '[]', '{}', now() - i * interval '1 second',
      case when i % 100 = 0 then null else now() end
    from generate_series(1, 30000) i`.execute(app.app.db)
  await sql`vacuum analyze application_response`.execute(app.app.db)
})
afterAll(() => app.close())

/** The plan of the list's own statement, caught on its way to the database. */
async function planOf(filter: Filter): Promise<string> {
  const ctx = await community.ctx()
  const after = { at: new Date(Date.now() - 15_000_000).toISOString(), id: `rsp_${'z'.repeat(20)}` }
  const statements: { sql: string; parameters: readonly unknown[] }[] = []
  const db = ctx.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => Promise.resolve(result),
  })
  const compiled = db.getExecutor().compileQuery.bind(db.getExecutor())
  db.getExecutor().compileQuery = (node, queryId) => {
    const query = compiled(node, queryId)
    statements.push({ sql: query.sql, parameters: query.parameters })
    return query
  }
  await listResponses({ ...ctx, db }, applicationId, filter, { after, limit: 26 })
  const [statement] = statements
  if (!statement) throw new Error('the list sent no statement')
  const literal = statement.parameters.reduce<string>(
    (text, value, index) =>
      text.replace(`$${index + 1}`, typeof value === 'number' ? String(value) : `'${String(value)}'`),
    statement.sql,
  )
  const { rows } = await sql<Record<'QUERY PLAN', string>>`explain (costs off) ${sql.raw(literal)}`.execute(app.app.db)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

it.each<[string, Filter]>([
  ['all of a form', {}],
  ['the pending ones', { status: 'Pending' }],
  ['those of one account', { userId: '20000' }],
])('%s', async (_name, filter) => {
  const plan = await planOf(filter)
  expect(plan).toMatch(/Index (Only )?Scan using application_response_/)
  expect(plan).not.toMatch(/Seq Scan|Sort|Bitmap/)
})
