// The verifier of seals knows what each erasure takes, and finds any other change.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { projectRoot } from '../../src/base/project-root'
import { insertAuditEntry, type AuditRecord } from '../../src/audit/queries'
import { sealEntries, verifyChain } from '../../src/audit/seals/actions'
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { untilComplete } from '../support/audit'

const account = 71
const other = 72
const person = 'prs_aaaaaaaaaaaaaaaaaaaa'

let app: TestApp
let community: TestCommunity

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  community = await app.community({ connected: false })
})

const id = () => community.communityId
const broken = async (db = app.dba): Promise<string | null> =>
  (await verifyChain({ ...app.base, db }, id(), null)).broken
const redacted = async (): Promise<number> => (await verifyChain(app.base, id(), null)).redacted

const texts = { before: { n: 1, word: 'before' }, after: { n: 2, name: 'Valor', list: ['x'] }, reason: 'a reason' }
const ofPerson = { action: 'person.create', after: { personId: person, name: 'Ada', role: 'viewer', number: 3 } }
/** Of one seal: about the account, on behalf of it, about a person, and about nobody of these. */
const planted = {
  own: { record: { action: 'test.written', userId: account, ...texts } },
  named: { record: { action: 'test.written', after: { ownerUserId: String(account), word: 'after' } } },
  acted: { record: { action: 'test.written', userId: other, ...texts }, onBehalfOf: account },
  both: { record: { action: 'test.written', userId: account, ...texts }, onBehalfOf: account },
  staff: { record: ofPerson },
  bystander: { record: { action: 'test.written', userId: other, ...texts } },
} satisfies Record<string, { record: AuditRecord; onBehalfOf?: number }>
type Name = keyof typeof planted

async function plant(): Promise<Record<Name, string>> {
  const ctx = await community.ctx()
  const ids: Record<string, string> = {}
  for (const [name, { record, ...more }] of Object.entries(planted))
    ids[name] = await insertAuditEntry({ ...ctx, actor: { ...ctx.actor, ...more } }, record)
  await seal()
  return ids
}

async function seal(): Promise<void> {
  await untilComplete(app.app.db)
  await sealEntries(app.base)
}

/** Each function, as the server calls it, with the entries that it changes. */
const erasures: Record<string, { readonly call: () => ReturnType<typeof sql>; readonly changes: readonly Name[] }> = {
  erase_audit_texts: { call: () => sql`select erase_audit_texts(${account})`, changes: ['own', 'both'] },
  erase_audit_account: {
    call: () => sql`select erase_audit_account(${account})`,
    changes: ['own', 'named', 'acted', 'both'],
  },
  erase_person_names: { call: () => sql`select erase_person_names(${id()}, ${person})`, changes: ['staff'] },
}
const names = Object.keys(erasures)

test('each function that erases sealed entries is tried here', () => {
  const folder = path.join(projectRoot, 'sql/functions')
  const found = readdirSync(folder).filter((file) =>
    readFileSync(path.join(folder, file), 'utf8').includes(`community.audit_cause to 'erasure'`),
  )
  expect(found.map((file) => path.basename(file, '.sql')).sort()).toEqual([...names].sort())
})

const columns: Record<string, string> = {
  actor_id: `actor_id || 'x'`,
  action: `action || 'x'`,
  user_id: 'coalesce(user_id, 0) + 1',
  before: `coalesce(before, '{}') || '{"word": "forged"}'`,
  after: `coalesce(after, '{}') || '{"word": "forged"}'`,
  reason: `coalesce(reason, '') || 'x'`,
  request_id: `coalesce(request_id, '') || 'x'`,
  on_behalf_of: 'coalesce(on_behalf_of, 0) + 1',
}

/** As the owner of the tables, who also makes the redaction fit; rolled back. */
async function forged(auditId: string, column: string, value: string): Promise<string | null> {
  let seen: string | null = null
  const undo = new Error('undo')
  const work = app.dba.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update audit_entry set ${sql.ref(column)} = ${sql.raw(value)} where audit_id = ${auditId}`.execute(tx)
    await sql`update audit_redaction r set hash = audit_hash(e, null::uuid) from audit_entry e
      where r.audit_id = ${auditId} and e.audit_id = r.audit_id and e.community_id = r.community_id`.execute(tx)
    seen = await broken(tx)
    throw undo
  })
  await work.catch((error: unknown) => {
    if (error !== undo) throw error
  })
  return seen
}

const orders = [
  ...names.map((name) => [name]),
  ['erase_audit_texts', 'erase_audit_account'],
  ['erase_audit_account', 'erase_audit_texts', 'erase_person_names'],
  ['erase_person_names', 'erase_person_names', 'erase_audit_texts', 'erase_audit_account'],
]

test.each(orders.map((order) => [order.join(', '), order] as const))(
  '%s: the chain is intact, and a forged column of any entry is found',
  async (_title, order) => {
    const ids = await plant()
    const changed = new Set<Name>()
    for (const name of order) {
      const { call, changes = [] } = erasures[name] ?? { call: () => sql`select` }
      await call().execute(app.app.db)
      changes.forEach((one) => changed.add(one))
      expect(await broken()).toBeNull()
      expect(await redacted()).toBe(changed.size)
    }
    await seal()
    expect(await broken()).toBeNull()
    for (const auditId of Object.values(ids))
      for (const [column, value] of Object.entries(columns))
        expect(`${column}: ${await forged(auditId, column, value)}`).toBe(
          `${column}: entry ${auditId} was changed (seal 1)`,
        )
  },
)

test('an entry that was sealed by an earlier build as one part is verified, also when its texts were erased', async () => {
  const ids = await plant()
  await app.dba.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update audit_seal s set hashes = (select array_agg(audit_hash(e, one.salt) order by one.n)
      from unnest(s.audit_ids, s.salts) with ordinality as one (audit_id, salt, n) join audit_entry e using (audit_id)
      where e.community_id = s.community_id) where s.community_id = ${id()}`.execute(tx)
    await sql`update audit_seal s set mac = null, hash = audit_seal_hash(community_id, number, position, audit_id, audit_ids, hashes,
      previous, sealed_at) where s.community_id = ${id()}`.execute(tx)
    await sql`delete from audit_head where community_id = ${id()}`.execute(tx)
  })
  await insertAuditEntry(await community.ctx(), ofPerson)
  await seal()
  expect(await broken()).toBeNull()
  await sql`select erase_audit_texts(${account})`.execute(app.app.db)
  expect(await broken()).toBeNull()
  expect(await forged(ids.own, 'reason', `'forged'`)).toBe(`entry ${ids.own} was changed (seal 1)`)
  expect(await forged(ids.bystander, 'reason', `'forged'`)).toBe(`entry ${ids.bystander} was changed (seal 1)`)
})
