// Medals, qualifications, ranks and AutoRank.
import type { Schema } from '../../contract/types'
import { sentenceOf } from '../sentences'
import type { Column, Override, Overrides, Values } from './override'

const definitionOverrides = (kind: 'medal' | 'qualification') => {
  const columns: readonly Column[] = [
    'createdAt',
    ['state', ({ archived }: Values) => (archived ? 'archived' : 'live')],
    'name',
    'roleUniqueId',
  ]
  const list: Override = {
    summary: `list the ${kind}s of a community, including archived ones`,
    values: { 'query/archived': 'all' },
    columns,
    none: `This community has no ${kind}s; create one with ${kind} create.`,
  }
  const create: Override = { summary: `create a ${kind}; an existing one is not changed`, exists: `${kind}_exists` }
  const update: Override = {
    flags: { 'body/name': 'to' },
    variants: [
      {
        verb: 'rename',
        summary: `rename a ${kind}; members keep it`,
        only: ['body/name'],
        flags: { 'body/name': 'to' },
      },
      { verb: 'describe', summary: 'set the description; "" clears it', only: ['body/description'] },
      {
        verb: 'set-role',
        summary: 'bind a role, which is given with it and taken with its removal from then on',
        only: ['body/roleUniqueId', 'body/removeRole'],
        flags: { 'body/removeRole': 'none' },
      },
      { verb: 'archive', summary: 'end awarding; members keep it', only: [], values: { 'body/archived': true } },
      { verb: 'restore', summary: 'allow awarding again', only: [], values: { 'body/archived': false } },
    ],
  }
  return { list, create, update }
}
const medal = definitionOverrides('medal')
const qualification = definitionOverrides('qualification')

const nameOf = (rank: unknown): string | undefined => (rank as { readonly name: string } | null)?.name

const thresholdColumn: Column = [
  'AutoRank from',
  ({ autoRank }) => (autoRank as { readonly experience: number } | null)?.experience,
]

const rankColumns: readonly Column[] = [
  'uniqueId',
  'rankId',
  ['members', ({ memberCount }) => memberCount],
  thresholdColumn,
  ['managed', ({ managed }) => (managed ? 'yes' : 'no')],
  ['holders may', ({ powers }) => (powers as readonly string[] | null)?.join(', ')],
  ['name', ({ name, assignable }) => (assignable ? name : `${name as string} (not assignable)`)],
]

const unreachableNote = ({ unreachable }: Values): string | undefined => {
  const names = (unreachable as readonly unknown[]).map(nameOf).join(', ')
  return names === '' ? undefined : `AutoRank never assigns ${names}: a higher rank requires no more experience.`
}

const nextOf = (next: unknown): string | null => {
  const { rank, experience, experienceMissing } = (next ?? {}) as Partial<
    NonNullable<Schema<'AutoRankExplanation'>['next']>
  >
  return rank ? `${rank.name} from ${experience}, ${experienceMissing} missing` : null
}

export const awardOverrides: Overrides = {
  listMedals: medal.list,
  createMedal: medal.create,
  updateMedal: medal.update,
  listQualifications: qualification.list,
  createQualification: qualification.create,
  updateQualification: qualification.update,
  listRanks: {
    summary: 'list the ranks, lowest first',
    columns: rankColumns,
    none: 'There are no ranks; connect the group with platform connect.',
  },
  syncRanks: {
    summary: 'sync the ranks with the platform now; the server does so every ten minutes',
    columns: rankColumns,
  },
  updateRank: {
    columns: rankColumns,
    note: unreachableNote,
    variants: [
      {
        verb: 'set-managed',
        summary: 'declare whether a role is a rank; rank changes never give or take a role that is not',
        only: ['body/managed'],
        columns: [['role', ({ name, uniqueId }) => `${name as string} (${uniqueId as number})`], 'managed'],
      },
      {
        verb: 'set-assignable',
        summary: 'let API keys give a role, or people alone',
        only: ['body/assignable'],
        columns: [
          ['role', ({ name, uniqueId }) => `${name as string} (${uniqueId as number})`],
          ['given by', ({ givenByPeople }) => (givenByPeople ? 'people alone' : 'people and keys')],
        ],
      },
      {
        verb: 'set-threshold',
        summary: 'set the experience from which AutoRank assigns a rank',
        only: ['body/autoRank/experience', 'body/removeAutoRank'],
        flags: { 'body/autoRank/experience': 'experience', 'body/removeAutoRank': 'none' },
        columns: [['rank', ({ uniqueId }) => uniqueId], thresholdColumn],
        note: unreachableNote,
      },
    ],
  },
  explainAutoRank: {
    noun: 'rank',
    verb: 'explain',
    summary: 'show what AutoRank would decide for a member, without changing it',
    fields: [
      'userId',
      'experience',
      'rank',
      ['AutoRank', ({ outcome, reason }) => `${outcome as string}: ${sentenceOf(reason as string)}`],
      ['earned', ({ target }) => target],
      ['next', ({ next }) => nextOf(next)],
    ],
    columns: [['from', ({ experience }) => experience], ['met', ({ met }) => (met ? 'yes' : 'no')], 'rank'],
  },
}
