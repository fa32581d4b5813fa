// The demo of `npm start`: the platform simulator and a community on it.
import fs from 'node:fs'
import path from 'node:path'
import { verifyAccount } from '../identities/accounts/actions'
import { createApplication } from '../applications/forms/actions'
import type { DefinitionInput } from '../applications/forms/rules'
import { submitResponse } from '../applications/submissions/actions'
import { allScopes, issueKey } from '../auth/actions'
import { createAward } from '../awards/medals/actions'
import { createCommunity, requireCommunity, type Base } from '../communities/actions'
import { findCommunity } from '../communities/queries'
import type { Ctx } from '../context'
import { connectGroup } from '../platform-connection/actions'
import { createPerson, invitePerson } from '../people/actions'
import { listPeople } from '../people/queries'
import { signInOf } from '../people/rules'
import { setSuspendedRank } from '../moderation/suspensions/actions'
import { setRankThreshold } from '../ranks/actions'
import { syncProfile } from '../members/actions'
import { demoApiKey, demoGroupId, demoRoles, demoUsers } from '../simulator/demo-world'
import { startSimulator, type Simulator } from '../simulator/server'

export interface Demo {
  readonly communityId: string
  readonly key: string
  /** Has the community and the key; mode 0600. */
  readonly keyFile: string
  /** The member of the example request. */
  readonly userId: number
}

/** The simulator's state survives restarts. */
export function startPlatform(dataDir: string): Promise<Simulator> {
  return startSimulator({ stateFile: path.join(dataDir, 'simulator.json') })
}

/** Creates the community at the first start; the key is kept for later ones. */
export async function ensureDemo(base: Base, dataDir: string, print: (message: string) => void): Promise<Demo> {
  const file = path.join(dataDir, 'demo.json')
  const kept = readKept(file)
  const isKept = kept !== null && (await findCommunity(base.db, kept.communityId)) !== null
  if (isKept) return { ...kept, keyFile: file, userId: demoUsers.recruit }
  print('creating the demo community')
  const demo = await createDemo(base)
  fs.writeFileSync(file, `${JSON.stringify(demo)}\n`, { mode: 0o600 })
  return { ...demo, keyFile: file, userId: demoUsers.recruit }
}

/**
 * Invites the administrator until that person has a passkey, at each start with a new link, since an invitation ends.
 */
export async function linkOfConsole(base: Base, communityId: string): Promise<string> {
  const ctx = { ...base, community: await requireCommunity(base, communityId) }
  const [person] = await listPeople(ctx, { after: null, limit: 1 })
  if (!person) return (await createPerson(ctx, { name: 'Demo', role: 'administrator' })).link
  if (signInOf(person) === null) return (await invitePerson(ctx, person.person_id)).link
  return `${ctx.settings.publicUrl}/console`
}

function readKept(file: string): { communityId: string; key: string } | null {
  if (!fs.existsSync(file)) return null
  return JSON.parse(fs.readFileSync(file, 'utf8')) as { communityId: string; key: string }
}

async function createDemo(base: Base): Promise<{ communityId: string; key: string }> {
  const { communityId } = await createCommunity(base, 'Northern Watch', 'pro')
  const inCommunity = async (): Promise<Ctx> => ({ ...base, community: await requireCommunity(base, communityId) })
  await connectGroup(await inCommunity(), demoGroupId, demoApiKey)
  const ctx = await inCommunity()
  await setRankThreshold(ctx, demoRoles.recruit, 0)
  await setRankThreshold(ctx, demoRoles.private, 100)
  await setRankThreshold(ctx, demoRoles.sergeant, 1_000)
  await setSuspendedRank(ctx, demoRoles.recruit)
  for (const medal of ['Valor', 'Long Service']) await createAward(ctx, 'medal', medal)
  for (const qualification of ['Pilot', 'Medic']) await createAward(ctx, 'qualification', qualification)
  for (const userId of [demoUsers.recruit, demoUsers.private, demoUsers.sergeant, demoUsers.lieutenant]) {
    await syncProfile(ctx, userId)
  }
  await verifyAccount(base, demoUsers.recruit, '80351110224678912')
  await verifyAccount(base, demoUsers.notInGroup, '80351110224678913')
  await applyToJoin(ctx, demoUsers.notInGroup)
  await createApplication(ctx, demoForm, undefined)
  const { key } = await issueKey(ctx, { name: 'demo', scopes: allScopes, expiresAt: null })
  return { communityId, key }
}

/** The response waits for a decision; a pass accepts the account's request to join. */
async function applyToJoin(ctx: Ctx, userId: number): Promise<void> {
  const { application_id: applicationId, version } = await createApplication(ctx, joinForm, undefined)
  await submitResponse(ctx, applicationId, {
    userId,
    version,
    answers: { why: 'I fly every weekend, and I like teams.' },
  })
}

const joinForm: DefinitionInput = {
  name: 'Join the Watch',
  description: 'Who passes becomes a member of the group.',
  state: 'open',
  questions: [{ id: 'why', type: 'long', title: 'Why do you want to join?' }],
  joinRequests: 'accept',
}

const demoForm: DefinitionInput = {
  name: 'Pilot school',
  description: 'Fly with the Northern Watch.',
  state: 'open',
  questions: [
    { id: 'why', type: 'long', title: 'Why do you want to fly?' },
    {
      id: 'north',
      type: 'single',
      title: 'The sun is in the south at noon. Which way does your shadow point?',
      options: [
        { id: 'n', label: 'North' },
        { id: 's', label: 'South' },
      ],
    },
  ],
}
