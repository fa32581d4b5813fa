// Generated from openapi.yaml by `npm run generate`. Do not edit.

import type { operations } from './openapi'

export const operationTable = {
  listMembers: {"method":"get","path":"/v2/members","tag":"members","scope":"members.read","feature":"members","maxBodyBytes":262144},
  getMember: {"method":"get","path":"/v2/members/{userId}","tag":"members","scope":"members.read","feature":"members","maxBodyBytes":262144},
  changeExperience: {"method":"post","path":"/v2/members/{userId}/experience","tag":"members","scope":"members.experience.write","feature":"experience","maxBodyBytes":262144},
  changeQuotaPoints: {"method":"post","path":"/v2/members/{userId}/quota-points","tag":"members","scope":"members.quota.write","feature":"quota","maxBodyBytes":262144},
  setMemberRank: {"method":"put","path":"/v2/members/{userId}/rank","tag":"ranks","scope":"members.ranks.write","feature":"rank-management","maxBodyBytes":262144},
  promoteMember: {"method":"post","path":"/v2/members/{userId}/rank/promote","tag":"ranks","scope":"members.ranks.write","feature":"rank-management","maxBodyBytes":262144},
  demoteMember: {"method":"post","path":"/v2/members/{userId}/rank/demote","tag":"ranks","scope":"members.ranks.write","feature":"rank-management","maxBodyBytes":262144},
  awardMedal: {"method":"post","path":"/v2/members/{userId}/medals","tag":"awards","scope":"members.medals.write","feature":"medals","maxBodyBytes":262144},
  removeMedal: {"method":"delete","path":"/v2/members/{userId}/medals/{name}","tag":"awards","scope":"members.medals.write","feature":"medals","maxBodyBytes":262144},
  awardQualification: {"method":"post","path":"/v2/members/{userId}/qualifications","tag":"awards","scope":"members.qualifications.write","feature":"qualifications","maxBodyBytes":262144},
  removeQualification: {"method":"delete","path":"/v2/members/{userId}/qualifications/{name}","tag":"awards","scope":"members.qualifications.write","feature":"qualifications","maxBodyBytes":262144},
  listRanks: {"method":"get","path":"/v2/ranks","tag":"ranks","scope":"ranks.read","feature":"ranks","maxBodyBytes":262144},
} as const satisfies Record<keyof operations, unknown>

/** What may be granted to a key, with the words an operator reads. */
export const scopes = {"members.read":"list and fetch members","members.experience.write":"change experience","members.quota.write":"change quota points","members.ranks.write":"set, promote, demote rank","members.medals.write":"award and remove medals","members.qualifications.write":"award and remove qualifications","ranks.read":"list ranks"} as const
