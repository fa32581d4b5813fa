// Pagination: no duplicates, no gaps, no repeated cursor, no page above its limit.
import { type Json, type Operation } from './contract'
import { pathOf, toSent } from './requests'
import { itemsOf, lastLiteral, placesOf } from './resources'
import { ask, at, record, type Session } from './session'

export function isPaged({ method, parameters }: Operation): boolean {
  return method === 'GET' && parameters.some(({ in: where, name }) => where === 'query' && name === 'cursor')
}

interface Walk {
  readonly items: readonly string[]
  readonly problems: readonly string[]
  readonly pages: number
  readonly ended: boolean
}

/** Compares pages of 100 and of 2. */
export async function checkPagination(session: Session, operation: Operation): Promise<void> {
  const limited = operation.parameters.find(({ name }) => name === 'limit')
  const whole = await walk(session, operation, limited ? '100' : null, session.settings.maxPages)
  record(session, result(operation, `pages of the whole list (${whole.pages})`, whole.problems))
  if (!whole.ended && whole.problems.length === 0) {
    session.notes.push(`${operation.id}: read ${whole.pages} pages, not to the end (--max-pages)`)
  }
  if (!limited) return
  record(session, result(operation, 'pages of two', await smallPages(session, operation, whole)))
  const clamp = limited.schema['x-clamp']
  if (clamp === undefined) return
  const most = toSent(session, operation, { query: { limit: String(clamp * 10) } })
  await ask(session, operation, `limit beyond ${clamp}`, most, {
    statuses: [200],
    and: ({ body }) => (itemsOf(body).length <= clamp ? [] : [`${itemsOf(body).length} items on a page of ${clamp}`]),
  })
}

/** In order; retries once, because the list may change. */
async function smallPages(session: Session, operation: Operation, whole: Walk): Promise<readonly string[]> {
  let seen = whole
  for (let attempt = 1; ; attempt += 1) {
    const small = await walk(session, operation, '2', 5)
    if (small.problems.length > 0) return small.problems
    const differs = small.items.some((item, index) => index < seen.items.length && item !== seen.items[index])
    const short = small.ended && seen.ended && small.items.length !== seen.items.length
    if (!differs && !short) return []
    if (attempt === 2) return ['pages of 2 and pages of 100 have different items']
    seen = await walk(session, operation, '100', session.settings.maxPages)
  }
}

function result(operation: Operation, name: string, problems: readonly string[]) {
  return { operation: operation.id, name, problems, line: `GET ${operation.path}` }
}

async function walk(session: Session, operation: Operation, limit: string | null, maxPages: number): Promise<Walk> {
  const path = pathOf(session, operation)
  const cursors = new Set<string>()
  const seen = new Set<string>()
  const problems: string[] = []
  let cursor: Json | undefined
  for (let pages = 1; ; pages += 1) {
    const query = { ...(limit ? { limit } : {}), ...(typeof cursor === 'string' ? { cursor } : {}) }
    const sent = toSent(session, operation, { path, query })
    const answer = await ask(session, operation, `page ${pages}`, sent, { statuses: [200] })
    if (answer?.status !== 200)
      return { items: [...seen], problems: [...problems, `page ${pages} had no response`], pages, ended: false }
    session.ids.collect(session.contract, operation, answer)
    const page = itemsOf(answer.body)
    if (limit && page.length > Number(limit)) problems.push(`${page.length} items on a page of ${limit}`)
    for (const item of page.map((one) => identityOf(session, operation, one))) {
      if (seen.has(item)) problems.push(`page ${pages} repeats an item: ${item.slice(0, 100)}`)
      seen.add(item)
    }
    cursor = at(answer.body, 'meta', 'nextCursor') ?? at(answer.body, 'data', 'nextCursor')
    // a feed has one at its end, with hasMore false
    if (typeof cursor !== 'string' || at(answer.body, 'meta', 'hasMore') === false)
      return { items: [...seen], problems, pages, ended: true }
    if (cursors.has(cursor)) problems.push(`page ${pages} repeats a cursor`)
    cursors.add(cursor)
    if (problems.length > 0 || pages >= maxPages) return { items: [...seen], problems, pages, ended: false }
  }
}

/** If the contract has a path for it, else the whole item. */
function identityOf({ contract }: Session, { path }: Operation, item: Record<string, Json>): string {
  const below = contract.operations.find(
    (operation) => operation.path.replace(/\/\{[^}]+\}$/, '') === path && operation.path !== path,
  )
  const name = below ? placesOf(below).at(-1)?.name : undefined
  const id = name === undefined ? undefined : item[name]
  return id === undefined ? JSON.stringify(item) : `${lastLiteral(path)} ${JSON.stringify(id)}`
}
