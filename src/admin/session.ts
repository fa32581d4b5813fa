// The context of a command.
import os from 'node:os'
import { requireCommunity, type Base } from '../communities/actions'
import { readConfig, type Config } from '../process/config'
import { JOB, type Ctx } from '../context'
import { openDatabase } from '../db/database'
import { StartError } from '../base/errors'
import { makeLogger, type Logger } from '../base/logger'
import { HttpPlatform } from '../platform/http-platform'
import type { Platform } from '../platform/platform'
import { makeLocalDispatch } from '../operations/dispatch/local'
import { pollingMode } from '../operations/enqueue/completion-notifier'
import { assertKnownKey } from '../encryption/rotation/actions'
import { keyFileIn } from '../encryption/key-file'
import { findSimulator } from '../process/simulator-address'
import { hasEmbedded } from '../db-embedded'
import { openStore, postgresIn, toSettings, type Store } from '../process/open-database'
import type { Terminal } from './output'
import { progressOfLongWork } from './progress'

const POOL_SIZE = 2

export interface OpenStore extends Pick<Store, 'ownerUrl' | 'encryptionKey'> {
  /** COMMUNITY. */
  readonly community: string | null
}

export interface Acting {
  /** The acting person; undefined: the user of the operating system. */
  readonly as: string | undefined
  /** Also with another encryption key than the database's. */
  readonly anyKey: boolean
  /** Also before the embedded database exists. */
  readonly createsDatabase: boolean
}

/** @throws StartError for an encryption key that is not the database's, and for a data directory without a database */
export async function withBase<T>(
  terminal: Terminal,
  { as, anyKey, createsDatabase }: Acting,
  work: (base: Base, store: OpenStore) => Promise<T>,
): Promise<T> {
  const config = readConfig(terminal.env)
  if (!createsDatabase) requireEmbedded(config)
  const progress = progressOfLongWork(terminal)
  const store = await openStore(config, progress.say).finally(progress.end)
  const log = makeStderrLogger(terminal, config)
  const pooled = config.databaseDirectUrl !== null
  const database = openDatabase(store.connectionString, POOL_SIZE, log, { pooled, prepares: config.preparedStatements })
  const parts = {
    db: database.db,
    platform: makePlatform(config),
    settings: toSettings(config, store),
    log,
    now: () => new Date(),
    rankChanges: { ...pollingMode, scheduler: config.scheduler },
  }
  const local = config.scheduler ? null : makeLocalDispatch({ ...parts, caller: JOB })
  const rankChanges = { ...parts.rankChanges, dispatch: local && (() => local.start()) }
  try {
    if (!anyKey)
      await assertKnownKey(parts, config.encryptionKey === null ? keyFileIn(config.dataDir) : 'ENCRYPTION_KEY')
    const operator = { caller: { kind: 'operator' }, actor: { kind: 'operator', id: as ?? login() } } as const
    const { ownerUrl, encryptionKey } = store
    const opened = { ownerUrl, encryptionKey, community: config.community }
    return await work({ ...parts, rankChanges, ...operator, requestId: null }, opened)
  } finally {
    await local?.stop()
    await database.close()
    await store.close()
  }
}

/** A mistyped DATA_DIR would show a new, empty database. */
function requireEmbedded({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== null || hasEmbedded(postgresIn(dataDir))) return
  throw new StartError(
    `There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL to that of the server; npm start and community create make a new one.`,
  )
}

export async function inCommunity(base: Base, communityId: string): Promise<Ctx> {
  return { ...base, community: await requireCommunity(base, communityId) }
}

function login(): string {
  try {
    return os.userInfo().username
  } catch {
    // in a container the uid may have no name
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}

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
  throw new StartError('the simulator of the demo is not running; start the server with npm start first')
}

const absentPlatform: Platform = {
  getUser: absent,
  accountCreatedAt: absent,
  findUserByName: absent,
  listRoles: absent,
  listMembers: absent,
  listNamesInAuditLog: absent,
  getMembership: absent,
  ranksInGroups: absent,
  groupsAmong: absent,
  assignRole: absent,
  unassignRole: absent,
  introspectKey: absent,
  refreshToken: absent,
  listGroupChanges: absent,
  listAllGroupChanges: absent,
  listJoinRequests: absent,
  findJoinRequest: absent,
  decideJoinRequest: absent,
  findJoinDecision: absent,
}

function makeStderrLogger({ stderr }: Terminal, { logLevel }: Config): Logger {
  const level = logLevel === 'info' ? 'warn' : logLevel
  return makeLogger(level, {
    write(line) {
      const { msg, reason } = JSON.parse(line) as { msg: string; reason?: string }
      stderr.write(reason === undefined ? `${msg}\n` : `${msg} (${reason})\n`)
    },
  })
}
