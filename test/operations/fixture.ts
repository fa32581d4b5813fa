// Submits rank changes, and holds and releases the queue.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Schema } from '../../src/contract/types'
import type { JournalEntry } from '../../src/simulator/journal'
import { group, type Answer, type TestApp, type TestCommunity } from '../support/app'
import { until } from '../support/until'

export type Operation = Schema<'PlatformOperation'>

/** @param key Idempotency-Key; null: none */
export function submit({ client }: TestCommunity, body: object, key: string | null): Promise<Answer> {
  return client.post('/v2/platform-operations/ranks', body, key === null ? {} : { 'Idempotency-Key': key })
}

/** Submits a rank change that must be accepted. @returns the id of the operation */
export async function accepted(community: TestCommunity, body: object): Promise<string> {
  const answer = await submit(community, body, randomUUID())
  if (answer.status !== 202) throw new Error(`not accepted: ${answer.text}`)
  return answer.body.data.id as string
}

export async function read({ client }: TestCommunity, id: string): Promise<Operation> {
  return (await client.get(`/v2/platform-operations/${id}`)).body.data as Operation
}

export async function settled(community: TestCommunity, id: string, timeoutMs?: number): Promise<Operation> {
  await until(`the end of ${id}`, async () => (await read(community, id)).completedAt !== null, timeoutMs)
  return read(community, id)
}

/** States of the attempts with their codes, such as `queued provider-rejected-429`. */
export function statusesOf({ attempts }: Operation): string[] {
  return attempts.map(({ to, code }) => (code === null ? to : `${to} ${code}`))
}

/** The roles of the account, the lowest id first. */
export function rolesOnPlatform(app: TestApp, userId: number): number[] {
  return app.world.rolesOf(group.id, userId).sort()
}

/** Makes all members of the group recruits. */
export function resetRoles(app: TestApp): void {
  for (const role of [group.roles.private, group.roles.sergeant, group.roles.lieutenant]) {
    for (const userId of group.members) {
      if (app.world.rolesOf(group.id, userId).includes(role)) app.world.takeRole(group.id, userId, role)
    }
  }
}

/** The account's writes from now on: `applied` has all of them, `effective` those that changed something. */
export function watchWrites(
  app: TestApp,
  userId: number,
): { effective(): string[]; applied(): readonly JournalEntry[] } {
  const seen = app.simulator.journal.after().at(-1)?.seq ?? 0
  const applied = () => app.simulator.journal.after(seen).filter((entry) => entry.userId === userId)
  return {
    applied,
    effective: () =>
      applied()
        .filter(({ changed }) => changed)
        .map(({ verb, roleId }) => `${verb} ${roleId}`),
  }
}

/** Counts the platform calls with this path from now on. */
export function watchCalls(app: Pick<TestApp, 'simulator'>, path: RegExp): () => number {
  const from = new Date()
  const already = new Set(app.simulator.requests)
  return () => app.simulator.requests.filter((one) => !already.has(one) && one.at >= from && path.test(one.path)).length
}

/** Path of the calls that give or take a role. */
export const writePath = ':(assign|unassign)Role$'
/** Path of the calls that read the roles of an account. */
export const rolesPath = '/memberships$'

/** Prevents claims: the budget has no calls left. */
export async function hold({ app }: TestApp): Promise<void> {
  await sql`insert into platform_budget (owner, per_minute, used, window_started_at)
    values (${`key ${group.owner}`}, 300, 1000000000, now() + interval '1 hour')
    on conflict (owner) do update set used = excluded.used, window_started_at = excluded.window_started_at`.execute(
    app.db,
  )
}

/**
 * Waits until a claim has found that no calls are left. Until then the claim locks a rank change of the community,
 * which then cannot be reused.
 */
export function heldBack({ app }: TestApp, { communityId }: TestCommunity): Promise<void> {
  return until('the claim that finds no calls left', async () => {
    const { rows } = await sql`select from dispatch_lane where community_id = ${communityId}
      and not urgent_ready and not bulk_ready`.execute(app.db)
    return rows.length > 0
  })
}

/** Resets the budgets and wakes the worker. */
export async function release({ app }: TestApp): Promise<void> {
  await sql`delete from platform_budget`.execute(app.db)
  await sql`update dispatch_lane set urgent_until = now(), bulk_until = now()`.execute(app.db)
  await sql`select graphile_worker.add_job(task, payload => '{}')
    from unnest(array['dispatch-urgent', 'dispatch-bulk']) as task`.execute(app.db)
}

export async function rowOf(
  { app }: TestApp,
  operationId: string,
): Promise<{ status: string; error_code: string | null; sent: boolean; reason: string | null; claims: number }> {
  const { rows } = await sql<never>`
    select status, error_code, sent, reason, claims from platform_operation where operation_id = ${operationId}`.execute(
    app.db,
  )
  return rows[0] ?? Promise.reject(new Error(`no operation ${operationId}`))
}

/** Sets the deadline of an operation to now. */
export async function expireDeadline({ app }: TestApp, operationId: string): Promise<void> {
  await sql`update platform_operation set deadline_at = now() where operation_id = ${operationId}`.execute(app.db)
}
