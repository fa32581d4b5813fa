// Operations tagged `people` and `sign-in`.
import { changesBounds } from '../auth/bounds/rules'
import type { Ctx, SignedIn } from '../context'
import type { Handlers, Input, Schema } from '../contract/types'
import { readPage, type Page } from '../db/paging'
import { once } from '../idempotency/actions'
import {
  createPerson,
  invitePerson,
  leaveSession,
  requirePerson,
  revokeOwnSession,
  revokeSession,
  type Invited,
} from './actions'
import { deletePerson, updatePerson } from './dependants/actions'
import { makeChallenge } from './challenges'
import { attemptCookie, sessionCookie } from './cookies'
import { beginAtIssuer, finishAtIssuer } from './issuer-sign-in'
import { relyingPartyOf } from './passkeys'
import { proveSession } from './proofs'
import { listPeople, listSessions, nameOfCommunity, positionOfPerson, positionOfSession } from './queries'
import { deleteOwnRole, setOwnRole } from './own-roles/actions'
import { listOwnRoles } from './own-roles/queries'
import { scopesOf } from './roles'
import { toHandle, type BindingInput } from './rules'
import { assertNotElsewhere, register, requireInvited, signIn, type SignInCtx, type StartedSession } from './sign-in'
import { toCurrent, toOwnRole, toPerson, toSession } from './views'

export const people = {
  async listPeople(ctx, { query }) {
    const read = (page: Page) => listPeople(ctx, page)
    return {
      status: 200,
      body: await readPage(ctx, 'people', query, { read, positionOf: positionOfPerson, show: toPerson }),
    }
  },

  createPerson: (ctx, { body }) =>
    once(
      ctx,
      (ctx) => createPerson(ctx, { name: body.name, role: body.role, bounds: body, binding: bindingIn(body) }),
      invited,
    ),

  async getPerson(ctx, { path }) {
    return { status: 200, body: { data: toPerson(await requirePerson(ctx, path.personId)) } }
  },

  async updatePerson(ctx, { path, body, query }) {
    const { name, role, enabled, paused } = body
    const bounds = changesBounds(body) || body.takesPerHourLimit !== undefined ? body : undefined
    const binding = bindingIn(body)
    const change = { name, role, enabled, paused, bounds, binding }
    const { row, dependants } = await updatePerson(ctx, path.personId, change, query.dependants ?? 'keep')
    return { status: 200, body: { data: toPerson(row), meta: { dependants: [...dependants] } } }
  },

  async deletePerson(ctx, { path, query }) {
    await deletePerson(ctx, path.personId, query.dependants ?? 'keep')
    return { status: 204 }
  },

  invitePerson: (ctx, { path }) => once(ctx, (ctx) => invitePerson(ctx, path.personId), invited),

  async listStaffRoles(ctx) {
    return { status: 200, body: { data: (await listOwnRoles(ctx)).map(toOwnRole) } }
  },

  async setStaffRole(ctx, { path, body }) {
    const { scopes, takesPerHourLimit: takesPerHour } = body
    const role = await setOwnRole(ctx, { name: path.roleName, scopes, takesPerHour })
    return { status: 200, body: { data: toOwnRole(role) } }
  },

  async deleteStaffRole(ctx, { path }) {
    await deleteOwnRole(ctx, path.roleName)
    return { status: 204 }
  },

  async listSessions(ctx, { query }) {
    return { status: 200, body: await pageOfSessions(ctx, query, null) }
  },

  async revokeSession(ctx, { path }) {
    return { status: 200, body: { data: toSession(await revokeSession(ctx, path.sessionId)) } }
  },
} satisfies Handlers

function pageOfSessions(ctx: Ctx, query: Input<'listSessions'>['query'], personId: string | null) {
  const read = (page: Page) => listSessions(ctx, page, personId)
  const name = personId === null ? 'sessions' : `sessions ${personId}`
  return readPage(ctx, name, query, { read, positionOf: positionOfSession, show: toSession })
}

function bindingIn({ userId, lowestRankUniqueId, ...body }: Schema<'PersonUpdate'>): BindingInput | undefined {
  const { removeMember, removeLowestRank } = body
  if ((userId ?? lowestRankUniqueId ?? removeMember ?? removeLowestRank) === undefined) return undefined
  const numberOf = (id: string | number | undefined) => (id === undefined ? undefined : Number(id))
  return { userId: numberOf(userId), lowestRank: numberOf(lowestRankUniqueId), removeMember, removeLowestRank }
}

