// Scheduled tasks and queued jobs: idempotent, with state from the database only.
import { deleteOldEntries } from '../audit/actions'
import { beginAuditMonth } from '../audit/partitions/actions'
import { sealEntries } from '../audit/seals/actions'
import { tellOfGifts } from '../auth/gifts/actions'
import { deleteOldKeys } from '../auth/queries'
import { deleteOldTakes } from '../auth/takes/queries'
import type { Ctx, Db } from '../context'
import { deleteOldWindows } from '../limits/queries'
import { WINDOW_MS } from '../limits/window'
import { deleteOldBatches } from '../awards/batches/queries'
import { findConnected } from '../communities/queries'
import { carryOutDueRequests, carryOutRequest } from '../data-rights/requests/actions'
import { deleteOldRequests } from '../data-rights/requests/queries'
import { deleteOldAccountEntries } from '../identities/accounts/queries'
import { deleteOldRequestKeys } from '../idempotency/queries'
import type { JobPayloads, SpreadJob } from '../db/job-queue'
import { DomainError } from '../base/errors'
import { syncRanks } from '../platform-connection/actions'
import { checkExpiry } from '../platform-connection/expiry/actions'
import { drain, type Dispatcher } from '../operations/dispatch/dispatcher'
import type { Claimer, Priority } from '../operations/dispatch/queries'
import { resolveAccount } from '../operations/submit-async/resolve-account'
import { purgeOldOperations, wakeDispatch } from '../operations/sweep/queries'
import { countLeaderboards } from '../members/leaderboard/actions'
import { recomputeRanks } from '../members/profile/actions'
import { syncMemberships } from '../members/sync-memberships'
import { syncChangesByHand } from '../members/sync-changes-by-hand'
import { purgePasswordAttempts } from '../applications/submissions/queries'
import { resolveApplicantNames } from '../applications/submissions/resolve-names'
import { deleteOldCodes } from '../members/verifications/queries'
import { deleteOldApplicants } from '../people/applicants/queries'
import { purgeOldSessions } from '../people/queries'
import { readStaffRanks } from '../people/rank-readings/actions'
import { deleteOldDeliveries } from '../webhooks/delivery/queries'
import { purgeDeletedForms } from '../applications/forms/queries'
import { deleteOldReversals } from '../reversals/queries'
import { takeBack } from '../reversals/take-back'
import { sendResultMessage, type MessageSender } from '../applications/reviews/messages'
import { noteRun } from './queries'
import type { Interval, Scheduled } from './schedule'
import { queueHalfMinutes, queueStaggered } from './staggered'

export interface JobBase extends Omit<Ctx, 'community' | 'actor' | 'requestId'> {
  readonly chat: MessageSender | null
}

export interface Dispatching {
  readonly claimer: Claimer
  readonly stop: AbortSignal
}

type QueueTask =
  | 'queue-rank-syncs'
  | 'queue-drift-refreshes'
  | 'queue-key-checks'
  | 'queue-membership-syncs'
  | 'queue-staff-rank-readings'
type ScheduledTask =
  | 'count-leaderboards'
  | 'purge-rank-changes'
  | 'purge-batches'
  | 'purge-request-keys'
  | 'begin-audit-month'
  | 'purge-audit-entries'
  | 'seal-audit-entries'
  | 'purge-rate-windows'
  | 'tell-of-gifts'
  | 'purge-password-attempts'
  | 'purge-link-codes'
  | 'purge-webhook-deliveries'
  | 'purge-reversals'
  | 'purge-deleted-forms'
  | 'erase-accounts'
export type Tasks = { readonly [Name in ScheduledTask]: () => Promise<void> } & {
  readonly [Name in QueueTask]: (scheduled: Scheduled) => Promise<void>
} & {
  readonly [Name in keyof JobPayloads]: (payload: JobPayloads[Name]) => Promise<void>
}

export const schedule: Readonly<Record<ScheduledTask | QueueTask, Interval>> = {
  'count-leaderboards': { minutes: 5 },
  'queue-rank-syncs': { minutes: 1 },
  'queue-drift-refreshes': { minutes: 1 },
  'queue-key-checks': { minutes: 1 },
  'queue-membership-syncs': { minutes: 1 },
  'queue-staff-rank-readings': { minutes: 1 },
  'purge-rank-changes': { minutes: 10 },
  'purge-batches': { minutes: 10 },
  'purge-request-keys': { minutes: 10 },
  'purge-rate-windows': { minutes: 5 },
  'tell-of-gifts': { minutes: 5 },
  'purge-password-attempts': { minutes: 60, at: 37 },
  'purge-link-codes': { minutes: 10 },
  'begin-audit-month': { minutes: 10 },
  'purge-audit-entries': { minutes: 60, at: 17 },
  'seal-audit-entries': { minutes: 5 },
  'purge-webhook-deliveries': { minutes: 10 },
  'purge-reversals': { minutes: 60, at: 47 },
  'purge-deleted-forms': { minutes: 60, at: 43 },
  'erase-accounts': { minutes: 5 },
}

