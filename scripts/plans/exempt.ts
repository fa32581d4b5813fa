// Reads of a GET without a golden plan, each with the reason why its plan does not matter.

const byKey = 'one row, by its primary key'
const people = 'at most 1,000 people of a community, their sessions and roles, by their key'
const beside = 'beside a call of the platform, on one of a few rows by its key'

export const exemptReads: Readonly<Record<string, string>> = {
  'auth/stored listBoundRoles': byKey,
  'awards/medals findDefinition': byKey,
  'communities findAutoRankSettings': byKey,
  'events findEventType': byKey,
  'members/names findStepState': beside,
  'members/verifications findLink': byKey,
  'moderation/suspensions findSuspendedRank': byKey,
  'people findPerson': people,
  'people listPeople': people,
  'people listSessions': people,
  'people/own-roles listOwnRoles': people,
  'platform-connection/alarm findAlarm': byKey,
  'platform-connection/memberships findReading': beside,
  'reversals findReversal': byKey,
  'reversals listItems': 'a page of one reversal, in the order of its primary key',
}