const invited = ({ row, link }: Invited) => ({
  status: 201 as const,
  body: { data: { ...toPerson(row), invitation: link } },
})

export const signInHandlers = {
  async getSession(ctx) {
    return { status: 200, body: { data: await currentOf(ctx, ctx.person.provedAt) } }
  },

  async listOwnSessions(ctx, { query }) {
    return { status: 200, body: await pageOfSessions(ctx, query, ctx.person.personId) }
  },

  async revokeOwnSession(ctx, { path }) {
    return { status: 200, body: { data: toSession(await revokeOwnSession(ctx, ctx.person.personId, path.sessionId)) } }
  },

  async proveSession(ctx, { body }) {
    return { status: 200, body: { data: await currentOf(ctx, await proveSession(ctx, body)) } }
  },

  async endSession(ctx) {
    await leaveSession(ctx, ctx.person.sessionId)
    return { status: 204, headers: { 'Set-Cookie': sessionCookie(ctx.settings.publicUrl, '') } }
  },

  beginSignIn({ settings, now, browser }) {
    assertNotElsewhere({ settings, browser })
    const challenge = makeChallenge(settings.encryptionKey, 'sign-in', now())
    const issuerName = settings.issuer?.name ?? null
    const applicantIssuerName = settings.issuer?.hasChatAccounts === true ? issuerName : null
    const data = { challenge, relyingPartyId: relyingPartyOf(settings), issuerName, applicantIssuerName }
    return Promise.resolve({ status: 200, body: { data } })
  },

  async finishSignIn(ctx, { body }) {
    return started(ctx, await signIn(ctx, body))
  },

  async beginIssuerSignIn(ctx, { body }) {
    const { authorizationUrl, sealed } = await beginAtIssuer(ctx, body)
    const headers = { 'Set-Cookie': attemptCookie(ctx.settings.publicUrl, sealed) }
    return { status: 200, body: { data: { authorizationUrl } }, headers }
  },

  async finishIssuerSignIn(ctx, { body }) {
    const { headers, ...reply } = started(ctx, await finishAtIssuer(ctx, body))
    const cookies = [headers['Set-Cookie'], attemptCookie(ctx.settings.publicUrl, '')]
    return { ...reply, headers: { 'Set-Cookie': cookies } }
  },

  async beginRegistration(ctx, { body }) {
    assertNotElsewhere(ctx)
    const person = await requireInvited(ctx, body.invitation)
    const { settings, now, db } = ctx
    const { community_id: communityId, person_id: personId, name: userName } = person
    const communityName = await nameOfCommunity({ db, community: { communityId } })
    const challenge = makeChallenge(settings.encryptionKey, 'registration', now())
    const names = { relyingPartyId: relyingPartyOf(settings), communityName, userName }
    return { status: 200, body: { data: { challenge, ...names, userHandle: toHandle(communityId, personId) } } }
  },

  async finishRegistration(ctx, { body }) {
    return started(ctx, await register(ctx, body))
  },
} satisfies Handlers

async function currentOf(ctx: Ctx & { readonly person: SignedIn }, provedAt: string | number) {
  const { personId, sessionId, name, role, scopes, expiresAt, bounds, takesPerHour, pausedAt } = ctx.person
  const person = { personId, sessionId, name, role, scopes, expiresAt, bounds, takesPerHour, pausedAt, provedAt }
  return toCurrent({ ...person, communityId: ctx.community.communityId, communityName: await nameOfCommunity(ctx) })
}

function started({ settings }: SignInCtx, { person, token, ...session }: StartedSession) {
  const { community_id: communityId, person_id: personId, name, role, bounds, paused_at: pausedAt } = person
  const held = {
    scopes: scopesOf(role, person.own_scopes),
    bounds,
    takesPerHour: person.takes_per_hour_limit,
    pausedAt,
  }
  return {
    status: 200 as const,
    body: { data: toCurrent({ ...session, communityId, personId, name, role, ...held }) },
    headers: { 'Set-Cookie': sessionCookie(settings.publicUrl, token) },
  }
}
