// The checker finds planted faults in awards, warnings and the audit log.
import { checkRecords, type FeedEntry, type RecordFacts, type SentRecord } from '../../scripts/faults/record-checker'

const communityId = 'cmt_a'
const entry = (auditId: string, action: string, requestId: string, userId = '7'): FeedEntry => ({
  auditId,
  action,
  userId,
  requestId: `${requestId}.unique`,
})
const sent = (kind: SentRecord['kind'], requestId: string, status: number | null, userIds = [7]): SentRecord => ({
  kind,
  communityId,
  userIds,
  requestId,
  status,
  code: null,
})

/** An award and a warning that succeeded, and an award without an answer that had no effect. */
function facts(): { -readonly [Key in keyof RecordFacts]: RecordFacts[Key] } {
  const all = [entry('1', 'member.experience', 'a'), entry('2', 'warning.create', 'b')]
  return {
    sent: [sent('award', 'a', 200), sent('warning', 'b', 201), sent('award', 'c', null)],
    feeds: [{ communityId, seen: all, all }],
    members: [{ communityId, userId: 7, experience: 1 }],
    warnings: ['b'],
  }
}

const feed = (seen: readonly FeedEntry[], all = seen): RecordFacts['feeds'] => [{ communityId, seen, all }]
const kindsOf = (given: RecordFacts): string[] => checkRecords(given).map(({ kind }) => kind)
const [award, warning] = facts().feeds[0]?.all as [FeedEntry, FeedEntry]

/** Facts with a batch for two members, of whom these received something. */
function withBatch(...given: readonly number[]): Partial<RecordFacts> {
  const entries = given.map((userId, index) => entry(String(3 + index), 'member.experience', 'd', String(userId)))
  const members = [7, 8].map((userId) => {
    const experience = given.filter((one) => one === userId).length + (userId === 7 ? 1 : 0)
    return { communityId, userId, experience }
  })
  const all = [...facts().sent, sent('batch', 'd', 200, [7, 8])]
  return { sent: all, feeds: feed([award, warning, ...entries]), members }
}

it('accepts a history in which everything happened once', () => {
  expect(checkRecords(facts())).toEqual([])
  expect(checkRecords({ ...facts(), ...withBatch(7, 8) })).toEqual([])
})

it('accepts an effect of a request without an answer', () => {
  const all = [award, warning, entry('3', 'member.experience', 'c')]
  const members = [{ communityId, userId: 7, experience: 2 }]
  expect(checkRecords({ ...facts(), feeds: feed(all), members })).toEqual([])
})

it.each<[string, Partial<RecordFacts>, string[]]>([
  ['an entry that the reader did not see', { feeds: feed([warning], [award, warning]) }, ['loss']],
  ['an entry that the reader saw twice', { feeds: feed([award, award, warning], [award, warning]) }, ['double']],
  ['another order', { feeds: feed([warning, award], [award, warning]) }, ['order']],
  ['an answered award without an entry', { feeds: feed([warning]) }, ['loss', 'stray']],
  ['a warning without an entry', { feeds: feed([award]) }, ['loss']],
  ['an entry without its warning', { warnings: [] }, ['loss']],
  ['a warning that exists twice', { warnings: ['b', 'b'] }, ['double']],
  ['experience without an entry', { members: [{ communityId, userId: 7, experience: 2 }] }, ['stray']],
  ['an entry without its experience', { members: [{ communityId, userId: 7, experience: 0 }] }, ['loss']],
  ['an effect of a rejected award', { sent: [sent('award', 'a', 409), sent('warning', 'b', 201)] }, ['stray']],
  ['a warning that was never accepted', { sent: [sent('award', 'a', 200), sent('warning', 'b', 503)] }, ['loss']],
  ['a batch that one of its members did not get', withBatch(7), ['loss']],
  ['a batch that was given twice', withBatch(7, 8, 7, 8), ['double']],
  ['a batch that nobody got', withBatch(), ['loss']],
  ['an event that was never finished', { sent: [...facts().sent, sent('event', 'd', 503)] }, ['loss']],
])('reports %s', (_, planted, kinds) => {
  expect(kindsOf({ ...facts(), ...planted })).toEqual(kinds)
})
