// The checker finds planted faults in reversals.
import { checkReversals, type ReversalHistory, type ShownItem } from '../../scripts/faults/reversal-checker'

const item = (auditId: string, kind: string, more: Partial<ShownItem> = {}): ShownItem => ({
  auditId,
  userId: '7',
  kind,
  state: 'taken_back',
  reason: null,
  operationId: null,
  ...more,
})
const entry = (action: string, ...reverses: string[]) => ({
  auditId: `of ${reverses.join()}`,
  userId: '7',
  action: `member.${action}`,
  after: { reverses },
})
const points = item('1', 'experience')
const rank = item('2', 'rank', { operationId: 'op_2' })
const changedAt = '2026-03-01T12:00:00.000Z'
const byHand: ShownItem = { ...item('', 'rank', { operationId: 'op_3' }), auditId: null, changedAt }
const again = (one: ShownItem): ShownItem => ({ ...one, state: 'impossible', reason: 'already_taken_back' })
const values = { experience: 100, medals: 0, rank: 20, warnings: 0 }
const member = { userId: 7, expected: values, shown: values, onPlatform: 20 }
const raided = { auditId: '9', userId: '7', action: 'member.rank', after: { reversesByHand: [changedAt] } }

const fine: ReversalHistory = {
  changes: { key: 2, account: 1 },
  members: [member],
  reversals: [
    { author: 'account', state: 'finished', items: [byHand] },
    { author: 'account', state: 'finished', items: [again(byHand)] },
    { author: 'key', state: 'finished', items: [points, again(rank)] },
    { author: 'key', state: 'finished', items: [again(points), rank] },
  ],
  entries: [entry('experience', '1'), entry('rank', '2'), raided],
}
/** The history with these items in the last reversal. */
const last = (...items: readonly ShownItem[]): ReversalHistory => ({
  ...fine,
  reversals: [...fine.reversals.slice(0, 3), { author: 'key', state: 'finished', items }],
})

it('finds nothing where each change was taken back once', () => {
  expect(checkReversals(fine)).toEqual([])
})

it.each<[string, ReversalHistory, string, RegExp]>([
  [
    'a reversal that failed',
    { ...fine, reversals: [...fine.reversals, { author: 'key', state: 'failed', items: [] }] },
    'unfinished',
    /is failed/,
  ],
  ['a change that no reversal found', { ...fine, changes: { key: 3, account: 1 } }, 'loss', /2 items for 3 changes/],
  ['a change that nobody made', { ...fine, changes: { key: 2, account: 0 } }, 'stray', /1 items for 0 changes/],
  ['a change that two took back', last(points, rank), 'double', /^1 was taken back by 2/],
  ['a change that stays', last(again(points), again(rank)), 'loss', /^2 was not taken back/],
  ['a change that waits', last({ ...points, state: 'queued' }, rank), 'unfinished', /^1 is queued/],
  [
    'another refusal',
    last(item('1', 'experience', { state: 'superseded', reason: 'later_change' }), rank),
    'state',
    /^1 is superseded/,
  ],
  ['a change without its entry', { ...fine, entries: fine.entries.slice(1) }, 'loss', /^0 audit entries take 1 back/],
  [
    'a change with two entries',
    { ...fine, entries: [...fine.entries, raided] },
    'double',
    /^2 audit entries take member.rank 7/,
  ],
  ['an entry of no change', { ...fine, entries: [...fine.entries, entry('rank', '5')] }, 'stray', /takes 5 back/],
  [
    'other points',
    { ...fine, members: [{ ...member, shown: { ...values, experience: 105 } }] },
    'state',
    /the experience of 7 is 105/,
  ],
  [
    'another rank on the platform',
    { ...fine, members: [{ ...member, onPlatform: 30 }] },
    'state',
    /rank on the platform of 7 is 30/,
  ],
])('finds %s', (_, history, kind, text) => {
  expect(checkReversals(history)).toContainEqual({ kind, text: expect.stringMatching(text) as string })
})
