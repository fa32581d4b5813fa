// Suspensions with several workers, with a crash, and without a worker.
import { sql } from 'kysely'
import { makeWorker } from '../../../src/process/app'
import { claimOperation, recordSteps } from '../../../src/operations/dispatch/queries'
import type { OperationRow } from '../../../src/operations/queries'
import { endDueSuspensions } from '../../../src/moderation/suspensions/actions'
import { rolesOnPlatform, watchWrites } from '../../operations/fixture'
import { group, startTestApp, type TestApp, type TestCommunity } from '../../support/app'
import { ended, operationsOf, makeDue, read, suspended, suspendedRole, type Suspension } from './fixture'

const { roles, members } = group
const [first] = members
const sergeant = [roles.recruit, roles.sergeant]
const restoreWrites = [`assignRole ${roles.sergeant}`, `unassignRole ${suspendedRole}`]

let app: TestApp
let community: TestCommunity
let others: { stop(): Promise<void> }[]
beforeEach(async () => {
  app = await startTestApp()
  community = await app.community()
  others = []
})
afterEach(async () => {
  await Promise.all(others.map((worker) => worker.stop()))
  await app.close()
})

const startAnother = (): void => void others.push(makeWorker(app.parts))

it('several workers restore each member once', async () => {
  startAnother()
  startAnother()
  const made: Suspension[] = []
  for (const userId of members) made.push(await suspended(app, community, userId))
  const writes = members.map((userId) => watchWrites(app, userId))
  await makeDue(app, community)
  await Promise.all(Array.from({ length: 10 }, () => endDueSuspensions(app.base)))
  for (const { suspensionId } of made) expect((await ended(community, suspensionId)).outcome).toBe('restored')
  expect(writes.map((one) => one.effective())).toEqual(members.map(() => restoreWrites))
  for (const userId of members) {
    expect(await operationsOf(app, userId, 'rank.restore')).toEqual([{ status: 'succeeded' }])
  }
})

it('a worker ends suspensions that became due before it started', async () => {
  const { suspensionId } = await suspended(app, community, first)
  await app.worker?.stop()
  await makeDue(app, community)
  expect((await read(community, suspensionId)).state).toBe('active')
  startAnother()
  expect((await ended(community, suspensionId)).outcome).toBe('restored')
  expect(rolesOnPlatform(app, first)).toEqual(sergeant)
})

describe('after a worker crashes during a restore', () => {
  /** A restore whose worker was killed after its first write was recorded. */
  async function crashed(): Promise<{ suspensionId: string; operation: OperationRow }> {
    const { suspensionId } = await suspended(app, community, first)
    await app.worker?.stop()
    await makeDue(app, community)
    await endDueSuspensions(app.base)
    const claimed = await claimOperation(app.app.db, { workerId: 'killed', leaseSeconds: 60 }, ['urgent'])
    const target = claimed?.ranks.find((rank) => rank.unique_id === roles.sergeant)
    if (claimed?.operation.kind !== 'rank.restore' || !target) throw new Error('no restore was claimed')
    const { operation } = claimed
    const steps = [{ verb: 'assign', role: roles.sergeant }] as const
    const writes = { target, steps, former: null, leaseSeconds: 60, begins: false, takes: false }
    expect(await recordSteps(await community.ctx(), operation, writes)).not.toBeNull()
    await sql`update platform_operation set lease_until = now() where operation_id = ${operation.operation_id}`.execute(
      app.app.db,
    )
    return { suspensionId, operation }
  }

  it('another worker continues when the write was applied', async () => {
    const { suspensionId } = await crashed()
    app.world.giveRole(group.id, first, roles.sergeant)
    const writes = watchWrites(app, first)
    startAnother()
    expect((await ended(community, suspensionId)).outcome).toBe('restored')
    expect([writes.effective(), rolesOnPlatform(app, first)]).toEqual([restoreWrites.slice(1), sergeant])
  })

  it('another worker repeats the write when it was not applied', async () => {
    const { suspensionId } = await crashed()
    const writes = watchWrites(app, first)
    startAnother()
    expect((await ended(community, suspensionId)).outcome).toBe('restored')
    expect([writes.effective(), rolesOnPlatform(app, first)]).toEqual([restoreWrites, sergeant])
  })

  it('another worker makes no write when the rank was changed manually', async () => {
    const { suspensionId } = await crashed()
    app.world.takeRole(group.id, first, suspendedRole)
    app.world.giveRole(group.id, first, roles.lieutenant)
    const writes = watchWrites(app, first)
    startAnother()
    expect((await ended(community, suspensionId)).outcome).toBe('superseded')
    expect([writes.applied(), rolesOnPlatform(app, first)]).toEqual([[], [roles.recruit, roles.lieutenant]])
  })
})
