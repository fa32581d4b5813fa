// Operations that read and make keys.
import { presets } from '../../generated/operations'
import { invalid } from '../base/errors'
import type { Ctx } from '../context'
import type { Handlers } from '../contract/types'
import { readPage, type Page } from '../db/paging'
import { once } from '../idempotency/actions'
import { issueKey, requireCommunityKey, rotateKey, type IssuedKey } from './actions'
import { keyExpiryOf, networksOf } from './authority'
import { listKeys, positionOfKey, type KeyRow } from './queries'
import { toApiKey, toCurrentKey } from './views'

/** The contract's default. */
const OVERLAP_SECONDS = 3_600

export const keys = {
  getKey(ctx) {
    return Promise.resolve({ status: 200, body: { data: toCurrentKey(ctx) } })
  },

  async listKeys(ctx, { query }) {
    const read = (page: Page) => listKeys(ctx, page)
    const show = (row: KeyRow) => toApiKey(row, ctx.now())
    return { status: 200, body: await readPage(ctx, 'keys', query, { read, positionOf: positionOfKey, show }) }
  },

  async createKey(ctx, { body }) {
    const usual = body.preset && presets[body.preset]
    const { name, scopes = usual?.scopes, actFor = usual?.actFor, domain = null } = body
    if (scopes === undefined) throw invalid('/body/scopes', 'required', 'must be sent where preset is not')
    const request = {
      name,
      scopes,
      domain,
      actFor,
      usualTakes: usual?.takesPerHourLimit,
      expiresAt: keyExpiryOf(body, ctx.now()),
      allowedAddresses: networksOf(body),
      bounds: body,
    }
    return once(
      ctx,
      (ctx) => issueKey(ctx, request),
      (issued) => created(ctx, issued),
    )
  },

  async getKeyById(ctx, { path }) {
    return { status: 200, body: { data: toApiKey(await requireCommunityKey(ctx, path.keyId), ctx.now()) } }
  },

  async rotateKey(ctx, { path, body = {} }) {
    const { overlapSeconds = OVERLAP_SECONDS } = body
    const rotate = async (ctx: Ctx) => {
      const old = await requireCommunityKey(ctx, path.keyId)
      return rotateKey(ctx, old, overlapSeconds, keyExpiryOf(body, ctx.now()))
    }
    return once(ctx, rotate, (issued) => created(ctx, issued))
  },
} satisfies Handlers

const created = ({ now }: Ctx, { row, key }: IssuedKey) => ({
  status: 201 as const,
  body: { data: { ...toApiKey(row, now()), key } },
})
