// Operations that change or end a key, with what it has made.
import { keyExpiryOf, networksOf } from '../../auth/authority'
import { requireCommunityKey } from '../../auth/actions'
import { changesBounds } from '../../auth/bounds/rules'
import type { KeyRow } from '../../auth/queries'
import { toApiKey } from '../../auth/views'
import type { Ctx } from '../../context'
import type { Handlers } from '../../contract/types'
import { revokeKey, updateKey, type WithDependants } from './actions'

export const keyChanges = {
  async updateKey(ctx, { path, body, query }) {
    const { name, scopes, enabled, paused, actFor } = body
    const [expiresAt, allowedAddresses] = [keyExpiryOf(body, ctx.now()), networksOf(body)]
    const change = {
      ...(name === undefined ? {} : { name }),
      ...(scopes === undefined ? {} : { scopes }),
      ...(expiresAt === undefined ? {} : { expiresAt }),
      ...(allowedAddresses === undefined ? {} : { allowedAddresses }),
      ...(enabled === undefined ? {} : { enabled }),
      ...(paused === undefined ? {} : { paused }),
      ...(actFor === undefined ? {} : { actFor }),
      ...(changesBounds(body) || body.takesPerHourLimit !== undefined ? { bounds: body } : {}),
    }
    const key = await requireCommunityKey(ctx, path.keyId)
    return changed(ctx, await updateKey(ctx, key, change, query.dependants ?? 'keep'))
  },

  async revokeKey(ctx, { path, query }) {
    const key = await requireCommunityKey(ctx, path.keyId)
    return changed(ctx, await revokeKey(ctx, key, query.dependants ?? 'keep'))
  },
} satisfies Handlers

const changed = ({ now }: Ctx, { row, dependants }: WithDependants<KeyRow>) => ({
  status: 200 as const,
  body: { data: toApiKey(row, now()), meta: { dependants: [...dependants] } },
})
