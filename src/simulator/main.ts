// `npm run simulator`.
import { Command, InvalidArgumentError, Option } from 'commander'
import { StartError } from '../base/errors'
import { build } from '../base/version'
import { makeLogger, type Logger } from '../base/logger'
import { demoApiKey, demoGroupId, demoRoles, demoUsers, demoWorld } from './demo-world'
import { namesFaults } from './faults'
import { switchDate, type IdKind } from './ids'
import { membershipIdOf } from './wire'
import { startSimulator, type SimulatorOptions } from './server'
import { raidKinds, type RaidKind, type World } from './world'

interface Flags {
  readonly port: number
  readonly host: string
  readonly state?: string
  readonly rateLimits: boolean
  readonly raid?: number
  readonly raidKind: RaidKind
  readonly roles: 'single' | 'multi'
  readonly ids: IdKind
  readonly names: 'open' | keyof typeof namesFaults
  readonly logLevel: string
}

const command = new Command('simulator')
  .description("Simulates the game platform's API with a demo group and fault injection.")
  .version(build.version, '--version', 'print the version')
  .option('--port <number>', 'port to listen on; 0 selects a free one', parsePort, 9090)
  .option('--host <address>', 'address to listen on', '127.0.0.1')
  .option('--state <file>', 'keep the state in this file across restarts')
  .addOption(
    new Option('--roles <kind>', 'multi: a third of the members has a second role; for a new state')
      .choices(['single', 'multi'])
      .default('multi'),
  )
  .addOption(
    new Option(
      '--ids <kind>',
      `scoped: accounts made since ${switchDate} have another id in each universe, application and group`,
    )
      .choices(['global', 'scoped'])
      .default('scoped'),
  )
  .addOption(
    new Option('--names <state>', 'closed or throttled: the look-up by name fails')
      .choices(['open', ...Object.keys(namesFaults)])
      .default('open'),
  )
  .option('--raid <changes>', 'after two minutes, an account changes so many members by hand', parseChanges)
  .addOption(
    new Option('--raid-kind <kind>', 'what the raid does to the members')
      .choices(raidKinds)
      .default('ranks' satisfies RaidKind),
  )
  .option('--rate-limits', "enforce the platform's documented rate limits", false)
  .option('--log-level <level>', 'debug logs every request', 'debug')
  .allowExcessArguments(false)
  // wrong usage, as in the command line of the operator
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .action(run)

command.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartError ? error.message : String(error)}\n`)
  process.exitCode = 1
})

async function run(flags: Flags): Promise<void> {
  const log = makeLogger(flags.logLevel)
  const options: SimulatorOptions = {
    port: flags.port,
    host: flags.host,
    rateLimits: flags.rateLimits,
    world: demoWorld(flags.roles),
    log,
    ...(flags.state === undefined ? {} : { stateFile: flags.state }),
  }
  const simulator = await startSimulator(options)
  simulator.world.ids = flags.ids
  if (flags.names !== 'open') simulator.faults.add(namesFaults[flags.names])
  process.stdout.write(usageHelp(simulator.url))
  if (flags.raid !== undefined) raidLater(simulator.world, flags.raid, flags.raidKind, log)
  const stop = (signal: string): void => {
    log.info({ signal }, 'stopping')
    void simulator.close()
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

const RAID_AFTER_MS = 120_000
const firstRaided = 5_000_100_001

function raidLater(world: World, changes: number, kind: RaidKind, log: Logger): void {
  const raid = (): void => {
    world.addMembers(demoGroupId, firstRaided, changes)
    const account = demoUsers.lieutenant
    log.warn({ account, kind, changes: world.raid(demoGroupId, account, changes, kind) }, 'raided')
  }
  setTimeout(raid, RAID_AFTER_MS).unref()
}

function usageHelp(url: string): string {
  const key = `-H 'x-api-key: ${demoApiKey}'`
  const group = `${url}/cloud/v2/groups/${demoGroupId}`
  const membership = `${group}/memberships/${membershipIdOf(demoUsers.private)}`
  const role = `groups/${demoGroupId}/roles/${demoRoles.sergeant}`
  return `Platform simulator: ${url} (as PLATFORM_API_URL and PLATFORM_USERS_URL)
Group: ${demoGroupId}
API key: ${demoApiKey}

  curl ${key} ${group}/roles
  curl ${key} -G ${group}/memberships --data-urlencode "filter=user == 'users/${demoUsers.private}'"
  curl ${key} ${membership}:assignRole -d '{"role":"${role}"}'
  curl ${url}/v1/usernames/users -d '{"usernames":["OldSparrow"]}'
  curl ${url}/_simulator/faults -d '{"kind":"throttle","path":":assignRole$","count":3,"retryAfter":2}'
  curl -X DELETE ${url}/_simulator/faults
  curl ${url}/_simulator/state
  curl ${url}/_simulator/journal?after=0
  curl ${url}/_simulator/members -d '{"groupId":${demoGroupId},"from":5000000001,"count":10000}'
  curl ${url}/_simulator/members/${demoUsers.private}/roles -d '{"groupId":${demoGroupId},"give":${demoRoles.sergeant}}'
  curl ${url}/_simulator/raids -d '{"groupId":${demoGroupId},"actorUserId":${demoUsers.lieutenant},"changes":250}'
  curl ${url}/_simulator/raids -d '{"groupId":${demoGroupId},"actorUserId":${demoUsers.lieutenant},"changes":60,"kind":"removals"}'
  curl ${url}/_simulator/roles -d '{"groupId":${demoGroupId},"roleId":99513385,"rank":85,"name":"Builder"}'
  curl ${url}/_simulator/users -d '{"userId":5000009001,"username":"NewPlayer","groupId":${demoGroupId}}'
  curl '${url}/_simulator/users/5000009001/id?domain=universe-4242'
  curl ${url}/_simulator/notifications -d '{"url":"http://127.0.0.1:8080/v2/platform-notifications","secret":"…","userId":${demoUsers.private}}'

`
}

function parseChanges(text: string): number {
  const changes = Number(text)
  if (/^\d{1,6}$/.test(text) && changes > 0 && changes <= 100_000) return changes
  throw new InvalidArgumentError('It must be a whole number from 1 to 100000.')
}

function parsePort(text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port
  throw new InvalidArgumentError('It must be a whole number from 0 to 65535.')
}
