// The requests.
import { toCursor } from '../../src/db/paging.ts'

/** User id of the first member; those of the others follow. */
export const firstUserId = 1_000_001
const pageSize = 50
/** Pages of responses that are asked for, evenly over the list. */
const responsePages = 500

export const reads = {
  id: 'reads',
  label: 'Reads: one member by id',
  method: 'GET',
  path: ['/v2/members/', ''],
  body: null,
}

export const awards = {
  id: 'awards',
  label: 'Awards: one point of experience, with its audit entry',
  method: 'POST',
  path: ['/v2/members/', '/experience'],
  body: JSON.stringify({ op: 'increment', amount: 1 }),
}

/** After a random member. */
export const memberPages = {
  id: 'memberPages',
  label: `A page of ${pageSize} members`,
  method: 'GET',
  path: [`/v2/members?limit=${pageSize}&cursor=`, ''],
  body: null,
  // so that every page is full, at every size
  notAsked: pageSize,
}

export const workloads = [reads, awards]

/** Pages of the responses to a form, with this server's own cursors, after responses from all over the list. */
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
  return { id: 'responsePages', label: `A page of ${pageSize} responses`, method: 'GET', paths, body: null }
}

export function headersOf({ body }, access) {
  return {
    Host: '127.0.0.1',
    Authorization: `Bearer ${access.key}`,
    'X-Community-Id': access.communityId,
    ...(body === null ? {} : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
  }
}

export function pathOf({ path: [before, after] }, number) {
  return `${before}${firstUserId + number}${after}`
}

/** The requests as text, each whole or in two halves between which the user id stands. */
export function requestTexts({ method, path, paths = [path], body }, access) {
  const head = Object.entries(headersOf({ body }, access)).map(([name, value]) => `${name}: ${value}\r\n`)
  const tail = ` HTTP/1.1\r\n${head.join('')}\r\n${body ?? ''}`
  return paths.map(([before, after]) =>
    after === undefined ? [`${method} ${before}${tail}`] : [`${method} ${before}`, `${after}${tail}`],
  )
}
