// What the contract does not say about its operations as commands: names that were released, pairs of verbs that set one property,
// flags that look something up, and what must be asked first.
import { blacklistEntryId, auditAction, idWith, list, member, oneOf, positiveId, wholeNumber } from '../arguments'
import { optional, required } from '../options'
import type { Override, Overrides, OwnFlag, Variant } from './override'
import { formOverrides } from './overrides-forms'
import { keyOverrides } from './overrides-keys'

/** Two verbs that set a property to true and to false. */
function switching(property: string, on: readonly [string, string], off: readonly [string, string]): Variant[] {
  const verbs = [[...on, true] as const, [...off, false] as const]
  return verbs.map(([verb, summary, value]) => ({ verb, summary, only: [], values: { [`body/${property}`]: value } }))
}

const archiving = (archive: string, restore: string) =>
  switching('archived', ['archive', archive], ['restore', restore])

function definitionOf(kind: 'medal' | 'qualification') {
  const flags = { 'body/name': 'to' }
  const role = ['body/roleUniqueId', 'body/removeRole']
  const update: Override = {
    flags,
    variants: [
      { verb: 'rename', summary: `rename a ${kind}; members keep it`, only: ['body/name'], flags },
      { verb: 'describe', summary: 'set the description; "" clears it', only: ['body/description'] },
      {
        verb: 'set-role',
        summary: 'bind a role, which is given with it and taken with its removal from then on',
        only: role,
        flags: { 'body/removeRole': 'none' },
      },
      ...archiving('end awarding; members keep it', 'allow awarding again'),
    ],
  }
  return { list: { values: { 'query/archived': 'all' } }, create: { exists: `${kind}_exists` } as const, update }
}

const medal = definitionOf('medal')
const qualification = definitionOf('qualification')

const MOST = Number.MAX_SAFE_INTEGER

function pointsOf(what: string): Override {
  const amount: OwnFlag = {
    names: ['body/amount', 'body/op'],
    option: optional('--amount <n>', `${what}; a negative number takes`, wholeNumber(-MOST, MOST)),
    sets: (given) => ({
      'body/op': (given as number) < 0 ? 'decrement' : 'increment',
      'body/amount': Math.abs(given as number),
    }),
  }
  const total: OwnFlag = {
    names: ['body/amount', 'body/op'],
    option: optional('--set <n>', `the ${what} that the member then has`, wholeNumber(0, MOST)).conflicts('amount'),
    sets: (given) => ({ 'body/op': 'set', 'body/amount': given }),
  }
  return { own: [amount, total] }
}

const rankChange: Override = { metaNames: { roles: 'rolesWritten' } }

const sorts = ['userId', 'experience', 'updatedAt'] as const

const memberOverrides: Overrides = {
  listMembers: {
    own: [
      {
        names: ['query/sort'],
        option: optional('--sort <by>', 'userId, or experience or updatedAt with the largest first', oneOf(sorts)),
        sets: (sort) => ({ 'query/sort': sort, 'query/order': sort === 'userId' ? 'asc' : 'desc' }),
      },
    ],
  },
  getMember: {
    own: [
      {
        names: ['path/userId'],
        option: required('--user <id|name>', 'the member, by its user id or username', member('read')),
        sets: 'member',
      },
      {
        names: ['query/refresh'],
        option: optional('--refresh', 'sync the member with the platform first, and run AutoRank'),
        sets: () => ({ 'query/refresh': 'true' }),
      },
    ],
  },
  changeExperience: pointsOf('experience'),
  changeQuotaPoints: pointsOf('quota points'),
  removeMedal: { confirm: null },
  removeQualification: { confirm: null },
  setMemberRank: rankChange,
  promoteMember: rankChange,
  demoteMember: rankChange,
  lookUpMembers: { verb: 'look-up' },
}

const awardOverrides: Overrides = {
  listMedals: medal.list,
  createMedal: medal.create,
  updateMedal: medal.update,
  listQualifications: qualification.list,
  createQualification: qualification.create,
  updateQualification: qualification.update,
  updateRank: {
    variants: [
      {
        verb: 'set-managed',
        summary: 'declare whether a role is a rank; rank changes never give or take a role that is not',
        only: ['body/managed'],
      },
      { verb: 'set-assignable', summary: 'let API keys give a role, or people alone', only: ['body/assignable'] },
      {
        verb: 'set-threshold',
        summary: 'set the experience from which AutoRank assigns a rank',
        only: ['body/autoRank/experience', 'body/removeAutoRank'],
        flags: { 'body/autoRank/experience': 'experience', 'body/removeAutoRank': 'none' },
      },
    ],
  },
  explainAutoRank: { noun: 'rank', verb: 'explain' },
  getAwardBatch: { verb: 'show' },
  getAutoRankSettings: { verb: 'show' },
  updateAutoRankSettings: { verb: 'update' },
}

