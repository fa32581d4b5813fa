// Opens for one command what the server has open all the time: the store, the platform, and who is acting.
import os from 'node:os'
import { requireCommunity, type Base } from '../communities/actions'
import { readConfig, type Config } from '../config'
import type { Actor, Ctx } from '../context'
import { openDatabase } from '../db/database'
import { StartError } from '../errors'
import { makeLogger, type Logger } from '../logger'
import { HttpPlatform } from '../platform/http-platform'
import type { Platform } from '../platform/platform'
import { findSimulator } from '../simulator/address'
import { openStore, toSettings, type Store } from '../open-database'
import type { Terminal } from './output'

const POOL_SIZE = 2
/** Opening that takes longer deserves a word. */
const NOTICEABLE_MS = 1_000

/** Where the data is, for what reads or writes all of it. */
export type OpenStore = Pick<Store, 'ownerUrl' | 'encryptionKey'>

/** Runs `work` on the store of the terminal's environment, and closes the store again. */
export async function withBase<T>(terminal: Terminal, work: (base: Base, store: OpenStore) => Promise<T>): Promise<T> {
  const config = readConfig(terminal.env)
  const progress = makeProgress(terminal, config)
  const store = await openStore(config, progress.say).finally(progress.end)
  const log = makeStderrLogger(terminal, config)
  const pooled = config.databaseDirectUrl !== null
  const database = openDatabase(store.connectionString, POOL_SIZE, log, { pooled, prepares: config.preparedStatements })
  try {
    const base: Base = {
      db: database.db,
      platform: makePlatform(config),
      settings: toSettings(config, store),
      log,
      now: () => new Date(),
      actor: operator(),
      requestId: null,
    }
    return await work(base, store)
  } finally {
    await database.close()
    await store.close()
  }
}

/**
 * A base with its community.
 * @throws DomainError when there is no community of that id
 */
export async function inCommunity(base: Base, communityId: string): Promise<Ctx> {
  return { ...base, community: await requireCommunity(base, communityId) }
}

/** The account at the terminal, as the audit trail names it. */
function operator(): Actor {
  try {
    return { kind: 'operator', id: os.userInfo().username }
  } catch {
    // a container may run under a uid that no name belongs to
    return { kind: 'operator', id: `uid ${process.getuid?.() ?? 'unknown'}` }
  }
}

/** The hosts the server would ask; in the demo, the simulator inside the server. */
function makePlatform(config: Config): Platform {
  const simulator = config.demo ? findSimulator(config.dataDir) : null
  if (config.demo && simulator === null) return absentPlatform
  return new HttpPlatform({
    apiUrl: simulator ?? config.platformApiUrl,
    usersUrl: simulator ?? config.platformUsersUrl,
    timeoutMs: config.platformTimeoutMs,
  })
}

const absent = (): never => {
  throw new StartError("the demo's simulator is not running; start the server first, with npm start")
}

/** Most verbs ask the platform nothing; those that do say what is missing. */
const absentPlatform: Platform = {
  getUser: absent,
  accountCreatedAt: absent,
  findUserByName: absent,
  listRoles: absent,
  getMembership: absent,
  ranksInGroups: absent,
  groupsAmong: absent,
  assignRole: absent,
  unassignRole: absent,
  introspectKey: absent,
  refreshToken: absent,
  listRoleChanges: absent,
}

/** Keeps what opening the store says to itself until it takes noticeable time. */
function makeProgress({ stderr }: Terminal, { logLevel }: Config): { say(message: string): void; end(): void } {
  const held: string[] = []
  let speaks = logLevel === 'debug'
  const timer = setTimeout(() => {
    speaks = true
    for (const message of held) stderr.write(`${message}\n`)
  }, NOTICEABLE_MS)
  return {
    say: (message) => void (speaks ? stderr.write(`${message}\n`) : held.push(message)),
    end: () => clearTimeout(timer),
  }
}

/** The rooms' warnings as sentences on stderr: stdout belongs to the answer. */
function makeStderrLogger({ stderr }: Terminal, { logLevel }: Config): Logger {
  const level = logLevel === 'info' ? 'warn' : logLevel
  return makeLogger(level, {
    write(line) {
      const { msg, reason } = JSON.parse(line) as { msg: string; reason?: string }
      stderr.write(reason === undefined ? `${msg}\n` : `${msg} (${reason})\n`)
    },
  })
}
