// What Citus would refuse is found in the text of a statement. All statements of the server pass (npm run generate).
import { Client } from 'pg'
import { readCatalogue, type Catalogue } from '../../scripts/completeness/catalogue'
import { missingOnNodes } from '../../scripts/completeness/statements'
import { missingOnShards } from '../../scripts/completeness/triggers'
import { refusedOnNodes } from '../../scripts/statements/on-nodes'
import { everyStatement } from '../../scripts/statements/statements'
import { freshDatabase, type TestDatabase } from '../support/database'

const rules = {
  distributed: new Set(['member', 'rank', 'audit_entry']),
  querying: new Set(['rank_facts']),
  isOpen: false,
}

let database: TestDatabase
let client: Client
let catalogue: Catalogue

beforeAll(async () => {
  database = await freshDatabase()
  client = new Client({ connectionString: database.url })
  await client.connect()
  catalogue = await readCatalogue((text) => client.query(text))
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const audited = `insert into audit_entry (community_id, action) select $1, 'x' from`

it.each([
  [
    'a row lock over communities',
    'select user_id from member where user_id = $1 for update skip locked',
    'a row lock on member of several communities',
  ],
  [
    'the time in DO UPDATE',
    'insert into member (community_id, user_id) values ($1, $2) on conflict (community_id, user_id) do update set updated_at = now()',
    'now() in DO UPDATE of member',
  ],
  [
    'the time in the condition of DO UPDATE',
    `insert into member as m (community_id, user_id) values ($1, $2) on conflict (community_id, user_id)
     do update set username = null where m.updated_at < current_timestamp`,
    'current_timestamp() in DO UPDATE of member',
  ],
  [
    'the time in RETURNING',
    'update member set username = null where community_id = $1 returning clock_timestamp()',
    'clock_timestamp() in RETURNING of member',
  ],
  [
    'the time in CASE',
    'update member set updated_at = case when experience > 0 then now() end where community_id = $1',
    'now() in CASE or COALESCE in an UPDATE of member',
  ],
  [
    'the time in COALESCE of a local table beside a distributed one',
    `with changed as (update notice set at = coalesce(at, now()) where id = 1 returning id) ${audited} changed`,
    'now() in CASE or COALESCE in an UPDATE of notice',
  ],
  [
    'a join without the community',
    'select from member m join rank r on r.unique_id = m.rank_unique_id where m.community_id = $1',
    'rank is not restricted by community_id = a parameter',
  ],
  [
    'a join by the community of a subquery',
    'select from (select * from member where community_id = $1 limit 5) m join rank r on r.community_id = m.community_id',
    'rank is not restricted by community_id = a parameter',
  ],
  [
    'a subquery in LIMIT over communities',
    'select user_id from member where user_id = $1 limit (select 5)',
    'a subquery in LIMIT over several communities',
  ],
  [
    'a function that queries tables, on the node',
    'select rank_facts(m.user_id) from member m where m.community_id = $1',
    'rank_facts(), which queries tables, in a query of member',
  ],
  [
    'a CTE without a list of columns',
    `with held as (select user_id from member where community_id = $1), found as (select 1 from held),
     audited as (${audited} held) select exists (select from found)`,
    'the CTE found is only tested for rows, without a list of columns: materialize it',
  ],
])('refuses %s', async (_, text, fault) => {
  expect(await refusedOnNodes(text, rules)).toContain(fault)
})

it.each([
  ['one community', 'select from member where community_id = $1 for update skip locked'],
  ['a join of one community', 'select from member m join rank r using (community_id) where m.community_id = $1::text'],
  ['the time in SET', 'update member set updated_at = now() where community_id = $1'],
  [
    'the inserted value in DO UPDATE',
    `insert into member (community_id, user_id) values ($1, $2)
     on conflict (community_id, user_id) do update set updated_at = excluded.updated_at`,
  ],
  ['a local table', 'select from notice for update skip locked'],
])('accepts %s', async (_, text) => {
  expect(await refusedOnNodes(text, rules)).toEqual([])
})

it('finds nothing in the statements and functions of the server, and names the function of one that it refuses', async () => {
  const found = await everyStatement()
  expect(await missingOnNodes(catalogue, found)).toEqual([])
  const planted = { from: 'audit insertAuditEntry', text: 'update member set updated_at = coalesce(updated_at, now())' }
  expect(await missingOnNodes(catalogue, { ...found, statements: [planted] })).toContainEqual(
    expect.objectContaining({
      file: 'src/audit/queries.ts',
      rule: 'Citus refuses audit insertAuditEntry: now() in CASE or COALESCE in an UPDATE of member.',
    }),
  )
})

it('refuses a function in SQL that reads a distributed table', async () => {
  const own = { name: 'count_storage', language: 'sql', definition: '', body: 'select from member' }
  const faults = await missingOnNodes({ ...catalogue, functions: [own] }, { statements: [], missed: [] })
  expect(faults.map(({ rule }) => rule)).toContain(
    'Citus does not plan the parameters of the SQL function count_storage, which reads a distributed table.',
  )
})

it('refuses a function in SQL whose CASE has an operand', async () => {
  const own = {
    name: 'is_managed',
    language: 'sql',
    definition: '',
    body: `select case $1 when 'a' then 1 else 2 end`,
  }
  const faults = await missingOnNodes({ ...catalogue, functions: [own] }, { statements: [], missed: [] })
  expect(faults.map(({ rule }) => rule)).toEqual([
    'Citus sends the CASE with an operand of the SQL function is_managed to a node with a wrong type.',
  ])
})

it('refuses a function that is called on a node and reads a table of the coordinator', () => {
  const own = { name: 'change_points', language: 'plpgsql', definition: '', body: 'perform 1 from community;' }
  expect(missingOnShards({ ...catalogue, triggers: [], functions: [own] }).map(({ rule }) => rule)).toEqual([
    'The function change_points(), which runs on a node of Citus, uses community in change_points().',
  ])
})

it('refuses a trigger of a distributed table that reads a table of the coordinator, also through another function', async () => {
  expect(missingOnShards(catalogue)).toEqual([])
  const planted = [
    'begin',
    // a setting of Citus; PostgreSQL ignores it
    'set local citus.enable_unsafe_triggers to on',
    `create function plan_of(one text) returns text language plpgsql as
      $$ begin return (select s.plan_id from subscription s where s.community_id = one); end $$`,
    `create function check_plan() returns trigger language plpgsql as
      $$ begin perform plan_of(new.community_id); return new; end $$`,
    'create trigger member_plan before insert on member for each row execute function check_plan()',
    'create trigger community_plan before insert on community for each row execute function check_plan()',
  ]
  for (const statement of planted) await client.query(statement)
  const faults = missingOnShards(await readCatalogue((text) => client.query(text)))
  await client.query('rollback')
  expect(faults.map(({ rule }) => rule)).toEqual([
    'The trigger member_plan of member, which runs on a node of Citus, uses subscription in plan_of().',
  ])
})