export function makeTasks(base: JobBase, { claimer, stop }: Dispatching): Tasks {
  const codes = base.rankChanges.scheduler ? 'scheduler' : 'connection'
  // a job executes one rank change after another; it wakes the next job, so that all slots become busy
  const dispatcher: Dispatcher = { base, claimer, codes, onClaim: () => wakeDispatch(base.db) }
  const dispatch = (priorities: readonly Priority[]) => () => drain(dispatcher, priorities, stop)
  const queue = (job: SpreadJob, seconds: number, oauthOnly = false) => {
    return (scheduled: Scheduled) => queueStaggered(base.db, job, { seconds, oauthOnly }, scheduled)
  }
  const tasks: Tasks = {
    'count-leaderboards': () => countLeaderboards(base.db),
    'queue-rank-syncs': queue('sync-ranks', 600),
    'queue-drift-refreshes': queue('refresh-drifted-members', 60),
    'queue-key-checks': queue('check-platform-keys', 3_600),
    'queue-membership-syncs': queue('sync-memberships', 300, true),
    'queue-staff-rank-readings': (scheduled) =>
      queueHalfMinutes(base.db, 'read-staff-ranks', { oauthOnly: false, withStaffRanks: true }, scheduled),
    'sync-ranks': ofCommunity(base, 'sync-ranks', syncRanks, 'ranks could not be synced'),
    'refresh-drifted-members': ofCommunity(base, 'refresh-drifted-members', syncChangesByHand, driftFailed),
    'check-platform-keys': ofCommunity(base, 'check-platform-keys', checkExpiry, expiryUnknown),
    'sync-memberships': ofCommunity(base, 'sync-memberships', syncMemberships, listFailed),
    'read-staff-ranks': ofCommunity(base, 'read-staff-ranks', readStaffRanks, staffRanksUnknown),
    'purge-rank-changes': () => purgeOldOperations(base.db),
    'purge-batches': () => deleteOldBatches(base.db),
    'purge-request-keys': () => deleteOldRequestKeys(base.db),
    'begin-audit-month': async () => void (await beginAuditMonth(base.db)),
    'purge-audit-entries': () => purgeAudit(base),
    'seal-audit-entries': () => sealEntries(base),
    'purge-rate-windows': () =>
      deleteOldWindows(base.db, base.now().getTime() - 10 * WINDOW_MS).then(() => deleteOldTakes(base.db)),
    'tell-of-gifts': () => tellOfGifts(base),
    'purge-password-attempts': () => purgePasswordAttempts(base.db),
    'purge-link-codes': () =>
      deleteOldCodes(base.db)
        .then(() => deleteOldApplicants(base.db))
        .then(() => purgeOldSessions(base.db)),
    'purge-webhook-deliveries': () => deleteOldDeliveries(base.db),
    'purge-reversals': () => deleteOldReversals(base.db),
    'purge-deleted-forms': () => purgeDeletedForms(base.db),
    'take-back': (payload) => takeBack(base, payload),
    'erase-accounts': () => carryOutDueRequests(eraser(base)),
    'erase-account': ({ notificationId }) => carryOutRequest(eraser(base), notificationId),
    'send-result-message': (payload) => sendResultMessage(base, base.chat, payload),
    'resolve-account': (payload) => resolveAccount(base, payload),
    'resolve-applicant-names': (payload) => resolveApplicantNames(base, payload),
    'recompute-ranks': ({ communityId }) => recomputeRanks(base.db, communityId),
    'dispatch-urgent': dispatch(['settle', 'urgent']),
    'dispatch-bulk': dispatch(['settle', 'urgent', 'bulk']),
  }
  return { ...tasks, ...noted(base.db, tasks) }
}

/** Entries of one statement. */
const PURGE_BATCH = 10_000

async function purgeAudit({ db, settings: { auditRetentionDays: days } }: JobBase): Promise<void> {
  await deleteOldEntries(db, days)
  if (days === null) return
  while ((await deleteOldAccountEntries(db, days, PURGE_BATCH)) === PURGE_BATCH);
  await deleteOldRequests(db, days)
  await deleteOldKeys(db, days)
}

/** The scheduled tasks, which note that they ran. */
function noted(db: Db, tasks: Tasks): Pick<Tasks, keyof typeof schedule> {
  const names = Object.keys(schedule) as (keyof typeof schedule)[]
  const withNote = names.map(
    (name) => [name, (at: Scheduled) => tasks[name](at).then(() => noteRun(db, name))] as const,
  )
  return Object.fromEntries(withNote) as Pick<Tasks, keyof typeof schedule>
}

/** With the actor of the audit entries. */
const eraser = (base: JobBase) => ({ ...base, actor: { kind: 'job', id: 'erase-account' } as const, requestId: null })

const expiryUnknown = 'the end of a platform credential could not be checked'
const staffRanksUnknown = 'ranks of the staff could not be read'
const listFailed = 'the memberships of the group could not be read'
const driftFailed = 'members whose rank was changed manually could not be refreshed'

/** A failure is only logged: the next interval tries again. */
function ofCommunity(base: JobBase, task: SpreadJob, work: (ctx: Ctx) => Promise<unknown>, failureMessage: string) {
  return async ({ communityId }: { readonly communityId: string }): Promise<void> => {
    const community = await findConnected(base.db, communityId)
    if (!community) return
    const log = base.log.child({ task, communityId })
    const ctx: Ctx = { ...base, log, community, actor: { kind: 'job', id: task }, requestId: null }
    await work(ctx).catch((error: unknown) => logFailure(ctx, error, failureMessage))
  }
}

function logFailure({ log }: Ctx, error: unknown, message: string): void {
  if (error instanceof DomainError) log.warn({ code: error.code }, message)
  else log.error({ err: error }, message)
}
