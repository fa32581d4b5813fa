// Suspensions, and how to end them now.
import { sql } from 'kysely'
import { connectGroup } from '../../../src/platform-connection/actions'
import type { Schema } from '../../../src/contract/types'
import { group, type Answer, type TestApp, type TestCommunity } from '../../support/app'
import { until } from '../../support/until'

export type Suspension = Schema<'Suspension'>

const { roles } = group
/** Neither the base role nor the sergeant's, so that a suspension gives and takes a role. */
export const suspendedRole = roles.private

export const suspend = (community: TestCommunity, userId: number, more: object = {}): Promise<Answer> =>
  community.client.post('/v2/suspensions', { userId, durationSeconds: 3_600, rankUniqueId: suspendedRole, ...more })

/** Suspends a sergeant. @returns the suspension */
export async function suspended(app: TestApp, community: TestCommunity, userId: number): Promise<Suspension> {
  app.world.giveRole(group.id, userId, roles.sergeant)
  const answer = await suspend(community, userId)
  if (answer.status !== 201) throw new Error(`the suspension failed: ${answer.text}`)
  return answer.body.data as Suspension
}

export const lift = ({ client }: TestCommunity, { suspensionId }: Pick<Suspension, 'suspensionId'>): Promise<Answer> =>
  client.post(`/v2/suspensions/${suspensionId}/lift`, {})

export async function read({ client }: TestCommunity, suspensionId: string): Promise<Suspension> {
  return (await client.get(`/v2/suspensions/${suspensionId}`)).body.data as Suspension
}

/** Waits until the suspension has ended. @returns it */
export async function ended(community: TestCommunity, suspensionId: string, timeoutMs?: number): Promise<Suspension> {
  await until(
    `the end of ${suspensionId}`,
    async () => (await read(community, suspensionId)).state === 'ended',
    timeoutMs,
  )
  return read(community, suspensionId)
}

/** Makes all suspensions of the community due. */
export async function makeDue({ app }: TestApp, { communityId }: TestCommunity): Promise<void> {
  await sql`update suspension set ends_at = now() where community_id = ${communityId} and state <> 'ended'`.execute(
    app.db,
  )
}

/** Disables the API key of the group on the platform, until `restoreKey`. */
export function breakKey({ world }: TestApp): void {
  world.changeKey(group.apiKey, { enabled: false })
}
export async function restoreKey({ world }: TestApp, community: TestCommunity): Promise<void> {
  world.changeKey(group.apiKey, { enabled: true })
  await connectGroup(await community.ctx(), group.id, group.apiKey)
}

/** Operations of the kind on the account, oldest first. */
export async function operationsOf({ app }: TestApp, userId: number, kind: string): Promise<{ status: string }[]> {
  const { rows } = await sql<{ status: string }>`
    select status from platform_operation where user_id = ${userId} and kind = ${kind} order by seq`.execute(app.db)
  return rows
}
