// Checks before the measurement that all servers give the same responses.
import { isDeepStrictEqual } from 'node:util'
import { headersOf, pathOf, workloads } from './workloads.mjs'

/** @throws on a status other than 200 or a different response */
export async function checkSamples(fleet, access) {
  for (const workload of workloads) {
    for (let number = 0; number < Math.min(access.memberCount, 31); number += 5) {
      const answers = []
      for (const server of fleet) answers.push(await ask(server, workload, number, access))
      const [first, ...others] = answers.map((answer, index) =>
        comparable(answer, workload.id === 'awards' ? index : 0),
      )
      others.forEach((answer, index) => assertSame(fleet[index + 1], workload, answer, first))
    }
  }
}

async function ask({ id, port }, workload, number, access) {
  // set by fetch
  const { Host: _host, 'Content-Length': _length, ...headers } = headersOf(workload, access)
  const { method, body } = workload
  const response = await fetch(`http://127.0.0.1:${port}${pathOf(workload, number)}`, { method, headers, body })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${id} answers ${response.status} to ${method}: ${text}`)
  return JSON.parse(text)
}

/** The response without what differs from request to request, and without the awards of the servers asked before. */
function comparable({ data, meta }, awardsBefore) {
  const { updatedAt: _updatedAt, ...member } = data
  const { auditId: _auditId, ...rest } = meta
  return { data: { ...member, experience: member.experience - awardsBefore }, meta: rest }
}

function assertSame(server, workload, answer, expected) {
  if (isDeepStrictEqual(answer, expected)) return
  const said = `${JSON.stringify(answer)} instead of ${JSON.stringify(expected)}`
  throw new Error(`${server.id} answers to ${workload.id}: ${said}`)
}
