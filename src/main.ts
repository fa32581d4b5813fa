#!/usr/bin/env -S node --max-old-space-size=512 --max-semi-space-size=8
// The server process: `npm start`, installed as `community-server`.
import { isIP } from 'node:net'
import {
  checkKey,
  makeApp,
  makeProcessProbes,
  makeWorker,
  type App,
  type AppParts,
  type WorkerProcess,
} from './process/app'
import { DiscordChat } from './applications/chat/discord-chat'
import { readConfig, type Config } from './process/config'
import { lockDataDir } from './base/instance-lock'
import type { Base } from './communities/actions'
import type * as demoModule from './process/demo'
import { StartError } from './base/errors'
import { readFlags } from './base/flags'
import { closeAtOnce, closeDrained, Draining } from './http/probes/drain'
import { openPort } from './http/probes/listening'
import type { MetricsAccess, Probes } from './http/probes/probes'
import { readConsole } from './http/console'
import { makeHttpServer } from './http/server'
import { makeLogger, type Logger } from './base/logger'
import { isInstalled } from './base/project-root'
import { applyPageOf } from './people/applicants/rules'
import { pollingMode } from './operations/enqueue/completion-notifier'
import { HttpAvatars } from './platform/http-avatars'
import { HttpPlatform } from './platform/http-platform'
import { checkSessions, localOrigin, openStore, toSettings, type Store } from './process/open-database'
import { compileScreens } from './applications/screening/rules'
import { keyFileIn } from './encryption/key-file'
import { publishSimulator } from './process/simulator-address'
import { endFailed, makeStartLines, type StartLines } from './process/start-lines'
import { watchProcess } from './base/telemetry/metrics'
import { startTracing } from './base/telemetry/tracing'

const help = `${isInstalled ? 'community-server' : 'npm start'}

Serves the API and runs the worker. Without DATABASE_URL or a platform URL it starts a demo community.
Environment variables configure it: docs/operations/configuration.md. SIGTERM and SIGINT stop it after open requests are answered.
--version prints the version.
`

type Cleanup = () => Promise<void> | void

const STOP_MS = 10_000
/** After this time, connections of open requests are closed. */
const CLOSE_MS = 8_000

type DemoModule = typeof demoModule

interface Running {
  readonly config: Config
  readonly log: Logger
  readonly lines: StartLines
  readonly demo: DemoModule | null
  readonly draining: Draining
  readonly cleanups: Cleanup[]
}

async function main(): Promise<void> {
  if (readFlags(help, []) === null) return
  const config = readConfig()
  const log = makeLogger(config.logLevel)
  const lines = makeStartLines(log, config.logLevel)
  warnOfOldNode(lines)
  const demo = config.demo ? await loadDemo() : null
  const running: Running = { config, log, lines, demo, draining: new Draining(), cleanups: [] }
  stopOnSignals(running)
  // the timer of a task runs it again
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a background task failed'))
  try {
    await start(running)
  } catch (error) {
    await cleanUp(running.cleanups)
    throw error
  }
}

/** The production image has neither demo nor simulator. */
async function loadDemo(): Promise<DemoModule> {
  try {
    return await import('./process/demo.js')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause
    throw new StartError('This image has no demo. Set DATABASE_URL and ENCRYPTION_KEY to start the server.', { cause })
  }
}

async function start(running: Running): Promise<void> {
  const { config, log, lines, cleanups } = running
  if (config.otlpEndpoint !== null) cleanups.push(await startTracing(config.otlpEndpoint, log))
  if (config.databaseUrl === null) {
    const lock = lockDataDir(config.dataDir)
    cleanups.push(() => lock.release())
  }
  const store = await openStore(config, lines.progress)
  cleanups.push(() => store.close())
  await checkSessions(config, lines.progress)
  const { platformTimeoutMs: timeoutMs } = config
  const { thumbnailsUrl, ...urls } = await platformUrls(running)
  const platform = new HttpPlatform({ ...urls, timeoutMs })
  const avatars = config.avatars && config.console ? new HttpAvatars({ thumbnailsUrl, timeoutMs }) : null
  const parts = { ...toParts(config, store, platform, log), avatars }
  await checkKey(parts, config.encryptionKey === null ? keyFileIn(config.dataDir) : 'ENCRYPTION_KEY')
  await run(running, parts)
}

async function run(running: Running, parts: AppParts): Promise<void> {
  const { config, lines, draining, cleanups } = running
  let worker: WorkerProcess | null | undefined = config.role === 'api' ? undefined : null
  let app: App | null | undefined = config.role === 'worker' ? undefined : null
  const probes = makeProcessProbes(parts, { app: () => app, worker: () => worker, draining })
  cleanups.push(() => probes.close())
  await listenForOperator(running, probes)
  if (worker === null) {
    const started = (worker = makeWorker(parts))
    cleanups.push(() => started.stop())
  }
  if (app === null) {
    compileScreens()
    const { router, paths } = probes.beside(accessOnApiPort(config))
    const started = (app = await makeApp(parts, router))
    cleanups.push(() => started.close())
    await serve(running, parts, started, paths)
  } else lines.ready({ role: 'worker', baseUrl: null, demo: null })
}

function toParts(config: Config, store: Store, platform: HttpPlatform, log: Logger): AppParts {
  warnOfAddress(config, log)
  return {
    connectionString: store.connectionString,
    poolSize: config.databasePoolSize,
    directUrl: config.databaseDirectUrl,
    preparedStatements: config.preparedStatements,
    replica:
      config.databaseReplicaUrl === null
        ? null
        : { url: config.databaseReplicaUrl, maxLagMs: config.replicaMaxLagSeconds * 1_000 },
    platform,
    chat: makeChat(config, log),
    settings: toSettings(config, store),
    scheduler: config.scheduler,
    rateLimits: config.rateLimiting
      ? {
          key: config.keyRequestsPerMinute,
          address: config.addressRequestsPerMinute,
          access: config.accessRequestsPerMinute,
        }
      : null,
    trustProxy: config.trustProxy,
    platformSecrets: config.platformWebhookSecrets,
    console: config.console ? consoleOf(log) : null,
    log,
  }
}

