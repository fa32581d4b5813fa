// Through the client of orval, whose base URL is that of its configuration.
import { failed, run } from './calls'
import * as api from './orval/client'

run('orval', ({ headers }) => ({
  async listRanks() {
    const answer = await api.listRanks({ headers })
    return answer.status === 200 ? answer.data.data.map(({ uniqueId }) => uniqueId) : failed(answer)
  },
  async getRank(uniqueId) {
    const answer = await api.getRank(uniqueId, { headers })
    return answer.status === 200 ? answer.data.data.name : failed(answer)
  },
  async getMember(userId) {
    const answer = await api.getMember(userId, {}, { headers })
    return answer.status === 200 ? answer.data.data : failed(answer)
  },
  async listMembers(minExperience) {
    const answer = await api.listMembers({ minExperience, limit: '5', fields: ['experience', 'rank'] }, { headers })
    if (answer.status !== 200) return failed(answer)
    const { data, meta } = answer.data
    return { members: data.map((member) => Object.keys(member).sort()), next: meta.nextCursor }
  },
  async lookUpMembers(userIds) {
    const options = { headers: { ...headers, 'Content-Type': 'application/json' } }
    const answer = await api.lookUpMembers({ userIds: [...userIds] }, options)
    if (answer.status !== 200) return failed(answer)
    return { found: answer.data.data.members.length, missing: answer.data.data.missing.userIds }
  },
  async createMedal(name, idempotencyKey) {
    const own = { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey }
    const answer = await api.createMedal({ name }, { headers: { ...headers, ...own } })
    return answer.status === 201 ? answer.data.data.name : failed(answer)
  },
  async getMedal(name) {
    const answer = await api.getMedal(name, { headers })
    if (answer.status === 200) return { etag: answer.headers.get('etag') ?? '', archived: answer.data.data.archived }
    if (answer.status !== 404) return failed(answer)
    return answer.data.error.code === 'medal_not_found' ? 'medal_not_found' : failed(answer)
  },
  async archiveMedal(name, etag) {
    const own = { 'Content-Type': 'application/json', 'If-Match': etag }
    const answer = await api.updateMedal(name, { archived: true }, { headers: { ...headers, ...own } })
    if (answer.status === 200) return answer.data.data.archived
    if (answer.status !== 409) return failed(answer)
    return answer.data.error.code === 'record_changed' ? 'record_changed' : failed(answer)
  },
  async awardBatch(batchId, userId, amount) {
    const options = { headers: { ...headers, 'Content-Type': 'application/json' } }
    const entries = [{ userId, experience: { op: 'increment' as const, amount } }]
    const answer = await api.awardBatch({ batchId, entries }, options)
    return answer.status === 200 ? answer.data.meta.succeeded : failed(answer)
  },
  async getExpiry() {
    const answer = await api.getKey({ headers })
    return answer.status === 200 ? answer.data.data.expiresAt : failed(answer)
  },
}))
