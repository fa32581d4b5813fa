// The checker finds planted faults in reversals.
import {
  checkReversals,
  type Change,
  type Kind,
  type Line,
  type ReversalHistory,
  type ShownEntry,
  type ShownItem,
  type ShownReversal,
} from '../../scripts/faults/reversal-checker'

const [base, private_, sergeant, vip] = [10, 20, 30, 99]
const by = (author: Change['by'], before: number, after: number, more: Partial<Change> = {}): Change => ({
  ...{ by: author, before, after, ...more },
})
const line = (kind: Kind, shown: number, first: number, changes: readonly Change[]): Line => ({
  ...{ userId: 7, kind, first, shown, onPlatform: kind === 'rank' ? shown : null, changes },
})
const item = (auditId: string, kind: Kind, more: Partial<ShownItem> = {}): ShownItem => ({
  ...{ auditId, userId: '7', kind, rankUniqueId: null, state: 'taken_back', change: null, reason: null },
  ...{ supersededBy: null, resultAuditId: null, operationId: null, ...more },
})
const entry = (action: string, ...reverses: string[]): ShownEntry => ({
  ...{ auditId: `of ${reverses.join()}`, userId: '7', action: `member.${action}`, after: { reverses } },
})
const superseded = { state: 'superseded', reason: 'later_change', supersededBy: '9' } as const
const given = item('1', 'experience', { change: -5 })
const keptRank = item('2', 'rank', superseded)
const takenRank = item('3', 'rank', { rankUniqueId: private_, operationId: 'op_3' })
const medal = item('4', 'medal', { change: -1 })
const items = [given, keptRank, takenRank, medal]
const again = items.map((one) =>
  one === keptRank ? one : { ...one, state: 'impossible', reason: 'already_taken_back', change: null },
)

function reversal(all: readonly ShownItem[], more: Partial<ShownReversal> = {}): ShownReversal {
  const times = (state: string): number => all.filter((one) => one.state === state).length
  const counts = { takenBack: times('taken_back'), superseded: times('superseded'), impossible: times('impossible') }
  return { author: 'key', isDryRun: false, state: 'finished', counts, items: all, ...more }
}
const preview = (all: readonly ShownItem[] = items): ShownReversal => reversal(all, { isDryRun: true })

/** Points are kept by others, one of two ranks has a later change, and a medal goes. */
const lines = {
  points: line('experience', 103, 0, [
    by('others', 0, 100, { isSet: true }),
    by('key', 100, 105),
    by('others', 105, 108),
  ]),
  rank: line('rank', private_, base, [
    by('key', base, sergeant),
    by('others', sergeant, private_),
    by('key', private_, sergeant),
  ]),
  medal: line('medal', 0, 0, [by('key', 0, 1)]),
}
const entries = [entry('experience', '1'), entry('rank', '3'), entry('medal.remove', '4')]
const write = (verb: 'assign' | 'unassign', roleId: number, changed = true) => ({
  ...({ userId: 7, verb: `${verb}Role`, roleId, changed } as const),
})
/** Those of the rank, one of them twice. */
const journal = [write('assign', private_), write('assign', private_, false), write('unassign', sergeant)]
const history = (more: Partial<ReversalHistory> = {}): ReversalHistory => ({
  ...{ lines: Object.values(lines), reversals: [preview(), reversal(items), reversal(again)], entries, ...more },
  ...{ journal: more.journal ?? journal, base, role: vip },
})
const withLine = (name: keyof typeof lines, more: Partial<Line>): Partial<ReversalHistory> => ({
  lines: Object.values({ ...lines, [name]: { ...lines[name], ...more } }),
})
const instead = (one: ShownItem, ...others: ShownItem[]) => items.flatMap((each) => (each === one ? others : [each]))
const kindsOf = (found: ReversalHistory): string[] => checkReversals(found).map(({ kind }) => kind)

it('accepts reversals that took each change back once and kept what others changed later', () => {
  expect(checkReversals(history())).toEqual([])
})

it('accepts either order of a reversal and of a change beside it', () => {
  const late = {
    changes: [...lines.rank.changes, by('others', 0, base, { isLate: true })],
    shown: base,
    onPlatform: base,
  }
  const kept = { ...takenRank, ...superseded, rankUniqueId: null }
  const other = { reversals: [preview(), reversal(instead(takenRank, kept))], entries: [entries[0], entries[2]] }
  expect(kindsOf(history(withLine('rank', late)))).toEqual([])
  expect(kindsOf(history({ ...withLine('rank', late), ...(other as Partial<ReversalHistory>) }))).toEqual([])
})

