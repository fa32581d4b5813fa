// The alert rules and the dashboard in deploy/, tested with the metrics of a server.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { sql } from 'kysely'
import type { AddressInfo } from 'node:net'
import { parse } from 'yaml'
import { sealEntries } from '../../src/audit/seals/actions'
import { queueScheduled } from '../../src/jobs/queries'
import { schedule } from '../../src/jobs/tasks'
import { makeProcessProbes } from '../../src/process/app'
import { makeHttpServer } from '../../src/http/server'
import { Draining } from '../../src/http/probes/drain'
import {
  countCall,
  countFaultyReply,
  countJob,
  countRefusal,
  countWebhookAttempt,
  watchProcess,
} from '../../src/base/telemetry/metrics'
import { freePort } from '../../scripts/faults/processes'
import { group, startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { untilComplete } from '../support/audit'
import { describeWhere } from '../support/only-where'
import { requestsLogged } from '../support/request-log'
import { until } from '../support/until'

const at = (name: string): string => path.resolve(__dirname, '../..', name)
const read = (name: string): string => fs.readFileSync(at(name), 'utf8')

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly annotations: { readonly summary: string; readonly runbook_url: string }
}
const { rules } = (parse(read('deploy/prometheus/alerts.yaml')) as { groups: [{ rules: Rule[] }] }).groups[0]
const dashboard = JSON.parse(read('deploy/grafana/dashboard.json')) as {
  panels: { title: string; targets: { expr: string }[] }[]
}
/** Expressions as Grafana sends them, with its variable replaced. */
const panelExpressions = dashboard.panels.flatMap(({ targets }) =>
  targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '1m')),
)
const expressions = [...rules.map(({ expr }) => expr), ...panelExpressions]

let app: TestApp
let community: TestCommunity
let metricsUrl: string
let close: () => Promise<void>

beforeAll(async () => {
  watchProcess()
  app = await startTestApp({ worker: false })
  community = await app.community()
  const probed = { app: () => app.app, worker: () => undefined, draining: new Draining() }
  const probes = makeProcessProbes(app.parts, probed)
  const server = makeHttpServer(probes.alone({ kind: 'all' }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  metricsUrl = `127.0.0.1:${(server.address() as AddressInfo).port}`
  close = async () => {
    server.closeAllConnections()
    server.close()
    await probes.close()
    await app.close()
  }
  await untilComplete(app.base.db)
  await sealEntries(app.base)
  await queueScheduled(app.base.db, schedule)
  await community.client.get(`/v2/members/${group.members[0]}`)
  await community.client.get('/v2/members/x')
  // metrics that no request of this test causes
  countRefusal('requests')
  countFaultyReply('changeExperience')
  countWebhookAttempt('delivered')
  countJob('send-webhooks', 'ok')
  countCall('get_user', 'ok', 1)
  await requestsLogged()
})
afterAll(() => close())

interface Selector {
  readonly metric: string
  readonly labels: readonly (readonly [name: string, operator: string, value: string])[]
}

/** @throws if the expression is not PromQL */
function selectorsOf(expression: string): Selector[] {
  const selectors: { metric: string; labels: [string, string, string][] }[] = []
  parser.parse(expression).iterate({
    enter({ type, from, to, node }) {
      const text = expression.slice(from, to)
      if (type.isError) throw new Error(`no PromQL at ${from}: ${expression}`)
      if (type.name === 'Identifier' && node.parent?.name === 'VectorSelector')
        selectors.push({ metric: text, labels: [] })
      if (type.name === 'UnquotedLabelMatcher') {
        const [, name = '', operator = '', value = ''] = /^(\w+)(=~|!~|!=|=)"(.*)"$/s.exec(text) ?? []
        selectors.at(-1)?.labels.push([name, operator, value])
      }
    },
  })
  return selectors
}

async function seriesByMetric(): Promise<Map<string, Record<string, string>[]>> {
  const text = await (await fetch(`http://${metricsUrl}/metrics`)).text()
  const series = new Map<string, Record<string, string>[]>([
    ['up', [{ job: 'community' }]],
    // only on a cluster: see test/distribution
    ['community_database_nodes', [{ state: 'up' }, { state: 'down' }]],
  ])
  for (const [, metric = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const all = series.get(metric) ?? []
    all.push(
      Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value])),
    )
    series.set(metric, all)
  }
  return series
}

