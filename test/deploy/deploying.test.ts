// The files in deploy/ that start the server: checked against schemas, and run where the program is installed.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import https from 'node:https'
import os from 'node:os'
import path from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '../../src/process/config'
import { freePort } from '../../scripts/faults/processes'
import { startTestApp, type TestApp } from '../support/app'
import { describeWhere, onlyWhere } from '../support/only-where'
import { until } from '../support/until'

const at = (name: string): string => path.resolve(__dirname, '../../deploy', name)
const read = (name: string): string => fs.readFileSync(at(name), 'utf8')
const has = (program: string): boolean => {
  const isHere = spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
  if (!isHere) console.info(`not run: what needs ${program} (it is not installed here)`)
  return isHere
}

interface Manifest {
  readonly kind: string
  readonly metadata: { readonly name: string }
}
const manifestsOf = (file: string): Manifest[] =>
  parseAllDocuments(read(`kubernetes/${file}`)).map((document) => document.toJS() as Manifest)

describe('Kubernetes', () => {
  const files = [
    'api.yaml',
    'worker.yaml',
    'migrate.yaml',
    'network-policy.yaml',
    'ingress.yaml',
    'secrets.example.yaml',
  ].map((name) => at(`kubernetes/${name}`))
  const validate = (...paths: readonly string[]) => {
    const { status, stderr } = spawnSync('node', [
      path.resolve(__dirname, '../../scripts/packages/manifests.mjs'),
      ...paths,
    ])
    return [status, String(stderr)] as const
  }

  it('manifests match the schemas of their kinds', () => {
    expect(validate(...files)).toEqual([0, ''])
  })

  it('a manifest that does not match is refused', () => {
    const wrong = path.join(os.tmpdir(), `manifest-${process.pid}.yaml`)
    fs.writeFileSync(wrong, read('kubernetes/api.yaml').replace('replicas: 2', 'replicas: two'))
    expect(validate(wrong)).toEqual([1, expect.stringContaining('Deployment community-api')])
    fs.rmSync(wrong)
  })

  it('runs the API and the workers apart, each with probes and a disruption budget', () => {
    for (const role of ['api', 'worker']) {
      const [deployment, budget] = manifestsOf(`${role}.yaml`) as unknown as [
        { spec: { template: { metadata: { labels: object }; spec: { containers: [Record<string, unknown>] } } } },
        { spec: { selector: { matchLabels: object } } },
      ]
      const { metadata, spec } = deployment.spec.template
      const [container] = spec.containers
      expect(container['env']).toEqual(expect.arrayContaining([{ name: 'ROLE', value: role }]))
      for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) expect(container).toHaveProperty(probe)
      expect(budget.spec.selector.matchLabels).toEqual(metadata.labels)
    }
  })

  it('has network policies that select the pods, admit their ports and let only named ones out', () => {
    interface Policy {
      readonly spec: {
        readonly podSelector: { readonly matchLabels: Readonly<Record<string, string>> }
        readonly policyTypes: readonly string[]
        readonly ingress: readonly { readonly ports: readonly { readonly port: number }[] }[]
        readonly egress?: readonly { readonly ports: readonly { readonly port: number }[] }[]
      }
    }
    const policies = manifestsOf('network-policy.yaml') as unknown as Policy[]
    const pods = ['api.yaml', 'worker.yaml', 'migrate.yaml'].map((file) => {
      const [pod] = manifestsOf(file) as unknown as [
        {
          spec: {
            template: {
              metadata: { labels: Record<string, string> }
              spec: { containers: [{ ports?: { containerPort: number }[] }] }
            }
          }
        },
      ]
      const { metadata, spec } = pod.spec.template
      const { ports = [] } = spec.containers[0]
      return { labels: metadata.labels, ports: ports.map(({ containerPort }) => containerPort).sort() }
    })
    for (const { labels, ports } of pods) {
      const own = policies.filter(({ spec }) =>
        Object.entries(spec.podSelector.matchLabels).every(([name, value]) => labels[name] === value),
      )
      const admitted = own.flatMap(({ spec }) => spec.ingress.flatMap((rule) => rule.ports.map(({ port }) => port)))
      expect(admitted).toEqual(expect.arrayContaining(ports))
      expect(own.some(({ spec }) => spec.policyTypes.includes('Egress'))).toBe(true)
    }
    const out = policies.flatMap(({ spec }) => (spec.egress ?? []).flatMap((rule) => rule.ports))
    expect([...new Set(out.map(({ port }) => port))].sort((one, other) => one - other)).toEqual([53, 443, 5432, 6432])
    expect(read('kubernetes/kustomization.yaml')).toContain('network-policy.yaml')
  })
})

