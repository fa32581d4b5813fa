// What is asked of every server, byte for byte the same.
import { toCursor } from '../../dist/src/db/paging.js'

/** The members' user ids count up from here. */
export const firstUserId = 1_000_001
/** Rows of a page. */
const pageSize = 50
/** Pages of responses that are asked for, evenly over the list. */
const responsePages = 500

export const reads = {
  id: 'reads',
  label: 'Reads: one member by id',
  statement: 'find_member',
  method: 'GET',
  path: ['/v2/members/', ''],
  body: null,
}

export const awards = {
  id: 'awards',
  label: 'Awards: one point of experience, with its audit entry',
  statement: 'change_experience',
  method: 'POST',
  path: ['/v2/members/', '/experience'],
  body: JSON.stringify({ op: 'increment', amount: 1 }),
}

/** A page of the list of members, after a member by chance. */
export const memberPages = {
  id: 'memberPages',
  label: `a page of ${pageSize} members`,
  method: 'GET',
  path: [`/v2/members?limit=${pageSize}&cursor=`, ''],
  body: null,
  // every page is full, at every size
  notAsked: pageSize,
}

/** What peers and this server are compared in. */
export const workloads = [reads, awards]

/** A page of the responses to a form: the cursors are this server's own, after responses from all over the list. */
export async function responsePagesOf(database, { communityId, applicationId, encryptionKey }) {
  const rows = await database.query(
    `select response_id as id, to_char(submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
     from (select *, row_number() over (order by submitted_at desc, response_id desc) as place, count(*) over () as count
       from application_response where community_id = $1 and application_id = $2) as response
     where place % greatest(1, count / $3::int) = 0 and place < count - $4::int order by place`,
    [communityId, applicationId, responsePages, pageSize],
  )
  const secret = { current: Buffer.from(encryptionKey, 'hex'), previous: [] }
  const scope = { communityId, list: `responses ${applicationId}  `, secret }
  const paths = rows.map((row) => [
    `/v2/applications/${applicationId}/responses?limit=${pageSize}&cursor=${toCursor(scope, row)}`,
  ])
  return { id: 'responsePages', label: `a page of ${pageSize} responses`, method: 'GET', paths, body: null }
}

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

/** The requests of a workload as they are sent, each whole or in two halves between which the user id stands. */
export function requestTexts({ method, path, paths = [path], body }, access) {
  const head = Object.entries(headersOf({ body }, access)).map(([name, value]) => `${name}: ${value}\r\n`)
  const tail = ` HTTP/1.1\r\n${head.join('')}\r\n${body ?? ''}`
  return paths.map(([before, after]) =>
    after === undefined ? [`${method} ${before}${tail}`] : [`${method} ${before}`, `${after}${tail}`],
  )
}
