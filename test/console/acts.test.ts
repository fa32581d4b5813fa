// Each write of the console, in a browser: it is pressed twice, its answer is lost after the server did it, it is sent again, and it
// has one effect.
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { applicant, idOf, makeForm, respond, verify } from '../applications/submissions/fixture'
import { accepted, hold, release } from '../operations/fixture'
import { group } from '../support/app'
import { codeFor } from '../support/applicants'
import { until } from '../support/until'
import { describeConsole, loseAnswers, patienceMs, sentTo } from './console'

const root = path.resolve(__dirname, '../..')
const [first, second, third, fourth, fifth] = group.members

/** The act layer as one script, without screens. */
function bundle(): string {
  const values = ['node_modules/vite/bin/vite.js', 'build', '--config', '../test/console/acts.vite.config.mjs']
  const { status, stderr } = spawnSync(process.execPath, [...values, '--logLevel', 'error'], {
    cwd: path.join(root, 'console'),
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`the act layer was not bundled: ${stderr}`)
  return fs.readFileSync(path.join(root, '.cache/console-acts/acts.js'), 'utf8')
}

/** Of a form. */
const definition = {
  name: 'Pilot school',
  questions: [{ type: 'short', title: 'Why do you apply?' }],
  grading: { passPercentage: null },
}

interface Parameter {
  readonly $ref?: string
  readonly name?: string
}

const readContract = (): {
  readonly paths: Record<
    string,
    Record<string, { readonly operationId?: string; readonly parameters?: Parameter[]; readonly requestBody?: object }>
  >
  readonly components: { readonly parameters: Record<string, Parameter> }
} => JSON.parse(fs.readFileSync(path.join(root, 'generated/contract.json'), 'utf8'))

interface Declared {
  readonly name: string
  readonly at: string
  readonly again: string
}

interface Outcome {
  readonly is: 'done' | 'failed' | 'busy'
  readonly code?: string
  readonly message?: string
}

/** What an act sends. */
interface Request {
  readonly path?: object
  readonly query?: object
  readonly body?: object
  readonly seen?: object
}

describeConsole((at) => {
  let code = ''
  beforeAll(async () => {
    code = bundle()
    for (const userId of group.members) await verify(at.app, userId)
    await at.home.client.post('/v2/medals', { name: 'Honor' })
    await at.home.client.post('/v2/qualifications', { name: 'Pilot' })
    await at.home.client.patch('/v2/suspension-settings', { rankUniqueId: group.roles.private })
  }, patienceMs)
  afterEach(() => release(at.app))

  /** Makes the record with the community's key. @returns the data of the answer */
  async function made(method: 'post' | 'put', address: string, body: object = {}): Promise<Record<string, string>> {
    const answer = await at.home.client[method](address, body)
    if (answer.status >= 300) throw new Error(`${address}: ${answer.text}`)
    return answer.body?.data as Record<string, string>
  }
  const suspended = async (userId: number) =>
    made('post', '/v2/suspensions', { userId, durationSeconds: 3_600, reason: 'raid' })
  const invitedPerson = async () => made('post', '/v2/people', { name: 'Bo', role: 'viewer' })

  async function signedInAsPlayer(page: Page): Promise<number> {
    const userId = await applicant(at.app)
    const code = { communityId: at.home.communityId, code: await codeFor(at.home, userId) }
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(code) }
    await page.evaluate(`fetch('/v2/applicant-session', ${JSON.stringify(init)})`)
    return userId
  }

  /** By operation; null: it is begun anew, so it has nothing to repeat. Each makes what the act needs. */
  const requests: Readonly<Record<string, ((page: Page) => Request | Promise<Request>) | null>> = {
    awardBatch: () => ({
      body: { entries: [{ userId: first, experience: { op: 'increment', amount: 10 } }] },
    }),
    createWarning: () => ({ body: { userId: first, reason: 'spam' } }),
    revokeWarning: async () => {
      const { warningId } = await made('post', '/v2/warnings', { userId: first, reason: 'spam' })
      return { path: { warningId }, body: { reason: 'mistake' } }
    },
    createSuspension: () => ({ body: { userId: second, durationSeconds: 3_600, reason: 'raid' } }),
    liftSuspension: async () => {
      const { suspensionId } = await suspended(third)
      return { path: { suspensionId }, body: {} }
    },
    createBlacklistEntry: () => ({ body: { userId: 777, reason: 'raid' } }),
    liftBlacklistEntry: async () => {
      const { blacklistEntryId } = await made('post', '/v2/blacklist-entries', { userId: 778, reason: 'raid' })
      return { path: { blacklistEntryId }, body: {} }
    },
    submitRankOperation: () => ({ body: { userId: fourth, rankUniqueId: group.roles.sergeant } }),
    cancelPlatformOperation: async () => {
      await hold(at.app)
      return { path: { operationId: await accepted(at.home, { userId: fifth, rankUniqueId: group.roles.sergeant }) } }
    },
    retryPlatformOperation: async () => {
      await hold(at.app)
      const operationId = await accepted(at.home, { userId: fifth, rankUniqueId: group.roles.sergeant })
      await made('post', `/v2/platform-operations/${operationId}/cancel`)
      return { path: { operationId } }
    },
    awardMedal: () => ({ path: { userId: String(first) }, body: { name: 'Valor' } }),
    removeMedal: async () => {
      await made('post', `/v2/members/${first}/medals`, { name: 'Honor' })
      return { path: { userId: String(first), name: 'Honor' } }
    },
    awardQualification: () => ({ path: { userId: String(second) }, body: { name: 'Pilot' } }),
    removeQualification: async () => {
      await made('post', `/v2/members/${first}/qualifications`, { name: 'Pilot' })
      return { path: { userId: String(first), name: 'Pilot' } }
    },
    reviewResponse: async () => {
      const form = await makeForm(at.home.client)
      const responseId = idOf(await respond(at.home.client, form, first))
      return {
        path: { applicationId: form.applicationId, responseId },
        body: { revision: 1, status: 'Passed', privateNote: 'Good', applicantFeedback: 'Welcome' },
      }
    },
    submitResponse: async (page) => {
      const { applicationId } = await makeForm(at.home.client)
      const userId = await signedInAsPlayer(page)
      return { path: { applicationId }, body: { userId, version: 1, answers: { why: 'I like to fly.' } } }
    },
    openApplication: null,
    getApplicationStatus: null,
    createApplicantSession: null,
    finishApplicantSignIn: null,
    endApplicantSession: async (page) => {
      await signedInAsPlayer(page)
      return {}
    },
    createReversal: async () => {
      const { batchId } = await made('post', '/v2/award-batches', {
        batchId: randomUUID(),
        entries: [{ userId: first, experience: { op: 'increment', amount: 10 } }],
      })
      return { body: { source: 'batch', sourceId: batchId, dryRun: true } }
    },
    deleteReversal: async () => {
      const { reversalId } = await made('post', '/v2/reversals', {
        source: 'operator',
        sourceId: 'test',
        from: new Date(Date.now() - 60_000).toISOString(),
        to: new Date().toISOString(),
        dryRun: true,
      })
      await until('the dry run has ended', async () => {
        const { completedAt } = (await at.home.client.get(`/v2/reversals/${reversalId}`)).body.data
        return completedAt !== null
      })
      return { path: { reversalId } }
    },
    revokeOwnSession: async (page) => {
      const sessionId = await page.evaluate<string>(
        "fetch('/v2/session').then((answer) => answer.json()).then(({ data }) => data.sessionId)",
      )
      await page.context().clearCookies()
      await page.reload()
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await page.getByRole('banner').waitFor()
      await page.evaluate(code)
      return { path: { sessionId } }
    },
    endSession: () => ({}),
    createKey: () => ({ body: { name: `Key ${randomUUID().slice(0, 8)}`, scopes: ['members.read'] } }),
    updateKey: async () => {
      const { keyId } = await made('post', '/v2/keys', { name: 'Wide', scopes: ['members.read', 'ranks.read'] })
      return { path: { keyId }, body: { name: 'Narrow', scopes: ['ranks.read'], paused: true } }
    },
    rotateKey: async () => {
      const { keyId } = await made('post', '/v2/keys', { name: 'Turned', scopes: ['members.read'] })
      return { path: { keyId }, body: { overlapSeconds: 0 } }
    },
    revokeKey: async () => {
      const { keyId } = await made('post', '/v2/keys', { name: 'Old', scopes: ['members.read'] })
      return { path: { keyId } }
    },
    createPerson: () => ({ body: { name: 'Cy', role: 'viewer' } }),
    invitePerson: async () => ({ path: { personId: (await invitedPerson())['personId'] } }),
    updatePerson: async () => ({
      path: { personId: (await invitedPerson())['personId'] },
      body: { role: 'reviewer' },
    }),
    deletePerson: async () => ({ path: { personId: (await invitedPerson())['personId'] } }),
    setStaffRole: () => ({
      path: { roleName: 'event-host' },
      body: { scopes: ['members.read'], takesPerHourLimit: 10 },
    }),
    deleteStaffRole: async () => {
      await made('put', '/v2/staff-roles/old-role', { scopes: ['members.read'], takesPerHourLimit: 10 })
      return { path: { roleName: 'old-role' } }
    },
    updateRank: () => ({ path: { uniqueId: group.roles.sergeant }, body: { autoRank: { experience: 500 } } }),
    syncRanks: async () => {
      await sql`update rank set name = 'Old' where unique_id = ${group.roles.lieutenant}`.execute(at.app.dba)
      return {}
    },
    updateAutoRankSettings: () => ({ body: { demotes: true } }),
    updateSuspensionSettings: () => ({ body: { removeRank: true } }),
    createMedal: () => ({ body: { name: 'New medal' } }),
    updateMedal: async () => {
      const name = `Old ${randomUUID()}`
      await made('post', '/v2/medals', { name })
      return { path: { name }, body: { name: name.replace('Old', 'New'), description: 'For courage' } }
    },
    createQualification: () => ({ body: { name: 'New qualification' } }),
    updateQualification: async () => {
      const name = `Old ${randomUUID()}`
      await made('post', '/v2/qualifications', { name })
      return { path: { name }, body: { archived: true } }
    },
    createApplication: () => ({ body: { definition: { ...definition, name: 'New form' } } }),
    duplicateApplication: async () => {
      const { applicationId } = await makeForm(at.home.client)
      return { path: { applicationId }, body: { name: 'Copied form' } }
    },
    updateApplication: async () => {
      const { applicationId } = await makeForm(at.home.client)
      return { path: { applicationId }, body: { version: 1, definition: { ...definition, state: 'closed' } } }
    },
    deleteApplication: async () => {
      const { applicationId } = await makeForm(at.home.client)
      return { path: { applicationId }, body: { version: 1 } }
    },
    saveTemplate: () => ({ body: { name: 'New template', definition } }),
    deleteTemplate: async () => {
      const { templateId } = await made('post', '/v2/applications/templates', { name: 'Old template', definition })
      return { path: { templateId } }
    },
    setJoinRequirements: async () => {
      const { applicationId } = await makeForm(at.home.client, { state: 'open' })
      return { body: { applicationIds: [applicationId] } }
    },
    updatePlatformConnection: () => ({ body: { paused: true } }),
    lookUpMembers: null,
    previewAutoRank: null,
    proveSession: null,
    beginSignIn: null,
    finishSignIn: null,
    beginRegistration: null,
    finishRegistration: null,
    beginIssuerSignIn: null,
    finishIssuerSignIn: null,
  }

  /** Every change writes an entry into the audit log, also one that a job carries out later. */
  async function effects(isHeld: boolean): Promise<string[]> {
    await until('all queued changes and jobs that are due are carried out', async () => {
      const { rows } = await sql`select 1 from platform_operation where completed_at is null
        union all select 1 from graphile_worker._private_jobs where run_at <= now()`.execute(at.app.dba)
      return isHeld || rows.length === 0
    })
    const { rows } = await sql<{ action: string }>`select action from audit_entry
        where action not in ('application.response.read', 'application.response.message') order by action`.execute(
      at.app.dba,
    )
    return rows.map(({ action }) => action)
  }

  const act = (page: Page, name: string, request: Request): Promise<Outcome> =>
    page.evaluate(`window.actLayer.act(${JSON.stringify(name)}, ${JSON.stringify(request)})`)

  it('that ends with a day ends with it where the person is, also west of Greenwich', async () => {
    for (const [timezoneId, end] of [
      ['America/Los_Angeles', '2026-12-02T07:59:59.000Z'],
      ['Asia/Tokyo', '2026-12-01T14:59:59.000Z'],
      ['Europe/London', '2026-12-01T23:59:59.000Z'],
    ] as const) {
      const { page } = await at.open('/console/sign-in', 1280, { timezoneId, locale: 'en-US' })
      await page.evaluate(code)
      expect(await page.evaluate(`times.endOfDay('2026-12-01')`)).toBe(end)
      expect(await page.evaluate(`[times.dayOfTime('${end}'), times.dateText('${end}')]`)).toEqual([
        '2026-12-01',
        'Dec 1, 2026',
      ])
    }
  })

  async function administrator(): Promise<Page> {
    const { page } = await at.signedIn('administrator')
    await page.evaluate(code)
    return page
  }

  it('has a request for each act, and one that is begun anew needs none', async () => {
    const page = await administrator()
    const declared = await page.evaluate<Declared[]>('window.actLayer.acts')
    expect(Object.keys(requests).sort()).toEqual(declared.map(({ name }) => name).sort())
    const anew = declared.filter(({ again }) => again === 'new').map(({ name }) => name)
    expect(anew.sort()).toEqual(
      Object.entries(requests)
        .filter(([, request]) => request === null)
        .map(([name]) => name)
        .sort(),
    )
  })

  it('is the operation of the contract that it names, and sends an id where the contract takes one', async () => {
    const page = await administrator()
    const { paths, components } = readContract()
    const operations = Object.entries(paths).flatMap(([route, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ ...operation, at: `${method.toUpperCase()} ${route}` })),
    )
    const nameOf = ({ $ref, name }: Parameter): string | undefined =>
      $ref === undefined ? name : components.parameters[$ref.split('/').at(-1) ?? '']?.name
    for (const { name, at: address, again } of await page.evaluate<Declared[]>('window.actLayer.acts')) {
      const operation = operations.find(({ operationId }) => operationId === name)
      const takesKey = operation?.parameters?.some((one) => nameOf(one) === 'Idempotency-Key') ?? false
      expect([name, address, again === 'key']).toEqual([name, operation?.at, takesKey])
    }
  })

  /** Acts that the contract guards with `If-Match`; the body of a form has a version instead. */
  const guarded = () => {
    const { paths, components } = readContract()
    const takesMatch = ({ $ref }: Parameter) =>
      components.parameters[$ref?.split('/').at(-1) ?? '']?.name === 'If-Match'
    return Object.entries(paths)
      .flatMap(([route, methods]) =>
        Object.entries(methods).map(([method, { operationId = '', parameters = [] }]) => ({
          name: operationId,
          route,
          method,
          isGuarded: parameters.some(takesMatch),
        })),
      )
      .filter(({ name, isGuarded }) => isGuarded && Object.hasOwn(requests, name) && !name.endsWith('Application'))
  }
  /** Values that differ from those of the request. */
  const reset = async () => {
    await at.home.client.patch(`/v2/ranks/${group.roles.sergeant}`, { autoRank: { experience: 400 } })
    await at.home.client.patch('/v2/auto-rank', { demotes: false })
    await at.home.client.patch('/v2/suspension-settings', { rankUniqueId: group.roles.private })
    await at.home.client.patch('/v2/platform-connection', { paused: false })
  }

  it('changes no record that somebody else changed since the person saw it, and sends the ETag of one that is as it was', async () => {
    const page = await administrator()
    const told: unknown[] = []
    const all = guarded()
    for (const { name, route, method } of all) {
      await reset()
      const request = (await requests[name]?.(page)) ?? {}
      const address = route.replace(/\{(\w+)\}/g, (_, part: string) =>
        encodeURIComponent(String(request.path?.[part as never])),
      )
      const matches: unknown[] = []
      const see = (one: { method(): string; url(): string; headers(): Record<string, string> }) => {
        if (one.method() === method.toUpperCase() && new URL(one.url()).pathname.endsWith(address))
          matches.push(one.headers()['if-match'])
      }
      page.on('request', see)
      const refused = await act(page, name, { ...request, seen: {} })
      expect([name, refused, matches]).toMatchObject([name, { is: 'failed', code: 'changed_meanwhile' }, []])
      expect(refused.message).toContain(method === 'delete' ? 'Nothing was deleted' : 'Nothing of yours was stored')
      const { data } = (await at.home.client.get(address)).body
      expect([name, await act(page, name, { ...request, seen: data as object })]).toMatchObject([name, { is: 'done' }])
      page.off('request', see)
      told.push([name, matches])
    }
    await reset()
    expect(told).toEqual(all.map(({ name }) => [name, [expect.stringMatching(/^"[\w-]{27}"$/)]]))
    expect(all.length).toBeGreaterThanOrEqual(11)
  })

  const twiceAtOnce = (page: Page, name: string, request: Request): Promise<Outcome[]> =>
    page.evaluate(
      `Promise.all([1, 2].map(() => window.actLayer.act(${JSON.stringify(name)}, ${JSON.stringify(request)})))`,
    )

  for (const [name, requestOf] of Object.entries(requests)) {
    if (requestOf === null) continue
    it(`${name} has one effect when its answer was lost and it is sent again, each time with two presses at once`, async () => {
      const page = await administrator()
      const request = await requestOf(page)
      const isHeld = name.endsWith('PlatformOperation')
      const before = await effects(isHeld)
      const answered = await loseAnswers(page, '**/v2/**')
      const sent = sentTo(page, '')
      expect(await twiceAtOnce(page, name, request)).toMatchObject([
        { is: 'failed', code: 'no_answer' },
        { is: 'busy' },
      ])
      expect(sent).toHaveLength(1)
      const once = await effects(isHeld)
      expect(once.length).toBeGreaterThan(before.length)
      await answered()
      expect(await twiceAtOnce(page, name, request)).toMatchObject([{ is: 'done' }, { is: 'busy' }])
      expect(await effects(isHeld)).toEqual(once)
    })
  }
})
