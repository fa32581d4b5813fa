// The process: reads the configuration, opens the store, serves and works, and stops on a signal.
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { makeApp, makeWorker, type App, type AppParts } from './app'
import { DiscordChat } from './chat/discord-chat'
import { readConfig, type Config } from './config'
import { lockDataDir } from './db/instance-lock'
import { ensureDemo, type Demo } from './demo'
import { StartError } from './errors'
import { makeHttpServer } from './http/server'
import type { Worker } from './jobs/worker'
import { makeLogger, type Logger } from './logger'
import { HttpPlatform } from './platform/http-platform'
import { announceSimulator } from './simulator/address'
import { startSimulator } from './simulator/server'
import { openStore, toSettings } from './store'

/** Undone in reverse order when the process stops, or does not get up. */
type Cleanup = () => Promise<void> | void

const STOP_MS = 10_000
/** Requests get this long to end before their connections are cut. */
const DRAIN_MS = 8_000

async function main(): Promise<void> {
  const config = readConfig()
  const log = makeLogger(config.logLevel)
  sayNodeVersion(log)
  const cleanups: Cleanup[] = []
  stopOnSignals(cleanups, log)
  try {
    await start(config, log, cleanups)
  } catch (error) {
    await undo(cleanups)
    throw error
  }
}

async function start(config: Config, log: Logger, cleanups: Cleanup[]): Promise<void> {
  if (config.databaseUrl === null) {
    const lock = lockDataDir(config.dataDir)
    cleanups.push(() => lock.release())
  }
  const store = await openStore(config, (message) => log.info(message))
  cleanups.push(() => store.close())
  const platform = new HttpPlatform({ ...(await platformUrls(config, cleanups)), timeoutMs: config.platformTimeoutMs })
  const parts: AppParts = {
    connectionString: store.connectionString,
    poolSize: config.databasePoolSize,
    directUrl: config.databaseDirectUrl,
    preparedStatements: config.preparedStatements,
    replica:
      config.databaseReplicaUrl === null
        ? null
        : { url: config.databaseReplicaUrl, maxLagMs: config.replicaMaxLagSeconds * 1_000 },
    platform,
    chat: makeChat(config),
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
    log,
  }
  if (config.role !== 'api') cleanups.push(stopper(makeWorker(parts)))
  if (config.role !== 'worker') await serve(config, parts, cleanups)
  else log.info('working')
}

/** The bot that tells applicants of decisions; null where no token is configured. */
function makeChat({ chatApiUrl: apiUrl, chatBotToken: botToken, resultUrl }: Config): AppParts['chat'] {
  if (botToken === null) return null
  const siteUrl = resultUrl === null ? {} : { siteUrl: new URL(resultUrl).origin }
  return { client: new DiscordChat({ apiUrl, botToken, ...siteUrl }), resultUrl }
}

const stopper =
  (worker: Pick<Worker, 'stop'>): Cleanup =>
  () =>
    worker.stop()

/** The live hosts, those configured, or the simulator's. */
async function platformUrls(config: Config, cleanups: Cleanup[]): Promise<{ apiUrl: string; usersUrl: string }> {
  if (!config.demo) return { apiUrl: config.platformApiUrl, usersUrl: config.platformUsersUrl }
  const simulator = await startSimulator({ stateFile: path.join(config.dataDir, 'simulator.json') })
  cleanups.push(() => simulator.close())
  cleanups.push(announceSimulator(config.dataDir, simulator.url))
  return { apiUrl: simulator.url, usersUrl: simulator.url }
}

async function serve(config: Config, parts: AppParts, cleanups: Cleanup[]): Promise<void> {
  const app = await makeApp(parts)
  cleanups.push(() => app.close())
  const demo = config.demo ? await makeDemo(config, parts, app) : null
  const baseUrl = await listen(config, app, cleanups)
  parts.log.info({ baseUrl, role: config.role }, 'ready')
  if (process.stdout.isTTY || demo) process.stdout.write(greeting(baseUrl, demo))
}

function makeDemo(config: Config, { platform, settings, log }: AppParts, { db }: App): Promise<Demo> {
  const actor = { kind: 'operator', id: 'demo' } as const
  return ensureDemo({ db, platform, settings, log, now: () => new Date(), actor, requestId: null }, config.dataDir)
}

async function listen({ host, port }: Config, { web }: App, cleanups: Cleanup[]): Promise<string> {
  const server = makeHttpServer(web)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explainListen(error, host, port)))
    server.listen(port, host, resolve)
  })
  cleanups.push(async () => {
    // a caller that is never idle would otherwise keep its connection until it is cut, and with it an answer on its way
    server.prependListener('request', (_request, response) => void response.setHeader('Connection', 'close'))
    const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
    await new Promise((resolve) => {
      server.close(resolve)
      server.closeIdleConnections()
    })
    clearTimeout(cut)
  })
  const address = server.address() as AddressInfo
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`
}

function explainListen(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') return new StartError(`port ${port} on ${host} is taken; set PORT to another one`)
  if (error.code === 'EADDRNOTAVAIL') return new StartError(`${host} is not an address of this machine; set HOST`)
  if (error.code === 'EACCES')
    return new StartError(`port ${port} may not be opened by this user; set PORT to one above 1023`)
  return error
}

/** What a newcomer sees: where it is, and something to paste. */
function greeting(baseUrl: string, demo: Demo | null): string {
  const lines = ['', `  Base URL      ${baseUrl}`, `  Docs          ${baseUrl}/docs`, `  Contract      ${baseUrl}/openapi.yaml`]
  if (demo) {
    lines.push(
      `  Community     ${demo.communityId}`,
      `  API key       ${demo.key}`,
      '',
      '  Paste this to fetch a member of the demo community:',
      '',
      `    curl ${baseUrl}/v2/members/${demo.userId} \\`,
      `      -H "Authorization: Bearer ${demo.key}" \\`,
      `      -H "X-Community-Id: ${demo.communityId}"`,
    )
  }
  return `${lines.join('\n')}\n\n`
}

function stopOnSignals(cleanups: Cleanup[], log: Logger): void {
  let stopping = false
  const stop = (signal: string): void => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), STOP_MS).unref()
    undo(cleanups).then(
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

async function undo(cleanups: Cleanup[]): Promise<void> {
  for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) await cleanup()
}

function sayNodeVersion(log: Logger): void {
  if (Number(process.versions.node.split('.')[0]) >= 24) return
  log.info(`running on Node ${process.versions.node}; Node 24 serves about twice as many requests on this stack`)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartError ? error.message : String((error as Error).stack ?? error)}\n`)
  process.exit(1)
})