/** Web Authentication, 5.1.2: a passkey belongs to a domain, and needs HTTPS or localhost. */
function warnOfAddress({ publicUrl }: Config, log: Logger): void {
  if (publicUrl === null) return
  const { protocol, hostname } = new URL(publicUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
    log.warn(
      `PUBLIC_URL is ${publicUrl}, and no browser makes a passkey for an IP address: give the server a host name`,
    )
  else if (protocol === 'http:' && !/(^|\.)localhost$/.test(hostname))
    log.warn(
      `PUBLIC_URL is ${publicUrl}, and browsers make passkeys over https: or on localhost only: serve it with TLS`,
    )
}

function consoleOf(log: Logger): ReturnType<typeof readConsole> {
  const built = readConsole()
  if (built === null)
    log.warn('/console is left out, because it was not built: run npm run build with access to the package registry')
  return built
}

function makeChat(config: Config, log: Logger): AppParts['chat'] {
  const { chatApiUrl: apiUrl, chatBotToken: botToken } = config
  if (botToken === null) return null
  const resultUrl = config.resultUrl ?? resultPage(config)
  if (resultUrl === null)
    log.warn('CHAT_BOT_TOKEN is set, but result messages have no link: set PUBLIC_URL, with CONSOLE=on, or RESULT_URL')
  const siteUrl = resultUrl === null ? {} : { siteUrl: new URL(resultUrl).origin }
  return { client: new DiscordChat({ apiUrl, botToken, ...siteUrl }), resultUrl }
}

/** Without PUBLIC_URL the page has an address on this machine alone. */
function resultPage({ publicUrl, console: hasPages }: Config): string | null {
  return publicUrl !== null && hasPages ? applyPageOf(publicUrl, '{communityId}', '{applicationId}') : null
}

async function platformUrls({ config, demo, cleanups }: Running) {
  const { platformApiUrl: apiUrl, platformUsersUrl: usersUrl, platformThumbnailsUrl: thumbnailsUrl } = config
  if (demo === null) return { apiUrl, usersUrl, thumbnailsUrl }
  const simulator = await demo.startPlatform(config.dataDir)
  cleanups.push(() => simulator.close())
  cleanups.push(publishSimulator(config.dataDir, simulator.url))
  return { apiUrl: simulator.url, usersUrl: simulator.url, thumbnailsUrl: simulator.url }
}

async function serve(running: Running, parts: AppParts, app: App, probes: ReadonlySet<string>): Promise<void> {
  const { config, lines, demo, draining, cleanups } = running
  const base = operatorOf(parts, app)
  const shown = demo && (await demo.ensureDemo(base, config.dataDir, lines.progress))
  const server = makeHttpServer(app.web, { loadShedder: app.loadShedder, probes, draining })
  const { host, port, role, drainSeconds } = config
  const baseUrl = await openPort(server, { host, port, variables: { host: 'HOST', port: 'PORT' } })
  cleanups.push(() => closeDrained(server, draining, { drainMs: drainSeconds * 1_000, closeMs: CLOSE_MS }))
  // with PORT=0 the port is known now
  if (config.publicUrl === null) Object.assign(parts.settings, { publicUrl: localOrigin(new URL(baseUrl).port) })
  const consoleUrl = demo && shown && parts.console ? await demo.linkOfConsole(base, shown.communityId) : null
  lines.ready({ role, baseUrl, demo: shown && { ...shown, consoleUrl } })
}

async function listenForOperator({ config, lines, cleanups }: Running, probes: Probes): Promise<void> {
  const { metricsPort: port, metricsHost: host, metricsToken: token } = config
  if (port !== null || token !== null || config.demo) watchProcess()
  if (port === null) return
  const server = makeHttpServer(probes.alone(token === null ? { kind: 'all' } : { kind: 'token', token }))
  const url = await openPort(server, { host, port, variables: { host: 'METRICS_HOST', port: 'METRICS_PORT' } })
  cleanups.push(() => closeAtOnce(server))
  lines.metrics(`${url}/metrics`)
}

/** Without a token, only a demo has metrics, for its own machine. */
function accessOnApiPort({ metricsToken: token, demo }: Config): MetricsAccess {
  if (token !== null) return { kind: 'token', token }
  return { kind: demo ? 'loopback' : 'none' }
}

const operatorOf = ({ platform, settings, log }: AppParts, { db }: App): Base => ({
  db,
  platform,
  settings,
  log,
  now: () => new Date(),
  requestId: null,
  rankChanges: pollingMode,
  caller: { kind: 'operator' },
  actor: { kind: 'operator', id: 'demo' },
})

function stopOnSignals({ cleanups, draining, log }: Running): void {
  let stopping = false
  const stop = (signal: string): void => {
    if (stopping) return
    stopping = true
    draining.begin()
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), STOP_MS).unref()
    cleanUp(cleanups).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the server did not stop cleanly')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGINT'))
}

async function cleanUp(cleanups: Cleanup[]): Promise<void> {
  for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) await cleanup()
}

function warnOfOldNode({ progress }: StartLines): void {
  if (Number(process.versions.node.split('.')[0]) >= 24) return
  progress(`running on Node ${process.versions.node}; Node 24 serves about twice as many requests on this stack`)
}

main().catch(endFailed)
