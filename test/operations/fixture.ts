// Asking for rank operations and waiting for their end, as a client does.
import type { Schema } from '../../src/contract/types'
import { group, type Answer, type TestApp, type TestCommunity } from '../support/app'
import { until } from '../support/until'

export type Operation = Schema<'PlatformOperation'>

/** Posts a rank operation; `key` null leaves the header out. */
export function submit({ client }: TestCommunity, body: object, key: string | null): Promise<Answer> {
  return client.post('/v2/platform-operations/ranks', body, key === null ? {} : { 'Idempotency-Key': key })
}

/** The operation as it stands now. */
export async function read({ client }: TestCommunity, id: string): Promise<Operation> {
  return (await client.get(`/v2/platform-operations/${id}`)).body.data as Operation
}

/** The operation once it has ended. */
export async function settled(community: TestCommunity, id: string, timeoutMs?: number): Promise<Operation> {
  await until(`the end of ${id}`, async () => (await read(community, id)).completedAt !== null, timeoutMs)
  return read(community, id)
}

/** The roles the platform shows, lowest id first. */
export function theRoles(app: TestApp, userId: number): number[] {
  return app.world.rolesOf(group.id, userId).sort()
}
