// The declared errors.
import { isValid, type Json, type Operation, type Parameter, type Schema } from './contract'
import { codeOf, type Exchange } from './http'
import { bodiesOf, pathOf, toSent, unknownId } from './requests'
import { placesOf } from './resources'
import { ask, at, credentials, type Session } from './session'
import { sampleOf, violationsOf, wrongValues } from './values'

/** Well-formed. */
function unknownKey(key: string): string {
  const swap = (letter: string): string => (letter === 'A' ? 'B' : /[A-Za-z0-9]/.test(letter) ? 'A' : letter)
  const [from, to] = [Math.floor(key.length / 3), Math.floor((key.length * 2) / 3)]
  return key.slice(0, from) + [...key.slice(from, to)].map(swap).join('') + key.slice(to)
}

/** With `--quick` every n-th constraint, rotating. */
const SAMPLE = 5

let turn = 0

function someOf<T>({ settings }: Session, all: readonly T[]): readonly T[] {
  return settings.quick ? all.filter((_, index) => (index + turn) % SAMPLE === 0) : all
}

/** Without credentials, malformed or unknown key, no community; one of them with `--quick`. */
export async function checkUnauthorized(session: Session, operation: Operation): Promise<void> {
  const own = credentials(session)
  const cases: readonly (readonly [string, Record<string, string>, string])[] = [
    ['no credentials', {}, 'missing_credentials'],
    ['a malformed key', { ...own, Authorization: 'Bearer nonsense' }, 'unauthorized'],
    ['an unknown key', { ...own, Authorization: `Bearer ${unknownKey(session.settings.key)}` }, 'unauthorized'],
    ['no community', { Authorization: own['Authorization'] ?? '' }, 'missing_credentials'],
  ]
  const chosen = session.settings.quick ? cases.slice(turn % cases.length).slice(0, 1) : cases
  turn += 1
  for (const [what, headers, code] of chosen) {
    const sent = toSent(session, operation, { headers }, false)
    await ask(session, operation, `401: ${what}`, sent, { statuses: [401], codes: [code] })
  }
}

/** 401 with a challenge; 503 without a secret. */
export async function checkUnsigned(session: Session, operation: Operation): Promise<void> {
  const sent = toSent(session, operation, { body: bodiesOf(session, operation)[0] }, false)
  await ask(session, operation, '401: no signature', sent, {
    statuses: [401, 503],
    codes: ['unauthorized', 'data_rights_unavailable'],
  })
}

/** Skipped when the limited key has the scope. */
export async function checkMissingScope(session: Session, operation: Operation): Promise<void> {
  const { limitedKey } = session.settings
  if (limitedKey === null || operation.scope === null || operation.scope === 'any') return
  const granted = await scopesOf(session, limitedKey)
  if (granted?.includes(operation.scope)) return
  const sent = toSent(session, operation, { headers: credentials(session, limitedKey) })
  await ask(session, operation, '403: a key without the scope', sent, {
    statuses: [403],
    codes: ['insufficient_scope'],
    and: ({ body }) => {
      const required = at(body, 'error', 'details', 'required')
      const isNamed = Array.isArray(required) && required.includes(operation.scope)
      return isNamed ? [] : [`details.required does not name ${operation.scope}`]
    },
  })
}

/** Skipped when the key may act for a member. The body is valid: a malformed request is refused before. */
export async function checkActing(session: Session, operation: Operation): Promise<void> {
  if (!operation.parameters.some(({ name }) => name === 'X-On-Behalf-Of')) return
  if (await mayAct(session)) return
  const headers = { ...credentials(session), 'X-On-Behalf-Of': '1' }
  const sent = toSent(session, operation, { headers, body: bodiesOf(session, operation)[0] })
  const expected = { statuses: [403], codes: ['acting_not_allowed'] }
  await ask(session, operation, '403: X-On-Behalf-Of without actFor', sent, expected)
}

const acting = new WeakMap<Session, Promise<boolean>>()

function mayAct(session: Session): Promise<boolean> {
  const known = acting.get(session) ?? findActFor(session)
  acting.set(session, known)
  return known
}

async function findActFor(session: Session): Promise<boolean> {
  const own = session.contract.operations.find(({ id }) => id === 'getKey')
  return own !== undefined && at((await session.wire.send(toSent(session, own, {}))).body, 'data', 'actFor') !== false
}

const granted = new WeakMap<Session, Promise<readonly Json[] | null>>()

/** From its first 403. */
function scopesOf(session: Session, key: string): Promise<readonly Json[] | null> {
  const known = granted.get(session) ?? findScopes(session, key)
  granted.set(session, known)
  return known
}

async function findScopes(session: Session, key: string): Promise<readonly Json[] | null> {
  for (const operation of session.contract.operations.filter(({ reads, scope }) => reads && scope !== null)) {
    const answer = await session.wire.send(toSent(session, operation, { headers: credentials(session, key) }))
    const scopes = at(answer.body, 'error', 'details', 'granted')
    if (codeOf(answer.body) === 'insufficient_scope') return Array.isArray(scopes) ? scopes : null
  }
  session.notes.push('403 was not checked: the limited key has the scopes of all reads; use a key with fewer scopes')
  return null
}