describeWhere(has('systemd-analyze'))('systemd', () => {
  let directory: string
  beforeAll(() => {
    directory = fs.mkdtempSync(path.join(os.tmpdir(), 'units-'))
    for (const name of ['community-server@.service', 'community-migrate.service']) {
      // paths and accounts of the unit do not exist on this machine
      const text = read(`systemd/${name}`)
        .replaceAll('/usr/bin/node', process.execPath)
        .replaceAll('/opt/community-server', '/')
        .replace('User=community', 'User=root')
      fs.writeFileSync(path.join(directory, name.replace('@.', '@api.')), text)
    }
  })
  afterAll(() => fs.rmSync(directory, { recursive: true }))

  it.each(['community-server@api.service', 'community-migrate.service'])('accepts %s', (name) => {
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', path.join(directory, name)])
    const about = String(stderr)
      .split('\n')
      .filter((line) => line.includes('community-'))
    expect([status, about]).toEqual([0, []])
  })

  it('finds the server hardened', () => {
    const unit = path.join(directory, 'community-server@api.service')
    // in tenths: 20 is 2.0, on a scale from 0 (sealed off) to 10 (exposed)
    const { status, stdout } = spawnSync('systemd-analyze', ['security', '--offline=yes', '--threshold=20', unit])
    expect([status, String(stdout).split('\n').at(-2)]).toEqual([0, expect.stringContaining('OK')])
  })
})

describe('a hosting service', () => {
  const settings = new Set<string>()
  readConfig(new Proxy({}, { get: (_, name) => void settings.add(String(name)) }))
  const render = parse(read('hosting/render.yaml')) as {
    databases: { name: string }[]
    services: {
      healthCheckPath: string
      dockerfilePath: string
      envVars: { key: string; fromDatabase?: { name: string } }[]
    }[]
  }
  const railway = JSON.parse(read('hosting/railway.json')) as {
    build: { dockerfilePath: string }
    deploy: { healthcheckPath: string }
  }
  const fly = read('hosting/fly.toml')

  it('gets variables that the server reads, and its health check asks whether the server is ready', () => {
    const [service] = render.services
    const named = service?.envVars.map(({ key }) => key) ?? []
    expect(named).toEqual(['DATABASE_URL', 'ENCRYPTION_KEY', 'TRUST_PROXY'])
    const flyNames = [...fly.matchAll(/^([A-Z_]+) = /gm)].map(([, name]) => String(name))
    expect([...named, ...flyNames].filter((name) => !settings.has(name))).toEqual([])
    expect(service?.envVars[0]?.fromDatabase?.name).toBe(render.databases[0]?.name)
    const asked = [service?.healthCheckPath, railway.deploy.healthcheckPath, /^path = "(.*)"/m.exec(fly)?.[1]]
    expect(asked).toEqual(['/readyz', '/readyz', '/readyz'])
  })

  it('builds the Dockerfile, and Fly.io starts its processes with the command of the image', () => {
    const root = path.resolve(__dirname, '../..')
    const dockerfile = /^dockerfile = "(.*)"/m.exec(fly)?.[1] ?? ''
    const files = [
      render.services[0]?.dockerfilePath ?? '',
      railway.build.dockerfilePath,
      path.join('deploy/hosting', dockerfile),
    ]
    expect(files.map((file) => path.resolve(root, file))).toEqual(files.map(() => path.join(root, 'Dockerfile')))
    const image = fs.readFileSync(path.join(root, 'Dockerfile'), 'utf8')
    const command = (JSON.parse(/^CMD (.*)$/m.exec(image)?.[1] ?? '[]') as string[]).join(' ')
    for (const role of ['api', 'worker']) expect(fly).toContain(`${role} = "env ROLE=${role} ${command}"`)
    expect(fly).toContain(`internal_port = ${/\bPORT=(\d+)/.exec(image)?.[1]}\n`)
  })
})

