// Staff members are deleted, exported and erased.
import { sql } from 'kysely'
import { makeClient, startTestApp, type Answer, type TestApp, type TestCommunity } from '../support/app'
import { adminOf } from '../admin/support'
import { browserWith, cookieOf, invite, register, sameOrigin, signIn, staffOf } from '../support/people'

let app: TestApp
let home: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  home = await app.community({ connected: false })
})
afterAll(() => app.close())

const outcome = ({ status, body }: Answer) => [status, (body as { error?: { code: string } } | undefined)?.error?.code]
const remove = (personId: string, client = home.client) => client.delete(`/v2/people/${personId}`)
const admin = (...args: string[]) => adminOf(app).json(args)
const entriesAbout = async (personId: string) =>
  ((await home.client.get('/v2/audit-entries?order=newest&limit=100')).body.data as { action: string }[]).filter(
    (entry) => JSON.stringify(entry).includes(personId),
  )

describe('a deleted person', () => {
  it('cannot sign in any more, has no session, and stays in the audit log', async () => {
    const ana = await staffOf(app, home, 'officer', 'Ana')
    await ana.client.post('/v2/medals', { name: 'Honour' })
    expect(outcome(await remove(ana.personId))).toEqual([204, undefined])
    expect(outcome(await remove(ana.personId))).toEqual([404, 'person_not_found'])
    expect(outcome(await ana.client.get('/v2/session'))).toEqual([401, 'unauthorized'])
    expect(outcome(await signIn(app, ana.authenticator))).toEqual([401, 'sign_in_refused'])
    const entries = await entriesAbout(ana.personId)
    expect(entries[0]).toMatchObject({ action: 'person.delete', before: { personId: ana.personId, name: 'Ana' } })
    expect(entries.map(({ action }) => action)).toContain('medal.create')
  })

  it('who never accepted the invitation can no longer accept it, and makes room', async () => {
    const used = async () =>
      Number(
        (
          await sql<{
            used: string
          }>`select count(*) as used from person where community_id = ${home.communityId}`.execute(app.dba)
        ).rows[0]?.used,
      )
    const before = await used()
    const { personId, invitation } = await invite(home, 'viewer')
    expect(await used()).toBe(before + 1)
    expect(outcome(await remove(personId))).toEqual([204, undefined])
    expect(await used()).toBe(before)
    expect(outcome(await register(app, invitation))).toEqual([401, 'sign_in_refused'])
  })

  it('is deleted by nobody who lacks a scope of the role, or has only the cookie', async () => {
    const ana = await staffOf(app, home, 'administrator')
    const key = await home.clientWith(['people.read', 'people.write'])
    expect(outcome(await remove(ana.personId, key))).toEqual([403, 'authority_exceeded'])
    const other = await staffOf(app, home, 'administrator')
    app.advance(300_001)
    expect(outcome(await remove(ana.personId, other.client))).toEqual([403, 'proof_required'])
    const proved = browserWith(app, cookieOf(await signIn(app, other.authenticator)))
    expect(outcome(await remove(ana.personId, proved))).toEqual([204, undefined])
  })

  it('is deleted by the command line', async () => {
    const { personId } = await invite(home, 'viewer')
    await admin('person', 'delete', '--community', home.communityId, '--person', personId, '--yes')
    expect((await home.client.get(`/v2/people/${personId}`)).status).toBe(404)
  })
})

describe('data rights of staff', () => {
  const seal = async () => {
    const { communityId } = home
    await sql`select seal_audit_entries(${communityId})`.execute(app.dba).catch(() => undefined)
  }

  it.each([[], ['--everything']])('an erasure of the account %s erases the person', async (...more: string[]) => {
    const userId = 700_000 + Math.floor(Math.random() * 10_000)
    const ana = await staffOf(app, home, 'officer', 'Zebra Person', undefined, { userId })
    await ana.client.post('/v2/medals', { name: `Medal ${userId}` })
    const exported = await admin('data-rights', 'export', '--user', String(userId))
    const [{ staff }] = exported.communities
    expect(staff).toMatchObject([{ personId: ana.personId, name: 'Zebra Person', role: 'officer', subject: null }])
    expect(staff[0].sessions).toMatchObject([{ sessionId: ana.session.sessionId }])
    expect(JSON.stringify(staff)).not.toMatch(/publicKey|hash/i)
    await seal()
    await admin('data-rights', 'erase', '--user', String(userId), ...more, '--yes')
    expect((await home.client.get(`/v2/people/${ana.personId}`)).status).toBe(404)
    expect(outcome(await ana.client.get('/v2/session'))).toEqual([401, 'unauthorized'])
    const entries = await entriesAbout(ana.personId)
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['person.delete', 'person.create', 'medal.create', 'session.create']),
    )
    expect(JSON.stringify(entries)).not.toContain('Zebra Person')
    const found = await sql<{
      n: number
    }>`select count(*)::int as n from audit_entry where community_id = ${home.communityId}
      and (before::text like '%Zebra%' or after::text like '%Zebra%')`.execute(app.dba)
    expect(found.rows[0]?.n).toBe(0)
  })

  it('a person without an account is exported and erased by the id, also after a deletion', async () => {
    const ana = await staffOf(app, home, 'viewer', 'Heron Person')
    const flags = ['--community', home.communityId, '--person', ana.personId]
    const exported = await admin('data-rights', 'export-person', ...flags)
    expect(exported).toMatchObject({
      person: { name: 'Heron Person', role: 'viewer' },
      signIn: { credentialId: ana.authenticator.credentialId, issuer: null, subject: null },
      sessions: [{ sessionId: ana.session.sessionId }],
    })
    expect(outcome(await remove(ana.personId))).toEqual([204, undefined])
    expect(JSON.stringify(await entriesAbout(ana.personId))).toContain('Heron Person')
    const erased = await admin('data-rights', 'erase-person', ...flags, '--yes')
    expect(erased.auditEntries).toBeGreaterThanOrEqual(2)
    expect(JSON.stringify(await entriesAbout(ana.personId))).not.toContain('Heron Person')
    const verified = await admin('audit', 'verify', '--community', home.communityId).catch(
      (error: Error) => error.message,
    )
    expect(JSON.stringify(verified)).not.toMatch(/differ|tamper/i)
    expect(outcome(await makeClient(app.url, sameOrigin).post('/v2/sign-in', undefined))).toEqual([200, undefined])
  })
})