it('names a change by hand by its time', () => {
  const at = '2026-03-01T12:00:00.000000Z'
  const taken = item('', 'rank', { auditId: null, changedAt: at, rankUniqueId: private_, operationId: 'op_1' })
  const found = {
    lines: [line('rank', private_, private_, [by('account', private_, sergeant)])],
    reversals: [reversal([taken], { author: 'account' })],
    entries: [{ ...entry('rank'), after: { reversesByHand: [at] } }],
  }
  expect(kindsOf(history(found))).toEqual([])
  expect(kindsOf(history({ ...found, entries: [...found.entries, ...found.entries] }))).toEqual(['double'])
})

it('follows the writes of several reversals of a member, in the order in which they were made', () => {
  const at = '2026-03-01T12:00:00.000000Z'
  const byHand = { auditId: null, changedAt: at }
  const role = item('', 'role', { ...byHand, change: -1, operationId: 'op_1' })
  const rank = item('', 'rank', { ...byHand, rankUniqueId: sergeant, operationId: 'op_2' })
  const found = {
    lines: [
      line('rank', base, base, [
        by('key', base, private_),
        by('key', private_, sergeant),
        by('account', sergeant, base),
      ]),
      line('role', 0, 0, [by('account', 0, 1)]),
    ],
    reversals: [
      reversal([role, rank], { author: 'account' }),
      reversal([
        item('1', 'rank', { rankUniqueId: base, operationId: 'op_4' }),
        item('2', 'rank', { rankUniqueId: private_, operationId: 'op_3' }),
      ]),
    ],
    entries: [
      ...['rank', 'role'].map((kind) => ({ ...entry(kind), after: { reversesByHand: [at] } })),
      ...['1', '2'].map((auditId) => entry('rank', auditId)),
    ],
    journal: [
      ...[write('unassign', vip), write('assign', sergeant), write('assign', private_), write('unassign', sergeant)],
      write('unassign', private_),
    ],
  }
  expect(checkReversals(history(found))).toEqual([])
  expect(kindsOf(history({ ...found, journal: found.journal.slice(1) }))).toEqual(['loss'])
})

it.each<[string, Partial<ReversalHistory>, string[]]>([
  [
    'a change that two reversals took back',
    { reversals: [reversal(items), reversal(items)] },
    ['double', 'double', 'double'],
  ],
  ['a change that two entries name', { entries: [...entries, entry('experience', '1')] }, ['double']],
  ['a change that no entry names', { entries: entries.slice(1) }, ['loss']],
  ['points that were taken twice', withLine('points', { shown: 98 }), ['state']],
  ['points that were not taken', withLine('points', { shown: 108 }), ['state']],
  ['a later change of others that is gone', withLine('points', { shown: 100 }), ['state']],
  ['a rank that the platform does not have', withLine('rank', { onPlatform: sergeant }), ['state']],
  ['a write that the platform applied twice', { journal: [...journal, write('assign', private_)] }, ['double']],
  ['a write that the platform did not apply', { journal: journal.slice(0, 2) }, ['loss']],
  ['a write of no operation', { journal: [...journal, write('assign', sergeant)] }, ['stray']],
  ['a change without an item', { reversals: [reversal(instead(medal))] }, ['loss', 'state', 'stray']],
  ['an item too many', { reversals: [reversal([...items, medal])] }, ['stray', 'state']],
  ['an item of a member without changes', { lines: [lines.points, lines.rank] }, Array(3).fill('stray')],
  ['an entry that takes something else back', { entries: [...entries, entry('experience', '8')] }, ['stray']],
  ['an entry that takes a later change back', { entries: [...entries, entry('rank', '2')] }, ['stray']],
  [
    'a later change that is not listed',
    { reversals: [reversal(instead(keptRank, { ...takenRank, auditId: '2', rankUniqueId: base }))] },
    ['state', 'loss', 'stray'],
  ],
  ['another rank', { reversals: [reversal(instead(takenRank, { ...takenRank, rankUniqueId: base }))] }, ['state']],
  ['another preview', { reversals: [preview(instead(given, { ...given, change: -4 })), reversal(items)] }, ['state']],
  [
    'an item that did not end',
    { reversals: [reversal(instead(given, { ...given, state: 'queued' }))] },
    [...['unfinished', 'state', 'stray', 'state']],
  ],
  [
    'counts that differ',
    { reversals: [reversal(items, { counts: { takenBack: 2, superseded: 1, impossible: 0 } })] },
    ['state'],
  ],
  ['a reversal that did not end', { reversals: [reversal(items, { state: 'working' })] }, ['unfinished']],
])('finds %s', (_, fault, expected) => {
  expect(kindsOf(history(fault))).toEqual(expected)
})
