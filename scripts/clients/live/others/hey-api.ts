// Through the client of @hey-api/openapi-ts.
import { failed, run } from './calls'
import * as api from './hey-api/sdk.gen'
import { client } from './hey-api/client.gen'

run('hey-api', ({ baseUrl, headers }) => {
  client.setConfig({ baseUrl, headers })
  return {
    async listRanks() {
      const { data, error } = await api.listRanks()
      return data ? data.data.map(({ uniqueId }) => uniqueId) : failed(error)
    },
    async getRank(uniqueId) {
      const { data, error } = await api.getRank({ path: { uniqueId } })
      return data ? data.data.name : failed(error)
    },
    async getMember(userId) {
      const { data, error } = await api.getMember({ path: { userId } })
      return data ? data.data : failed(error)
    },
    async listMembers(minExperience) {
      const { data, error } = await api.listMembers({
        query: { minExperience, limit: '5', fields: ['experience', 'rank'] },
      })
      if (!data) return failed(error)
      return { members: data.data.map((member) => Object.keys(member).sort()), next: data.meta.nextCursor }
    },
    async lookUpMembers(userIds) {
      const { data, error } = await api.lookUpMembers({ body: { userIds: [...userIds] } })
      return data ? { found: data.data.members.length, missing: data.data.missing.userIds } : failed(error)
    },
    async createMedal(name, idempotencyKey) {
      const { data, error } = await api.createMedal({ headers: { 'Idempotency-Key': idempotencyKey }, body: { name } })
      return data ? data.data.name : failed(error)
    },
    async getMedal(name) {
      const { data, error, response } = await api.getMedal({ path: { name } })
      if (data) return { etag: response?.headers.get('etag') ?? '', archived: data.data.archived }
      return error?.error.code === 'medal_not_found' ? 'medal_not_found' : failed(error)
    },
    async archiveMedal(name, etag) {
      const headers = { 'If-Match': etag }
      const { data, error } = await api.updateMedal({ path: { name }, headers, body: { archived: true } })
      if (data) return data.data.archived
      return error.error.code === 'record_changed' ? 'record_changed' : failed(error)
    },
    async awardBatch(batchId, userId, amount) {
      const entries = [{ userId, experience: { op: 'increment' as const, amount } }]
      const { data, error } = await api.awardBatch({ body: { batchId, entries } })
      return data ? data.meta.succeeded : failed(error)
    },
    async getExpiry() {
      const { data, error } = await api.getKey()
      return data ? data.data.expiresAt : failed(error)
    },
  }
})
