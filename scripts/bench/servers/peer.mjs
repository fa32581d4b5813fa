// Shared by the peers: this server's statements and responses, without credentials, rates, plans, reply checks and
// logs.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import '../../../dist/src/awards/points/queries.js'
import { declaredStatements, preparedNames, timeOfDatabase, withTimes } from '../../../dist/src/db/statements.js'
import { memberTimes } from '../../../dist/src/members/queries.js'
import { toMember } from '../../../dist/src/members/views.js'

const communityId = process.env.COMMUNITY_ID
const keyId = process.env.KEY_ID

const prepared = (name) => ({ name, text: [...preparedNames].find(([, one]) => one === name)[0] })
const findMember = prepared('find_member')
const changePoints = prepared('change_points')

/** What an increment of experience has besides its member and amount. The statement takes lists of changes: here of one. */
const experience = {
  singleRank: false,
  withMembers: true,
  properties: ['experience'],
  lowests: [-Number.MAX_SAFE_INTEGER],
  actions: ['member.experience'],
  befores: ['{}'],
  afters: ['{}'],
  actorKinds: ['key'],
  actorIds: [keyId],
  onBehalfOfs: [null],
}

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, timeOfDatabase)

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DATABASE_POOL_SIZE),
  idleTimeoutMillis: 30_000,
  options: '-c timezone=UTC',
})

/** The answer to a read; null: there is no such member. */
export async function readMember(userId) {
  const { rows } = await pool.query({ ...findMember, values: [communityId, userId] })
  if (rows.length === 0) return null
  return {
    data: toMember(rows[0]),
    meta: { sync: { outcome: 'fresh', code: null }, autoRank: { outcome: 'skipped', reason: 'profile_fresh' } },
  }
}

/** The answer to an award; null: there is no such member. */
export async function awardExperience(userId, { op, amount, reason = null }) {
  const change = { userIds: [userId], ops: [op], amounts: [amount], reasons: [reason], requestIds: [randomUUID()] }
  const given = { communityId, ...experience, ...change }
  const values = declaredStatements.get('change_points').parameters.map((parameter) => given[parameter])
  const { rows } = await pool.query({ ...changePoints, values })
  const [row] = rows[0].changed ?? []
  if (!row) return null
  return {
    data: toMember(withTimes(row, memberTimes)),
    meta: {
      appliedAmount: amount,
      clamped: false,
      change: row.value_after - row.value_before,
      auditId: String(row.audit_id),
      autoRank: { outcome: 'unchanged' },
    },
  }
}

export const port = Number(process.env.PORT)
