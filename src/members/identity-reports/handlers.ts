// Operations tagged `identities`.
import type { HandlersFor, Schema } from '../../contract/types'
import { invalid } from '../../base/errors'
import { listIdentitiesOf } from '../../identities/queries'
import { reportPlayer, reportPlayers, requireIdentity, type PlayerReport } from './actions'
import { toIdentity, toResult } from './views'

export const identities: HandlersFor<'identities'> = {
  async listIdentities(ctx, { query }) {
    return { status: 200, body: { data: (await listIdentitiesOf(ctx, Number(query.userId))).map(toIdentity) } }
  },

  async getIdentity(ctx, { path }) {
    return { status: 200, body: { data: toIdentity(await requireIdentity(ctx, path.domain, idIn(path))) } }
  },

  async reportIdentity(ctx, { path, body }) {
    const { row, outcome, auditId } = await reportPlayer(ctx, path.domain, toReport(idIn(path), body))
    // a conflict is an error
    if (outcome === 'conflict') throw new Error('a conflict has no reply')
    return { status: 200, body: { data: toIdentity(row), meta: { outcome, auditId } } }
  },

  async reportIdentities(ctx, { body }) {
    const reports = body.identities.map((one) => toReport(Number(one.id), one))
    assertDifferent(reports)
    const results = await reportPlayers(ctx, body.domain, reports)
    const data = reports.map(({ id }, index) => toResult(id, results[index] as (typeof results)[number]))
    return { status: 200, body: { data } }
  },
}

function toReport(id: number, { username, displayName, groupUserId }: Schema<'IdentityReport'>): PlayerReport {
  const account = groupUserId === undefined ? null : Number(groupUserId)
  return { id, username, displayName: displayName ?? null, account }
}

/** The contract has checked the digits. @throws DomainError 400 above MAX_SAFE_INTEGER */
function idIn(path: { readonly id: string }): number {
  const id = Number(path.id)
  if (Number.isSafeInteger(id)) return id
  throw invalid('/path/id', 'maximum', `must be at most ${Number.MAX_SAFE_INTEGER}`)
}

function assertDifferent(reports: readonly PlayerReport[]): void {
  const seen = new Set<number>()
  reports.forEach(({ id }, index) => {
    if (seen.has(id)) throw invalid(`/body/identities/${index}/id`, 'uniqueItems', 'must occur only once')
    seen.add(id)
  })
}