it('every expression selects series that the server has', async () => {
  const series = await seriesByMetric()
  const missing = expressions.flatMap((expression) =>
    selectorsOf(expression).flatMap(({ metric, labels }) => {
      const found = series.get(metric) ?? []
      const fits = (one: Record<string, string>): boolean =>
        labels.every(([name, operator, value]) => (operator === '=' ? one[name] === value : name in one))
      return found.some(fits) ? [] : [`${metric} ${JSON.stringify(labels)} of ${expression}`]
    }),
  )
  expect(missing).toEqual([])
  expect(selectorsOf('up{job="community"} == 0')).toEqual([{ metric: 'up', labels: [['job', '=', 'community']] }])
  expect(() => selectorsOf('sum(rate(up[5m])')).toThrow('no PromQL')
})

it('every alert links to its section of the page of alerts', () => {
  const headings = [...read('docs/operations/alerts.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  expect(headings).toEqual(rules.map(({ alert }) => alert))
  for (const { alert, annotations } of rules) {
    expect(annotations.runbook_url).toBe(`https://community.example.org/docs/operations/alerts#${alert.toLowerCase()}`)
    expect(annotations.summary).not.toBe('')
  }
})

const hasPrometheus =
  spawnSync('prometheus', ['--version']).status === 0 && spawnSync('promtool', ['--version']).status === 0
if (!hasPrometheus) console.info('not run: Prometheus evaluates the alert rules (it is not installed here)')

describeWhere(hasPrometheus)('Prometheus', () => {
  let directory: string
  let prometheus: ChildProcess
  let url: string

  beforeAll(async () => {
    directory = fs.mkdtempSync(path.join(os.tmpdir(), 'prometheus-'))
    const config = read('deploy/prometheus/prometheus.yaml')
      .replace(/scrape_interval: \S+/, 'scrape_interval: 1s')
      .replace(/targets: .*/, `targets: ['${metricsUrl}']`)
      .replace('alerts.yaml', at('deploy/prometheus/alerts.yaml'))
    fs.writeFileSync(path.join(directory, 'prometheus.yaml'), config)
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    const flags = [
      `--config.file=${directory}/prometheus.yaml`,
      `--storage.tsdb.path=${directory}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
    ]
    prometheus = spawn('prometheus', flags, { stdio: 'ignore' })
    await until('Prometheus has two samples', async () => {
      const { result } = await query('count_over_time(up{job="community"}[1m]) > 1')
      return result.length > 0
    })
  })
  afterAll(async () => {
    prometheus.kill('SIGTERM')
    await once(prometheus, 'exit')
    fs.rmSync(directory, { recursive: true })
  })

  async function query(expression: string): Promise<{ status: string; result: unknown[] }> {
    try {
      const response = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(expression)}`)
      const { status, data } = (await response.json()) as { status: string; data?: { result: unknown[] } }
      return { status, result: data?.result ?? [] }
    } catch {
      return { status: 'unreachable', result: [] }
    }
  }

  const firing = async (): Promise<string[]> => {
    const results = await Promise.all(
      rules.map(async ({ alert, expr }) => ((await query(expr)).result.length > 0 ? [alert] : [])),
    )
    return results.flat()
  }

  it('accepts the rules', () => {
    const { status, stdout } = spawnSync('promtool', ['check', 'rules', at('deploy/prometheus/alerts.yaml')])
    expect([status, String(stdout)]).toEqual([0, expect.stringContaining(`SUCCESS: ${rules.length} rules found`)])
  })

  it('evaluates every expression', async () => {
    for (const expression of expressions)
      expect([expression, (await query(expression)).status]).toEqual([expression, 'success'])
  })

  it('fires the alerts of what is wrong, and no other', async () => {
    // these tests run no worker
    const always = ['CommunityNoWorker']
    expect(await firing()).toEqual(always)
    const { db } = app.base
    await sql`insert into platform_operation (community_id, operation_id, kind, user_id, target_unique_id, awaited, urgent,
        deadline_at, created_at, not_before, actor_kind, actor_id)
      values (${community.communityId}, 'op_aaaaaaaaaaaaaaaaaaaa', 'rank.set', ${group.members[0]}, ${group.roles.private},
        false, true, now() + interval '1 day', now() - interval '1 hour', now(), 'key', 'test')`.execute(db)
    await sql`delete from audit_head`.execute(app.dba)
    await sql`update platform_connection set used_at = now() - interval '47 days'`.execute(db)
    await until('the alert of the key fires', async () => (await firing()).includes('CommunityPlatformKeyExpires'))
    await sql`update platform_connection set status = 'reconnect_required'`.execute(db)
    await sql`select graphile_worker.add_job('of-this-test', run_at => now() - interval '1 hour')`.execute(db)
    const wrong = [
      'CommunityRankChangesLate',
      'CommunityReconnectRequired',
      'CommunityJobsLate',
      'CommunityAuditHeadsChanged',
    ]
    await until('the alerts fire', async () => {
      const names = await firing()
      return wrong.every((name) => names.includes(name))
    })
    expect(new Set(await firing())).toEqual(new Set([...always, ...wrong]))
  })
})
