// Operations tagged `identities`.
import type { Handlers, Schema } from '../../contract/types'
import { listIdentitiesOf } from '../../identities/queries'
import { assertDistinct, idInPath } from '../request-ids'
import { reportPlayer, reportPlayers, requireIdentity, type PlayerReport } from './actions'
import { toIdentity, toResult } from './views'

export const identities = {
  async listIdentities(ctx, { query }) {
    return { status: 200, body: { data: (await listIdentitiesOf(ctx, Number(query.userId))).map(toIdentity) } }
  },

  async getIdentity(ctx, { path }) {
    return { status: 200, body: { data: toIdentity(await requireIdentity(ctx, path.domain, idInPath('id', path.id))) } }
  },

  async reportIdentity(ctx, { path, body }) {
    const { row, outcome, auditId } = await reportPlayer(ctx, path.domain, toReport(idInPath('id', path.id), body))
    // a conflict is an error
    if (outcome === 'conflict') throw new Error('a conflict has no reply')
    return { status: 200, body: { data: toIdentity(row), meta: { outcome, auditId } } }
  },

  async reportIdentities(ctx, { body }) {
    const reports = body.identities.map((one) => toReport(Number(one.id), one))
    assertDistinct(
      'identities',
      'id',
      reports.map(({ id }) => id),
    )
    const results = await reportPlayers(ctx, body.domain, reports)
    const data = reports.map(({ id }, index) => toResult(id, results[index] as (typeof results)[number]))
    return { status: 200, body: { data } }
  },
} satisfies Handlers

function toReport(id: number, { username, displayName, groupUserId }: Schema<'IdentityReport'>): PlayerReport {
  const account = groupUserId === undefined ? null : Number(groupUserId)
  return { id, username, displayName: displayName ?? null, account }
}
