// Through the types of openapi-typescript and openapi-fetch.
import createClient from 'openapi-fetch'
import { failed, run } from './calls'
import type { paths } from './openapi-typescript/schema'

run('openapi-fetch', (connection) => {
  const client = createClient<paths>(connection)
  return {
    async listRanks() {
      const { data, error } = await client.GET('/v2/ranks')
      return data ? data.data.map(({ uniqueId }) => uniqueId) : failed(error)
    },
    async getRank(uniqueId) {
      const { data, error } = await client.GET('/v2/ranks/{uniqueId}', { params: { path: { uniqueId } } })
      return data ? data.data.name : failed(error)
    },
    async getMember(userId) {
      const { data, error } = await client.GET('/v2/members/{userId}', { params: { path: { userId } } })
      return data ? data.data : failed(error)
    },
    async listMembers(minExperience) {
      const { data, error } = await client.GET('/v2/members', {
        params: { query: { minExperience, limit: '5', fields: ['experience', 'rank'] } },
      })
      if (!data) return failed(error)
      return { members: data.data.map((member) => Object.keys(member).sort()), next: data.meta.nextCursor }
    },
    async lookUpMembers(userIds) {
      const { data, error } = await client.POST('/v2/member-lookups', { body: { userIds: [...userIds] } })
      return data ? { found: data.data.members.length, missing: data.data.missing.userIds } : failed(error)
    },
    async createMedal(name, idempotencyKey) {
      const header = { 'Idempotency-Key': idempotencyKey }
      const { data, error } = await client.POST('/v2/medals', { params: { header }, body: { name } })
      return data ? data.data.name : failed(error)
    },
    async getMedal(name) {
      const { data, error, response } = await client.GET('/v2/medals/{name}', { params: { path: { name } } })
      if (data) return { etag: response.headers.get('etag') ?? '', archived: data.data.archived }
      return error?.error.code === 'medal_not_found' ? 'medal_not_found' : failed(error)
    },
    async archiveMedal(name, etag) {
      const params = { path: { name }, header: { 'If-Match': etag } }
      const { data, error } = await client.PATCH('/v2/medals/{name}', { params, body: { archived: true } })
      if (data) return data.data.archived
      return error.error.code === 'record_changed' ? 'record_changed' : failed(error)
    },
    async awardBatch(batchId, userId, amount) {
      const body = { batchId, entries: [{ userId, experience: { op: 'increment' as const, amount } }] }
      const { data, error } = await client.POST('/v2/award-batches', { body })
      return data ? data.meta.succeeded : failed(error)
    },
    async getExpiry() {
      const { data, error } = await client.GET('/v2/key')
      return data ? data.data.expiresAt : failed(error)
    },
  }
})
