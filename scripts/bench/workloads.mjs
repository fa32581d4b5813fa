// What is asked of every server, byte for byte the same.

/** The members' user ids count up from here. */
export const firstUserId = 1_000_001

export const workloads = [
  {
    id: 'reads',
    label: 'Reads: one member by id',
    statement: 'find_member',
    method: 'GET',
    path: ['/v2/members/', ''],
    body: null,
  },
  {
    id: 'awards',
    label: 'Awards: one point of experience, with its audit entry',
    statement: 'change_experience',
    method: 'POST',
    path: ['/v2/members/', '/experience'],
    body: JSON.stringify({ op: 'increment', amount: 1 }),
  },
]

/** The headers of every request of a workload. */
export function headersOf({ body }, access) {
  return {
    Host: '127.0.0.1',
    Authorization: `Bearer ${access.key}`,
    'X-Community-Id': access.communityId,
    ...(body === null ? {} : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
  }
}

/** The path of a workload's request for the member of that number. */
export function pathOf({ path: [before, after] }, number) {
  return `${before}${firstUserId + number}${after}`
}
