// `community health`.
import { listKeyExpiries } from '../../auth/operator/queries'
import { EXPIRES_SOON_DAYS } from '../../auth/rules'
import type { Base } from '../../communities/actions'
import { describeCommunities } from '../../communities/queries'
import { listFullestStorage } from '../../communities/storage/queries'
import { countOpenIdentities } from '../../identities/operator/queries'
import { listStepsOff, type StepOff } from '../../members/names/queries'
import { listAlarmed } from '../../platform-connection/alarm/queries'
import { listCredentialLives } from '../../platform-connection/expiry/queries'
import { listRuns } from '../../jobs/queries'
import { LATE_SECONDS } from '../../jobs/schedule'
import { schedule } from '../../jobs/tasks'
import { listSharedNumbers, listUndecided } from '../../ranks/queries'
import { countParkedRequests } from '../../data-rights/requests/queries'
import { countFailures, listPausedCommunities, listQueues } from '../../operations/operator/queries'
import { countFaultyEndpoints } from '../../webhooks/queries'
import { failuresOf, percentUsed, worstFirst, type CommunityHealth, type Judged, type State } from '../health'
import { commandFor } from '../givers'
import type { Answer, Cell } from '../output'
import { sharedText, type SharedNumber } from '../shared-numbers'

export async function readHealth(base: Base): Promise<Answer> {
  const shared = await listSharedNumbers(base.db, null)
  const communities = worstFirst(await readAll(base, shared))
  const namesOff = (await listStepsOff(base.db)).map(toNamesOff)
  const parkedErasures = await countParkedRequests(base.db)
  const lateJobs = (await listRuns(base.db, schedule)).filter(({ lateSeconds }) => lateSeconds > LATE_SECONDS)
  const undecided = await listUndecided(base.db)
  const countOf = (state: State): number => communities.filter((one) => one.state === state).length
  return {
    json: {
      communities,
      namesOff,
      parkedErasures,
      lateJobs: lateJobs.map(toLateJob),
      undecidedRanks: undecided.map(toUndecided),
    },
    human: {
      table: { columns, rows: communities.map(toRow) },
      note: [
        communities.length === 0
          ? 'There are no communities; create one with community create.'
          : `${countOf('critical')} critical, ${countOf('warning')} warning, ${countOf('ok')} ok`,
        ...namesOff.map(namesOffNote),
        ...(parkedErasures > 0 ? [parkedNote(parkedErasures)] : []),
        ...lateJobs.map(lateJobNote),
        ...shared.map(sharedNote),
        ...undecidedNotes(undecided),
      ].join('\n'),
    },
  }
}

type Undecided = Awaited<ReturnType<typeof listUndecided>>[number]

const toUndecided = ({ community_id: communityId, unique_id: uniqueId, name }: Undecided) => ({
  communityId,
  uniqueId,
  name,
})

function undecidedNotes(roles: readonly Undecided[]): string[] {
  return [...new Set(roles.map(({ community_id }) => community_id))].map((id) => {
    const found = roles.filter(({ community_id }) => community_id === id)
    const names = found.map(({ name, unique_id }) => `${name} (${unique_id})`).join(', ')
    const [only, ...others] = found.map(({ unique_id }) => unique_id)
    const command = commandFor(id, only === undefined || others.length > 0 ? '<unique id>' : only)
    return `API keys of ${id} may give ${names}, whose holders may act on members. So that people alone do: ${command}`
  })
}

const parkedNote = (count: number): string =>
  `${count} erasure ${count === 1 ? 'request names an id' : 'requests name ids'} whose account is not known; see data-rights requests --parked`

type Run = Awaited<ReturnType<typeof listRuns>>[number]

const toLateJob = ({ name, ranAt, lateSeconds }: Run) => ({ name, ranAt, lateSeconds: Math.floor(lateSeconds) })

const lateJobNote = ({ name, ranAt }: Run): string =>
  `The scheduled job ${name} is late: its last run without an error ended at ${ranAt}. Is a worker running, and what does its log say?`

interface NamesOff {
  readonly step: string
  readonly communityId: string | null
  readonly reason: string
  readonly since: string | null
  readonly nextAttempt: string | null
}

const toNamesOff = ({ scope, step, reason, off_at, retry_at }: StepOff): NamesOff => ({
  step,
  communityId: scope === '' ? null : scope,
  reason,
  since: off_at,
  nextAttempt: retry_at,
})

