// Generated from openapi.yaml by `npm run generate`. Do not edit.

import type { operations } from './openapi'

export const operationTable = {
  listMembers: {"method":"get","path":"/v2/members","tag":"members","scope":"members.read","feature":"members","maxBodyBytes":262144,"accessLimited":false},
  getMember: {"method":"get","path":"/v2/members/{userId}","tag":"members","scope":"members.read","feature":"members","maxBodyBytes":262144,"accessLimited":false},
  changeExperience: {"method":"post","path":"/v2/members/{userId}/experience","tag":"members","scope":"members.experience.write","feature":"experience","maxBodyBytes":262144,"accessLimited":false},
  changeQuotaPoints: {"method":"post","path":"/v2/members/{userId}/quota-points","tag":"members","scope":"members.quota.write","feature":"quota","maxBodyBytes":262144,"accessLimited":false},
  setMemberRank: {"method":"put","path":"/v2/members/{userId}/rank","tag":"ranks","scope":"members.ranks.write","feature":"rank-management","maxBodyBytes":262144,"accessLimited":false},
  promoteMember: {"method":"post","path":"/v2/members/{userId}/rank/promote","tag":"ranks","scope":"members.ranks.write","feature":"rank-management","maxBodyBytes":262144,"accessLimited":false},
  demoteMember: {"method":"post","path":"/v2/members/{userId}/rank/demote","tag":"ranks","scope":"members.ranks.write","feature":"rank-management","maxBodyBytes":262144,"accessLimited":false},
  awardMedal: {"method":"post","path":"/v2/members/{userId}/medals","tag":"awards","scope":"members.medals.write","feature":"medals","maxBodyBytes":262144,"accessLimited":false},
  removeMedal: {"method":"delete","path":"/v2/members/{userId}/medals/{name}","tag":"awards","scope":"members.medals.write","feature":"medals","maxBodyBytes":262144,"accessLimited":false},
  awardQualification: {"method":"post","path":"/v2/members/{userId}/qualifications","tag":"awards","scope":"members.qualifications.write","feature":"qualifications","maxBodyBytes":262144,"accessLimited":false},
  removeQualification: {"method":"delete","path":"/v2/members/{userId}/qualifications/{name}","tag":"awards","scope":"members.qualifications.write","feature":"qualifications","maxBodyBytes":262144,"accessLimited":false},
  listRanks: {"method":"get","path":"/v2/ranks","tag":"ranks","scope":"ranks.read","feature":"ranks","maxBodyBytes":262144,"accessLimited":false},
  listApplications: {"method":"get","path":"/v2/applications","tag":"applications","scope":"applications.read","feature":null,"maxBodyBytes":262144,"accessLimited":false},
  createApplication: {"method":"post","path":"/v2/applications","tag":"applications","scope":"applications.write","feature":null,"maxBodyBytes":2097152,"accessLimited":false},
  listTemplates: {"method":"get","path":"/v2/applications/templates","tag":"applications","scope":"applications.write","feature":null,"maxBodyBytes":262144,"accessLimited":false},
  saveTemplate: {"method":"post","path":"/v2/applications/templates","tag":"applications","scope":"applications.write","feature":null,"maxBodyBytes":2097152,"accessLimited":false},
  deleteTemplate: {"method":"delete","path":"/v2/applications/templates/{templateId}","tag":"applications","scope":"applications.write","feature":null,"maxBodyBytes":262144,"accessLimited":false},
  getApplication: {"method":"get","path":"/v2/applications/{applicationId}","tag":"applications","scope":"applications.read","feature":null,"maxBodyBytes":262144,"accessLimited":false},
  updateApplication: {"method":"put","path":"/v2/applications/{applicationId}","tag":"applications","scope":"applications.write","feature":null,"maxBodyBytes":2097152,"accessLimited":false},
  deleteApplication: {"method":"delete","path":"/v2/applications/{applicationId}","tag":"applications","scope":"applications.write","feature":null,"maxBodyBytes":2097152,"accessLimited":false},
  getApplicationConfiguration: {"method":"get","path":"/v2/applications/{applicationId}/configuration","tag":"applications","scope":"applications.write","feature":null,"maxBodyBytes":262144,"accessLimited":false},
  duplicateApplication: {"method":"post","path":"/v2/applications/{applicationId}/duplicate","tag":"applications","scope":"applications.write","feature":null,"maxBodyBytes":2097152,"accessLimited":false},
  openApplication: {"method":"post","path":"/v2/applications/{applicationId}/open","tag":"submissions","scope":"applications.submit","feature":null,"maxBodyBytes":2097152,"accessLimited":true},
  listResponses: {"method":"get","path":"/v2/applications/{applicationId}/responses","tag":"responses","scope":"applications.responses.read","feature":null,"maxBodyBytes":262144,"accessLimited":false},
  submitResponse: {"method":"post","path":"/v2/applications/{applicationId}/responses","tag":"submissions","scope":"applications.submit","feature":null,"maxBodyBytes":2097152,"accessLimited":true},
  getApplicationStatus: {"method":"post","path":"/v2/applications/{applicationId}/status","tag":"submissions","scope":"applications.submit","feature":null,"maxBodyBytes":2097152,"accessLimited":true},
  getResponse: {"method":"get","path":"/v2/applications/{applicationId}/responses/{responseId}","tag":"responses","scope":"applications.responses.read","feature":null,"maxBodyBytes":262144,"accessLimited":false},
  reviewResponse: {"method":"post","path":"/v2/applications/{applicationId}/responses/{responseId}/review","tag":"responses","scope":"applications.responses.review","feature":null,"maxBodyBytes":2097152,"accessLimited":false},
  submitRankOperation: {"method":"post","path":"/v2/platform-operations/ranks","tag":"operations","scope":"members.ranks.write","feature":"rank-management","maxBodyBytes":262144,"accessLimited":false},
  getPlatformOperation: {"method":"get","path":"/v2/platform-operations/{operationId}","tag":"operations","scope":"members.ranks.write","feature":"rank-management","maxBodyBytes":262144,"accessLimited":false},
  cancelPlatformOperation: {"method":"post","path":"/v2/platform-operations/{operationId}/cancel","tag":"operations","scope":"members.ranks.write","feature":"rank-management","maxBodyBytes":262144,"accessLimited":false},
  awardBatch: {"method":"post","path":"/v2/award-batches","tag":"batches","scope":"members.experience.write","feature":"experience","maxBodyBytes":1048576,"accessLimited":false},
  getAwardBatch: {"method":"get","path":"/v2/award-batches/{batchId}","tag":"batches","scope":"members.experience.write","feature":"experience","maxBodyBytes":262144,"accessLimited":false},
} as const satisfies Record<keyof operations, unknown>

/** What may be granted to a key, with the words an operator reads. */
export const scopes = {"members.read":"list and fetch members","members.experience.write":"change experience","members.quota.write":"change quota points","members.ranks.write":"set, promote, demote rank","members.medals.write":"award and remove medals","members.qualifications.write":"award and remove qualifications","ranks.read":"list ranks","applications.read":"list forms and read metadata, excluding questions, answer keys, passwords","applications.write":"create, edit, delete forms; templates; duplicate; read configuration including answer keys","applications.submit":"open forms, submit answers, check an applicant's result","applications.responses.read":"read responses including answers and private staff notes","applications.responses.review":"pass or fail a pending response using its current revision"} as const
