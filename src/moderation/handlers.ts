// Operations tagged `moderation`.
import type { Ctx } from '../context'
import type { Handlers, Input, Schema } from '../contract/types'
import { readPage, type Page } from '../db/paging'
import { invalid } from '../base/errors'
import { once } from '../idempotency/actions'
import { resolveUserId } from '../members/actions'
import { pageExtras } from '../names/actions'
import { filterId } from '../base/ids'
import { addToBlacklist, changeEntry, liftBlacklistEntry, requireEntry, type EntryWritten } from './blacklist/actions'
import { countBlacklistEntries, listBlacklistEntries, positionOfEntry } from './blacklist/queries'
import type { EntryChange, Subject } from './blacklist/rules'
import { toBlacklistEntry } from './blacklist/views'
import { expiryOf } from './rules'
import { requireWarning, revokeWarning, warn, type WarningWritten } from './warnings/actions'
import { countWarnings, listWarnings, positionOfWarning, sumActivePoints } from './warnings/queries'
import { toWarning } from './warnings/views'

export const moderation = {
  async listBlacklistEntries(ctx, { query }) {
    const { state = 'live' } = query
    const filter = { state, userId: filterId(query.userId), groupId: filterId(query.groupId) }
    const list = `blacklist ${state} ${filter.userId ?? ''} ${filter.groupId ?? ''}`
    const read = (page: Page) => listBlacklistEntries(ctx, filter, page)
    const extras = pageExtras(ctx, query, () => countBlacklistEntries(ctx, filter))
    const body = await readPage(ctx, list, query, { read, positionOf: positionOfEntry, show: toBlacklistEntry, extras })
    return { status: 200, body }
  },

  async createBlacklistEntry(ctx, { body }) {
    const { reason, evidenceUrl = null } = body
    const terms = { reason, evidenceUrl, expiresAt: expiryOf(body, ctx.now()) }
    const act = async (ctx: Ctx) => addToBlacklist(ctx, await subjectOf(ctx, body), terms)
    return once(ctx, act, (written) => ({ status: 201, body: toChanged(written) }))
  },

  async getBlacklistEntry(ctx, { path }) {
    return { status: 200, body: { data: toBlacklistEntry(await requireEntry(ctx, path.blacklistEntryId)) } }
  },

  async updateBlacklistEntry(ctx, { path, body }) {
    return { status: 200, body: toChanged(await changeEntry(ctx, path.blacklistEntryId, changeOf(body))) }
  },

  async liftBlacklistEntry(ctx, { path, body }) {
    const act = (ctx: Ctx) => liftBlacklistEntry(ctx, path.blacklistEntryId, body?.reason ?? null)
    return once(ctx, act, (written) => ({ status: 200, body: toChanged(written) }))
  },

  async listWarnings(ctx, { query }) {
    const { state = 'live' } = query
    const userId = filterId(query.userId)
    const filter = { state, userId }
    const read = (page: Page) => listWarnings(ctx, filter, page)
    const extras = pageExtras(ctx, query, () => countWarnings(ctx, filter))
    const warnings = { read, positionOf: positionOfWarning, show: toWarning, extras }
    const { data, meta } = await readPage(ctx, `warnings ${state} ${userId ?? ''}`, query, warnings)
    const sum = userId === undefined ? {} : { activePoints: await sumActivePoints(ctx, userId) }
    return { status: 200, body: { data, meta: { ...meta, ...sum } } }
  },

  async createWarning(ctx, { body }) {
    const { userId: given, by = 'userId', reason, points = 1 } = body
    const expiresAt = expiryOf(body, ctx.now())
    const act = async (ctx: Ctx) => {
      const userId = await resolveUserId(ctx, { userId: String(given), by, at: '/body/userId' }, 'write')
      return warn(ctx, { userId, reason, points, expiresAt })
    }
    return once(ctx, act, (written) => ({ status: 201, body: toWarned(written) }))
  },

  async getWarning(ctx, { path }) {
    return { status: 200, body: { data: toWarning(await requireWarning(ctx, path.warningId)) } }
  },

  async revokeWarning(ctx, { path, body }) {
    const act = (ctx: Ctx) => revokeWarning(ctx, path.warningId, body.reason)
    return once(ctx, act, (written) => ({ status: 200, body: toWarned(written) }))
  },
} satisfies Handlers

function toChanged({ entry, auditId }: EntryWritten): Schema<'BlacklistEntryChanged'> {
  return { data: toBlacklistEntry(entry), meta: { auditId } }
}

function toWarned({ warning, activePoints, auditId }: WarningWritten): Schema<'WarningChanged'> {
  return { data: toWarning(warning), meta: { activePoints, auditId } }
}

async function subjectOf(ctx: Ctx, body: Input<'createBlacklistEntry'>['body']): Promise<Subject> {
  const { userId, by = 'userId', groupId } = body
  if (groupId === undefined) {
    const target = { userId: String(userId), by, at: '/body/userId' } as const
    return { kind: 'account', id: await resolveUserId(ctx, target, 'write') }
  }
  return { kind: 'group', id: groupId }
}

/** Null clears, or a `remove…` flag for clients that cannot send null. */
function changeOf(body: Input<'updateBlacklistEntry'>['body']): EntryChange {
  const { reason, evidenceUrl, expiresAt, durationSeconds, removeEvidenceUrl, removeExpiresAt } = body
  if (removeEvidenceUrl === true && typeof evidenceUrl === 'string') {
    throw invalid('/body/removeEvidenceUrl', 'not', 'must not be true together with evidenceUrl')
  }
  if (removeExpiresAt === true && (typeof expiresAt === 'string' || durationSeconds !== undefined)) {
    throw invalid('/body/removeExpiresAt', 'not', 'must not be true together with expiresAt or durationSeconds')
  }
  return {
    reason,
    durationSeconds,
    evidenceUrl: removeEvidenceUrl === true ? null : evidenceUrl,
    expiresAt: removeExpiresAt === true ? null : expiresAt,
  }
}