const ofEntry: readonly OwnFlag[] = [
  {
    names: ['path/blacklistEntryId'],
    option: optional('--entry <id>', 'the entry; see blacklist list', blacklistEntryId).conflicts(['user', 'group']),
    sets: (id) => ({ 'path/blacklistEntryId': id }),
  },
  {
    names: ['path/blacklistEntryId'],
    option: optional('--user <id|name>', 'the account of the entry, by its user id or username', member('write')),
    sets: 'entryOfAccount',
  },
  {
    names: ['path/blacklistEntryId'],
    option: optional('--group <id>', 'the group of the entry', positiveId).conflicts('user'),
    sets: 'entryOfGroup',
  },
]

const ofSuspension: readonly OwnFlag[] = [
  {
    names: ['path/suspensionId'],
    option: optional('--suspension <id>', 'the suspension; see suspension list', idWith('sus')).conflicts('user'),
    sets: (id) => ({ 'path/suspensionId': id }),
  },
  {
    names: ['path/suspensionId'],
    option: optional('--user <id|name>', 'the suspended member, by its user id or username', member('write')),
    sets: 'suspension',
  },
]

const noSuspendedRank =
  'the community has no suspended rank; set it with community set --suspended-rank RANK, or give --rank, ' +
  'or use suspension keep-rank'

const moderationOverrides: Overrides = {
  listWarnings: { values: { 'query/state': 'all' } },
  createWarning: { verb: 'add' },
  listBlacklistEntries: { verb: 'list', values: { 'query/state': 'all' } },
  createBlacklistEntry: { verb: 'add' },
  liftBlacklistEntry: { own: ofEntry },
  createSuspension: {
    verb: 'add',
    flags: { 'body/endsAt': 'until' },
    errors: { suspended_rank_not_set: noSuspendedRank },
  },
  liftSuspension: { own: ofSuspension },
  updateSuspension: { flags: { 'body/endsAt': 'until' } },
  getSuspensionSettings: { verb: 'show-settings' },
  updateSuspensionSettings: { verb: 'update-settings' },
}

const ofOneOperation: Override = { communityOf: 'operation', adds: 'operation' }

const operationOverrides: Overrides = {
  retryPlatformOperation: {
    communityOf: 'operation',
    errors: { 'scheduler-disabled': 'Rank changes are paused. Resume them, then retry.' },
  },
  getPlatformOperation: ofOneOperation,
  cancelPlatformOperation: ofOneOperation,
}

// a feed has no last page
const newest: Override = { values: { 'query/order': 'newest' } }

const auditOverrides: Overrides = {
  listAuditEntries: {
    ...newest,
    verb: 'list',
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

const formsOrNone = (text: string): string[] => (text === 'none' ? [] : list(text))

const lowestRank = { 'body/lowestRankUniqueId': 'lowest-rank' }

export const overrides: Overrides = {
  ...memberOverrides,
  ...awardOverrides,
  ...moderationOverrides,
  ...operationOverrides,
  ...auditOverrides,
  ...formOverrides,
  ...keyOverrides,
  createPerson: { flags: lowestRank },
  updatePerson: {
    flags: lowestRank,
    without: ['body/paused'],
    variants: switching(
      'paused',
      ['pause', 'pause a person: their writes are refused until they are resumed, and they may read'],
      ['resume', 'resume a paused person'],
    ).map((variant) => ({ ...variant, only: ['query/dependants'] })),
  },
  setJoinRequirements: {
    own: [
      {
        names: ['body/applicationIds'],
        option: required('--applications <a,b|none>', 'all required forms, or none; see application list', formsOrNone),
        sets: (applicationIds) => ({ 'body/applicationIds': applicationIds }),
      },
    ],
  },
  updateEventType: {
    variants: archiving(
      'forbid new events of a type; existing events are not affected',
      'allow new events of an archived type again',
    ),
  },
  getEvent: { adds: 'awardsOfEvent' },
  finishEvent: { only: [], values: { 'query/wait': 'false' }, metaNames: { awards: 'awarded' } },
  updatePlatformConnection: {
    verb: 'resume',
    summary: 'resume the writes to the group',
    only: [],
    values: { 'body/paused': false },
    variants: [
      {
        verb: 'pause',
        summary:
          'pause the writes to the group: queued rank changes wait until they are resumed, and new ones are accepted',
        only: [],
        values: { 'body/paused': true },
      },
    ],
  },
  updateWebhook: {
    variants: switching(
      'enabled',
      ['enable', 'enable an endpoint for new events; send parked messages with redeliver-parked'],
      ['disable', 'disable an endpoint and park its pending messages'],
    ).map((variant) => ({
      ...variant,
      confirm:
        variant.verb === 'disable'
          ? 'its receiver gets no events until it is enabled again, and never those in between'
          : null,
    })),
  },
  redeliverWebhookMessage: { verb: 'redeliver' },
  listWebhookDeliveries: { verb: 'deliveries' },
  rotateWebhookSecret: { confirm: 'its receiver has to know the new secret before the overlap ends' },
  sendTestMessage: { verb: 'test' },
  listIdentities: { verb: 'list-of-account' },
  reportIdentity: { verb: 'report' },
  reportIdentities: { verb: 'report-many' },
  setVerification: { verb: 'set' },
  setVerifications: { verb: 'set-many' },
}