describeWhere(has('nginx') || has('caddy'))('a proxy with TLS', () => {
  let app: TestApp
  let directory: string
  let proxy: ChildProcess | null = null
  let port: number

  beforeAll(async () => {
    app = await startTestApp({ worker: false, trustProxy: 1, rateLimits: { key: 600, address: 60, access: 20 } })
    directory = fs.mkdtempSync(path.join(os.tmpdir(), 'proxy-'))
    fs.chmodSync(directory, 0o755)
    const subject = ['-subj', '/CN=community.example.org', '-addext', 'subjectAltName=DNS:community.example.org']
    const files = ['-keyout', `${directory}/privkey.pem`, '-out', `${directory}/fullchain.pem`]
    spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject, ...files])
    fs.chmodSync(`${directory}/privkey.pem`, 0o644)
  })
  afterEach(async () => {
    if (!proxy) return
    proxy.kill('SIGTERM')
    await once(proxy, 'exit')
    proxy = null
  })
  afterAll(async () => {
    fs.rmSync(directory, { recursive: true })
    await app.close()
  })

  interface Received {
    readonly status: number
    readonly headers: Readonly<Record<string, unknown>>
  }

  function get(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Received> {
    return new Promise((resolve, reject) => {
      const options = {
        host: '127.0.0.1',
        port,
        path: url,
        agent: false,
        servername: 'community.example.org',
        ca: fs.readFileSync(`${directory}/fullchain.pem`),
        headers: { Host: 'community.example.org', ...headers },
      }
      const request = https.get(options, (response) => {
        response.resume()
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }))
      })
      request.on('error', reject)
    })
  }

  async function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
    proxy = spawn(program, args, { stdio: 'ignore', env: { ...process.env, HOME: directory, ...env } })
    await until('the proxy serves', async () => (await get('/healthz').catch(() => null)) !== null)
  }

  async function assertProxies(): Promise<void> {
    const { key, communityId } = await app.community({ connected: false })
    const answer = await get('/v2/ranks', { Authorization: `Bearer ${key}`, 'X-Community-Id': communityId })
    expect([answer.status, answer.headers['strict-transport-security']]).toEqual([200, 'max-age=63072000'])
    expect((await get('/metrics')).status).toBe(404)
    // an address that the caller invents must not be logged as its address
    const refused = await get('/v2/ranks', { 'X-Forwarded-For': '203.0.113.9' })
    expect(refused.status).toBe(401)
    await until('the refusal is logged', () => app.logs.some(({ status }) => status === 401))
    expect(app.logs.filter(({ status }) => status === 401).map(({ address }) => address)).toEqual(['127.0.0.1'])
    app.logs.length = 0
  }

  onlyWhere(has('nginx'))('nginx forwards requests, and names the caller', async () => {
    port = await freePort()
    const server = read('proxy/nginx.conf')
      .replace('server 127.0.0.1:8080', `server ${new URL(app.url).host}`)
      .replaceAll('/etc/letsencrypt/live/community.example.org', directory)
      .replace('listen 443', `listen 127.0.0.1:${port}`)
      .replace('  listen [::]:443 ssl http2;\n', '')
      .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
      .replace('  listen [::]:80;\n', '')
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${directory};`)
    const logs = `error_log ${directory}/error.log; pid ${directory}/nginx.pid; daemon off;`
    fs.writeFileSync(
      `${directory}/nginx.conf`,
      `${logs} events {} http { access_log off; ${paths.join(' ')}\n${server} }`,
    )
    await start('nginx', ['-e', `${directory}/error.log`, '-c', `${directory}/nginx.conf`])
    await assertProxies()
  })

  onlyWhere(has('caddy'))('Caddy forwards requests, and names the caller', async () => {
    port = await freePort()
    const named = '{$DOMAIN:community.example.org} {'
    const site = read('proxy/Caddyfile').replace(
      named,
      `${named}\n\ttls ${directory}/fullchain.pem ${directory}/privkey.pem`,
    )
    fs.writeFileSync(`${directory}/Caddyfile`, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`)
    await start('caddy', ['run', '--config', `${directory}/Caddyfile`, '--adapter', 'caddyfile'], {
      DOMAIN: `https://community.example.org:${port}`,
      UPSTREAM: new URL(app.url).host,
    })
    await assertProxies()
  })
})
