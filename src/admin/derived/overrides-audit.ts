// The audit log.
import { auditAction } from '../arguments'
import { optional } from '../options'
import type { Column, Override, Overrides, Values } from './override'

const compact = (value: unknown): string | null => (value === null ? null : flatten(value as Values).join(', '))

function flatten(value: Values, path = ''): string[] {
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? flatten(inner as Values, `${path}${name}.`)
      : [`${path}${name}: ${typeof inner === 'string' ? inner : JSON.stringify(inner)}`],
  )
}

const columns: readonly Column[] = [
  ['audit id', ({ auditId }) => auditId],
  'at',
  'action',
  'userId',
  'actor',
  ['for', ({ onBehalfOf }) => onBehalfOf],
  'reason',
  ['before', ({ before }) => compact(before)],
  ['after', ({ after }) => compact(after)],
]

// a feed has no last page
const newest: Override = { values: { 'query/order': 'newest' }, columns, none: 'There are no entries.' }

export const auditOverrides: Overrides = {
  listAuditEntries: {
    ...newest,
    verb: 'list',
    summary: 'list the audit log of a community, newest first',
    only: ['query/userId', 'query/action', 'query/actorKind'],
    own: [
      {
        names: ['query/action'],
        option: optional(
          '--action <action>',
          'only this action; with a dot at its end, all actions with this prefix',
          auditAction,
        ),
        sets: (action) => ({ 'query/action': action }),
      },
    ],
    examples: ['', '--user 530662918 --action member. --json'],
    variants: [
      {
        ...newest,
        noun: 'member',
        verb: 'history',
        summary: 'list what was done to a member, by whom and why, newest first',
        only: ['query/userId'],
      },
    ],
  },
}
