// Calls a live server with the generated TypeScript client: node, tsx or any bundler's output, no packages.
import { ApiError, client } from './client'

const { SERVER_URL: serverUrl = '', COMMUNITY_ID: communityId = '', COMMUNITY_KEY: bearer = '' } = process.env

function assert(holds: boolean, what: string): void {
  if (!holds) throw new Error(what)
}

async function main(): Promise<void> {
  client.configure({ serverUrl, auth: { bearer, apiKey: { communityId } } })
  const member = await client.getMember({ path: { userId: 'brambleton42' }, query: { by: 'username' } })
  assert(member.data.userId === '530662918', 'a member by username')
  const before = member.data.experience
  const batch = {
    batchId: 'typescript',
    entries: [{ userId: 530662918, experience: { op: 'increment' as const, amount: 5 } }],
  }
  const first = await client.awardBatch({ body: batch })
  const again = await client.awardBatch({ body: batch })
  assert(first.meta.succeeded === 1 && again.meta.replayed, 'a batch that was sent twice')
  const after = await client.getMember({ path: { userId: '530662918' } })
  assert(after.data.experience === before + 5, 'awarded once')
  const accepted = await client.submitRankOperation({
    body: { userId: 530662918, rankId: 10 },
    headers: { 'Idempotency-Key': 'typescript' },
  })
  let { data } = accepted
  for (let attempt = 0; data.status !== 'succeeded' && attempt < 100; attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    ;({ data } = await client.getPlatformOperation({ path: { operationId: data.id } }))
  }
  assert(data.status === 'succeeded', `the rank change: ${data.status}`)
  assert((await client.listRanks()).data.length > 1, 'the ranks')
  const query = { minExperience: before + 5, fields: ['experience' as const, 'rank' as const] }
  const [listed] = (await client.listMembers({ query })).data
  assert((listed?.experience ?? 0) >= 5 && listed?.medals === undefined, 'a list with two fields')
  const lookUp = { userIds: [530662918, 999], fields: ['experience' as const] }
  const { members, missing } = (await client.lookUpMembers({ body: lookUp })).data
  assert(members[0]?.userId === '530662918' && missing.userIds[0] === '999', 'a lookup')
  const top = await client.getLeaderboard({ query: { limit: 1, fields: ['experience'] } })
  assert(top.data[0]?.place === 1, 'the leaderboard')
  assert((await client.getKey()).data.scopes.includes('members.read'), 'the key')
  await client.createMedal({ body: { name: 'typescript' } })
  assert(!(await client.getMedal({ path: { name: 'typescript' } })).data.archived, 'a medal')
  const options = [{ label: 'yes' }, { label: 'no' }]
  const questions = [
    { type: 'short' as const, title: 'Why?' },
    { type: 'single' as const, title: 'Up?', options },
  ]
  const form = await client.createApplication({ body: { definition: { name: 'typescript', questions } } })
  const { applicationId } = form.data
  const { definition } = (await client.getApplicationConfiguration({ path: { applicationId } })).data
  const [, choice] = definition.questions
  assert(choice?.type === 'single' && choice.options[1]?.label === 'no', 'the options of a choice question')
  const refusal = await client.getMember({ path: { userId: 'nobody-here' } }).catch((error: unknown) => error)
  assert(refusal instanceof ApiError && refusal.status === 400, 'a refusal with its status')
  console.log('live')
}

main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