const namesOffNote = ({ step, communityId, reason, since, nextAttempt }: NamesOff): string =>
  `Look-ups by name${communityId === null ? '' : ` of ${communityId}`}: the step ${step} is off since ${since} (${reason}); next attempt after ${nextAttempt}`

const sharedNote = (shared: SharedNumber): string => `Of ${shared.community_id}: ${sharedText(shared)}`

async function readAll({ db, settings }: Base, shared: readonly SharedNumber[]): Promise<CommunityHealth[]> {
  const communities = (await describeCommunities(db, null)).filter(({ moved_at }) => moved_at === null)
  const paused = byCommunity(await listPausedCommunities(db))
  const alarmed = byCommunity(await listAlarmed(db))
  const lives = byCommunity(await listCredentialLives(db, settings.platformKeyNoticeDays))
  const queues = byCommunity(await listQueues(db))
  const failures = groupFailures(await countFailures(db))
  const webhooks = byCommunity(await countFaultyEndpoints(db))
  const storage = byCommunity(await listFullestStorage(db))
  const identities = byCommunity(await countOpenIdentities(db))
  const keys = byCommunity(await listKeyExpiries(db, EXPIRES_SOON_DAYS))
  return communities.map(({ community_id: id, name, connection, ...community }) => {
    const { rank_ambiguous_at: ranksAmbiguousSince, platform_paused_at: writesPausedAt } = community
    const { failing = 0, disabled = 0 } = webhooks.get(id) ?? {}
    const { quota, used, limit } = storage.get(id) ?? {}
    const life = lives.get(id)
    return {
      communityId: id,
      name,
      connection,
      ranksAmbiguousSince,
      sharedRankNumbers: shared.filter(({ community_id }) => community_id === id).map(({ rank_id }) => rank_id),
      pausedAt: paused.get(id)?.paused_at ?? writesPausedAt,
      alarmedAt: alarmed.get(id)?.alarmed_at ?? null,
      credential: life ? { lastUsedAt: life.used_at, expiresAt: life.ends_at, endsSoon: life.is_ending } : null,
      queue: { waiting: queues.get(id)?.waiting ?? 0, oldestSeconds: queues.get(id)?.oldest_seconds ?? null },
      failures: failures.get(id) ?? {},
      webhooks: { failing, disabled },
      storage: quota === undefined || used === undefined || limit === undefined ? null : { quota, used, limit },
      identities: { conflicts: identities.get(id)?.conflicts ?? 0 },
      keys: { expiring: keys.get(id)?.count ?? 0, firstExpiry: keys.get(id)?.first_expiry ?? null },
    }
  })
}

type Failures = Awaited<ReturnType<typeof countFailures>>

function groupFailures(rows: Failures): ReadonlyMap<string, Record<string, number>> {
  const groups = new Map<string, Record<string, number>>()
  for (const { community_id, error_code, count } of rows) {
    const codes = groups.get(community_id) ?? {}
    codes[error_code] = count
    groups.set(community_id, codes)
  }
  return groups
}

const byCommunity = <Row extends { readonly community_id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.community_id, row]))

const columns = [
  'COMMUNITY',
  'STATE',
  'PLATFORM',
  'QUEUED',
  'OLDEST S',
  'FAILED',
  'NAME',
  'PROBLEMS',
  'FAILURES',
  'PAUSED',
  'ALARM',
  'WEBHOOKS FAILING',
  'WEBHOOKS DISABLED',
  'FULLEST STORAGE',
  'USED %',
  'KEYS EXPIRE',
  'FIRST EXPIRY',
  'ID CONFLICTS',
  'CREDENTIAL USED',
  'CREDENTIAL EXPIRES',
]

function toRow(judged: Judged): Cell[] {
  const { communityId, state, connection, queue, name, problems, failures, webhooks, storage, keys } = judged
  const { pausedAt, alarmedAt } = judged
  const { conflicts } = judged.identities
  const { lastUsedAt = null, expiresAt = null } = judged.credential ?? {}
  const codes = Object.entries(failures).map(([code, count]) => `${code} ${count}`)
  return [
    communityId,
    state,
    connection,
    queue.waiting,
    queue.oldestSeconds,
    failuresOf(judged),
    name,
    problems.join(', ') || null,
    codes.join(', ') || null,
    pausedAt,
    alarmedAt,
    webhooks.failing || null,
    webhooks.disabled || null,
    storage?.quota ?? null,
    percentUsed(judged),
    keys.expiring || null,
    keys.firstExpiry,
    conflicts || null,
    lastUsedAt,
    expiresAt,
  ]
}
