// Ten calls, the same through each generated client.

export interface Connection {
  readonly baseUrl: string
  readonly headers: { readonly Authorization: string; readonly 'X-Community-Id': string }
}

/** The calls of a client. An error of the API is returned as its code, not thrown. */
export interface Calls {
  listRanks(): Promise<readonly number[]>
  getRank(uniqueId: number): Promise<string>
  getMember(userId: string): Promise<{ readonly username: string | null; readonly experience: number }>
  /** Asks for two fields. @returns the names of the properties of each member */
  listMembers(minExperience: number): Promise<{ readonly members: readonly string[][]; readonly next: string | null }>
  lookUpMembers(userIds: readonly string[]): Promise<{ readonly found: number; readonly missing: readonly string[] }>
  createMedal(name: string, idempotencyKey: string): Promise<string>
  getMedal(name: string): Promise<{ readonly etag: string; readonly archived: boolean } | 'medal_not_found'>
  archiveMedal(name: string, etag: string): Promise<boolean | 'record_changed'>
  awardBatch(batchId: string, userId: number, amount: number): Promise<number>
  getExpiry(): Promise<string | null>
}

function equal(actual: unknown, expected: unknown, what: string): void {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (one !== other) throw new Error(`${what}: ${one} instead of ${other}`)
}

/** @throws with the first call that is answered otherwise */
export async function makeCalls(client: string, connect: (connection: Connection) => Calls): Promise<void> {
  const { SERVER_URL = '', COMMUNITY_ID = '', COMMUNITY_KEY = '' } = process.env
  const headers = { Authorization: `Bearer ${COMMUNITY_KEY}`, 'X-Community-Id': COMMUNITY_ID }
  const calls = connect({ baseUrl: SERVER_URL, headers })
  const [rank = 0] = await calls.listRanks()
  equal(typeof (await calls.getRank(rank)), 'string', 'the name of a rank')
  const { username, experience } = await calls.getMember('101')
  equal(username, 'Member101', 'a member')
  equal(await calls.createMedal(client, client), client, 'a created medal')
  const medal = await calls.getMedal(client)
  if (medal === 'medal_not_found') throw new Error('the medal was not created')
  equal(await calls.archiveMedal(client, medal.etag), true, 'a change with If-Match')
  equal(await calls.archiveMedal(client, medal.etag), 'record_changed', 'a change with a stale If-Match')
  equal(await calls.getMedal('Unknown'), 'medal_not_found', 'the code of an error')
  equal(await calls.awardBatch(client, 101, 5), 1, 'the awards of a batch')
  const page = await calls.listMembers(experience + 5)
  const properties = ['experience', 'rank', 'userId', 'username']
  equal(page, { members: [properties], next: null }, 'a filtered list with two fields')
  equal(await calls.lookUpMembers(['101', '999']), { found: 1, missing: ['999'] }, 'a lookup')
  equal(Date.parse((await calls.getExpiry()) ?? '2000-01-01') > 0, true, 'the expiry of the key')
  console.log(`${client}: ten operations called`)
}

export function run(client: string, connect: (connection: Connection) => Calls): void {
  makeCalls(client, connect).catch((error: unknown) => {
    console.error(error)
    process.exitCode = 1
  })
}

export function failed(what: object | undefined): never {
  throw new Error(JSON.stringify(what))
}
