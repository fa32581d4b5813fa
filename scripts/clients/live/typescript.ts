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
  const refusal = await client.getMember({ path: { userId: 'nobody-here' } }).catch((error: unknown) => error)
  assert(refusal instanceof ApiError && refusal.status === 400, 'a refusal with its status')
  console.log('live')
}

main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
