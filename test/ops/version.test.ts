// The program reports the same version everywhere.
import { execFileSync } from 'node:child_process'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { startTestApp, type TestApp } from '../support/app'
import { until } from '../support/until'
import { startServerProcess } from './process'

let app: TestApp
const traces: string[] = []
const collector = http.createServer((request, response) => {
  void text(request).then((body) => {
    traces.push(body)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  collector.closeAllConnections()
  collector.close()
  await app.close()
})

const dist = path.resolve(__dirname, '../../dist/src')
const versionOf = (script: string): string =>
  execFileSync(process.execPath, [path.join(dist, script), '--version'], { encoding: 'utf8' }).trim()

it('stands in --version, the ready line, /healthz, /metrics and every trace', async () => {
  const version = versionOf('main.js')
  expect(version).toMatch(/^\d+\.\d+\.\d+(\+[0-9a-f]{12}(\.modified)?)?$/)
  expect(versionOf('admin/main.js')).toBe(version)
  const { port } = collector.address() as AddressInfo
  const server = await startServerProcess(app, {
    ROLE: 'api',
    METRICS_PORT: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
  })
  const lines = server
    .output()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines.find(({ msg }) => msg === 'ready')).toMatchObject({ version, role: 'api' })
  expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 'alive', version })
  const { metricsUrl } = lines.find((line) => 'metricsUrl' in line) as { metricsUrl: string }
  const [, commit = ''] = version.split('+')
  expect(await (await fetch(metricsUrl)).text()).toContain(
    `\ncommunity_build_info{version="${version}",commit="${commit}",node="${process.versions.node}"} 1\n`,
  )
  await fetch(`${server.url}/v2/nowhere`)
  expect(await server.stop()).toBe(0)
  await until('a trace arrives', () => traces.length > 0)
  for (const trace of traces) {
    const { resourceSpans } = JSON.parse(trace) as {
      resourceSpans: { resource: { attributes: { key: string; value: { stringValue: string } }[] } }[]
    }
    for (const { resource } of resourceSpans) {
      expect(resource.attributes).toContainEqual({ key: 'service.version', value: { stringValue: version } })
    }
  }
})