/** 400 per constraint, and for an unknown parameter. */
export async function checkInvalidParameters(session: Session, operation: Operation): Promise<void> {
  const path = pathOf(session, operation)
  const body = bodiesOf(session, operation)[0]
  for (const parameter of operation.parameters) {
    for (const [keyword, value] of someOf(session, wrongTextsFor(parameter))) {
      // empty counts as absent
      if (parameter.in === 'query' && value === '' && !parameter.required) continue
      const given = {
        path: parameter.in === 'path' ? { ...path, [parameter.name]: value } : path,
        query: parameter.in === 'query' ? { [parameter.name]: value } : {},
        headers: parameter.in === 'header' ? { [parameter.name]: value } : {},
        body,
      }
      const name = `400: ${parameter.in} ${parameter.name}, ${keyword}`
      await ask(session, operation, name, toSent(session, operation, given), invalidAt(pointerOf(parameter)))
    }
    if (parameter.in === 'header' && parameter.required) await refusesWithout(session, operation, parameter, body)
  }
  const known = operation.parameters.find((parameter) => parameter.in === 'query')
  if (!known) return
  const misspelt = toSent(session, operation, { path, query: { [`${known.name}_`]: '1' }, body })
  await ask(session, operation, '400: a misspelt query parameter', misspelt, invalidAt('/query'))
}

async function refusesWithout(session: Session, operation: Operation, { name }: Parameter, body: Json | undefined) {
  const sent = toSent(session, operation, { body })
  const headers = Object.fromEntries(Object.entries(sent.headers).filter(([header]) => header !== name))
  await ask(session, operation, `400: header ${name}, required`, { ...sent, headers }, invalidAt('/headers'))
}

function pointerOf({ in: where, name }: Parameter): string {
  if (where === 'header') return `/headers/${name.toLowerCase()}`
  return `/${where}/${name}`
}

function wrongTextsFor({ in: where, schema, example }: Parameter): [string, string][] {
  const wrong = schema.type === 'array' ? wrongLists(schema) : wrongValues(schema, example ?? 'x')
  const texts = wrong.filter((one): one is [string, string] => typeof one[1] === 'string')
  const sendable = { path: /^.+$/s, query: /^[^]*$/, header: /^[!-~]([ -~]*[!-~])?$/ }[where]
  return texts.filter(([, text]) => !isValid(schema, text) && sendable.test(text) && !text.includes('/'))
}

/** With commas. */
function wrongLists(schema: Schema): (readonly [string, Json])[] {
  const item = sampleOf(schema.items ?? {})
  const lists = wrongValues(schema, [item]).filter(([, list]) => Array.isArray(list) && list.length > 0)
  return [
    ...lists.map(([keyword, list]) => [keyword, (list as string[]).join()] as const),
    ...wrongValues(schema.items ?? {}, item),
  ]
}

/** 400 `validation_failed`. */
function invalidAt(pointer: string): { statuses: number[]; codes: string[]; and: (answer: Exchange) => string[] } {
  const and = ({ body }: Exchange): string[] => {
    const issues = at(body, 'error', 'details', 'issues')
    const all = Array.isArray(issues) ? issues.map((issue) => at(issue, 'instancePath')) : []
    const places = all.filter((place) => typeof place === 'string')
    const named = places.some((place) => place.toLowerCase().startsWith(pointer.toLowerCase()))
    return named ? [] : [`no issue names ${pointer}, but ${places.join(', ') || 'nothing'}`]
  }
  return { statuses: [400], codes: ['validation_failed'], and }
}

/** 400 per constraint, for invalid JSON and another content type. */
export async function checkInvalidBodies(session: Session, operation: Operation): Promise<void> {
  const { body } = operation
  if (!body) return
  const path = pathOf(session, operation)
  const base = bodiesOf(session, operation).find((value) => value !== undefined) ?? {}
  for (const { pointer, keyword, value } of someOf(session, violationsOf(body.schema, base))) {
    if (JSON.stringify(value).length > body.maxBytes) continue
    const sent = toSent(session, operation, { path, body: value })
    await ask(session, operation, `400: body ${pointer || '(whole)'}, ${keyword}`, sent, invalidAt(`/body${pointer}`))
  }
  const cut = toSent(session, operation, { path, text: '{"' })
  await ask(session, operation, '400: a truncated body', cut, invalidAt('/body'))
  const plain = toSent(session, operation, { path, body: base, headers: { 'Content-Type': 'text/plain' } })
  await ask(session, operation, '400: another content type', plain, invalidAt('/body'))
}

/** 404 per id. */
export async function checkUnknownIds(session: Session, operation: Operation): Promise<void> {
  const codes = (operation.responses.get(404)?.codes ?? []).filter((code) => code !== 'route_not_found')
  // `identity_unknown` is for keys of a game: this one may be of none
  if (codes.every((code) => code === 'identity_unknown')) return
  const path = pathOf(session, operation)
  const body = bodiesOf(session, operation)[0]
  for (const { name } of placesOf(operation)) {
    const parameter = operation.parameters.find((one) => one.in === 'path' && one.name === name)
    if (!parameter) continue
    // writes create members; a removal of nothing succeeds
    const mayBeMade = name === 'userId' && !operation.reads
    const sent = toSent(session, operation, { path: { ...path, [name]: unknownId(session, parameter) }, body })
    const statuses = mayBeMade ? [404, operation.success, 409] : [404]
    const expected = mayBeMade ? { statuses } : { statuses, codes }
    await ask(session, operation, `404: ${name}`, sent, expected)
  }
}
