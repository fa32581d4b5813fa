// Requests from the contract's examples and known ids.
import { randomInt } from 'node:crypto'
import { sampleOf } from './values'
import { isValid, type Json, type Operation, type Parameter } from './contract'
import type { Sent } from './http'
import { hints } from './hints'
import { idOfCollection, isNamedByCaller, keyOf, lastLiteral, placesOf, type Place } from './resources'
import { credentials, type Session } from './session'

/** The other parts are generated. */
export interface Given {
  /** By parameter. */
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Json | undefined
  readonly text?: string
}

let made = 0

/** Letters, digits, hyphens. */
export function freshName({ settings }: Session): string {
  return `conformance-${settings.run}-${++made}`
}

/** Without a known value. */
export function missingIds(session: Session, operation: Operation): string[] {
  return placesOf(operation)
    .filter((place) => place.name !== 'userId' && !isNamedByCaller(session.contract, place))
    .filter((place) => session.ids.get(place) === undefined)
    .map(({ collection, name }) => `${name} of ${collection}`)
}

/** Valid. */
export function unknownId(session: Session, parameter: Parameter): string {
  const prefix = /^([a-z]{2,4}_)/.exec(parameter.example ?? '')?.[1] ?? ''
  const numbered = parameter.example?.replace(/\d+$/, '9007199254740991') ?? ''
  const own = `conformance-${session.settings.run}-unknown`
  const choices = [`${prefix}zzzzzzzzzzzzzzzzzzzz`, own, numbered, '9007199254740991']
  const digits = parameter.name === 'userId' || parameter.name === 'uniqueId'
  return (digits ? choices.toReversed() : choices).find((choice) => isSendable(parameter, choice)) ?? 'x'
}

/** Numbers are sent as their digits. */
function isSendable({ schema }: Parameter, text: string): boolean {
  return isValid(schema, text) || (schema.type === 'integer' && isValid(schema, Number(text)))
}

/** Known ids, else examples. */
export function pathOf(session: Session, operation: Operation, turn = 0): Record<string, string> {
  const places = placesOf(operation)
  return Object.fromEntries(
    operation.parameters
      .filter((parameter) => parameter.in === 'path')
      .map((parameter) => {
        const place = places.find(({ name }) => name === parameter.name)
        const known = parameter.name === 'userId' ? userOf(session, operation, turn) : place && idAt(session, place)
        return [parameter.name, known ?? unknownId(session, parameter)]
      }),
  )
}

/** Where the caller names it, the example. */
function idAt({ contract, ids }: Session, place: Place): string | undefined {
  const example = isNamedByCaller(contract, place)?.parameters.find(({ name }) => name === place.name)?.example
  return ids.get(place) ?? example ?? undefined
}

/** Optional parameters are left out. */
function requiredQuery(session: Session, operation: Operation): Record<string, string> {
  const required = operation.parameters.filter((parameter) => parameter.in === 'query' && parameter.required)
  return Object.fromEntries(
    required.map((parameter) => {
      const user = parameter.name === 'userId' ? userOf(session, operation, 0) : undefined
      return [parameter.name, user ?? parameter.example ?? unknownId(session, parameter)]
    }),
  )
}

export function headersOf(session: Session, operation: Operation): Record<string, string> {
  const required = operation.parameters.filter((parameter) => parameter.in === 'header' && parameter.required)
  return Object.fromEntries(required.map(({ name }) => [name, freshName(session)]))
}

/** Default credential: the run's key. */
export function toSent(session: Session, operation: Operation, given: Given, withKey = true): Sent {
  const path = given.path ?? pathOf(session, operation)
  const filled = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''))
  const query = new URLSearchParams({ ...requiredQuery(session, operation), ...given.query }).toString()
  const text = given.text ?? (given.body === undefined ? undefined : JSON.stringify(given.body))
  return {
    method: operation.method,
    path: query ? `${filled}?${query}` : filled,
    headers: {
      ...(withKey ? credentials(session) : {}),
      ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headersOf(session, operation),
      ...given.headers,
    },
    ...(text === undefined ? {} : { body: text }),
  }
}

/** Examples first; [undefined] without body. */
export function bodiesOf(session: Session, operation: Operation, turn = 0): (Json | undefined)[] {
  const { body } = operation
  if (!body) return [undefined]
  const hinted = hints[operation.id]
  const examples = hinted === undefined ? body.examples : [hinted]
  // a username names one account; ids can be replaced
  const byId = examples.filter((example) => (example as { by?: Json } | null)?.by !== 'username')
  const choices = hinted === undefined ? [...byId, sampleOf(body.schema)] : byId
  const adapted = choices.map((example) => adapt(session, operation, example, turn))
  const fitting = adapted.filter((value) => isValid(body.schema, value))
  return body.required ? fitting : [...fitting, undefined]
}

/** Changes with the turn. */
export function userOf({ settings, ids }: Session, operation: Operation, turn: number): string | undefined {
  const users = settings.users.length > 0 ? settings.users : ids.all('userId')
  const choice = operation.accessLimited || lastLiteral(operation.path) === 'responses' ? settings.applicants : []
  const from = choice.length > 0 ? choice : users
  return from[turn % Math.max(1, from.length)]
}

function adapt(session: Session, operation: Operation, example: Json, turn: number): Json {
  let users = turn
  const visit = (node: Json, name: string): Json => {
    // distinct within a request
    const known = substitute(session, operation, name, node, /^userIds?$/.test(name) ? users++ : turn)
    if (known !== undefined) return known
    if (Array.isArray(node)) return withoutRepeatedUsers(node.map((item) => visit(item, name)))
    if (node === null || typeof node !== 'object') return node
    return Object.fromEntries(Object.entries(node).map(([inner, value]) => [inner, visit(value, inner)]))
  }
  return visit(example, '')
}

/** A community may have fewer members than an example names. */
function withoutRepeatedUsers(items: readonly Json[]): Json[] {
  // an id is a number or its digits
  const users = items.map((item) => JSON.stringify((item as { userId?: Json } | null)?.userId)?.replaceAll('"', ''))
  return items.filter((_, index) => users[index] === undefined || users.indexOf(users[index]) === index)
}

/** Above those of the platform. */
const strangerId = (): string => `9007${randomInt(1e9, 1e10)}`

/** The role is declared no rank while the operation is sent. */
export const needsRole = ({ body }: Operation): boolean => body?.schema.required?.includes('roleUniqueId') === true

/** Undefined: none. */
function substitute(session: Session, operation: Operation, name: string, value: Json, turn: number): Json | undefined {
  if (value === null || typeof value === 'object') return undefined
  if (value === 'stranger') return name === 'UserId' ? Number(strangerId()) : strangerId()
  const rank = session.ranks[turn % Math.max(1, session.ranks.length)]
  if (name === 'url') return session.settings.webhookUrl ?? undefined
  if (name === 'rankUniqueId') return rank?.uniqueId
  if (name === 'roleUniqueId' && needsRole(operation)) return session.ranks.at(-1)?.uniqueId
  if (name === 'rankId') return rank?.rankId
  if (/^userIds?$/.test(name) || name === 'hostUserId') {
    const user = userOf(session, operation, turn)
    return user === undefined ? undefined : typeof value === 'number' ? Number(user) : user
  }
  if (name === 'name') return nameFor(session, operation)
  const above = operation.path.split('/').at(-2) ?? ''
  const handedOn = operation.path.includes('{') ? undefined : session.ids.all(`${above}.${name}`).at(-1)
  if (handedOn !== undefined) return handedOn
  const collection = idOfCollection(session.contract, name)
  // `medals: [Valor]`: collection `medals`
  if (collection !== null) return session.ids.get({ collection: name, name: collection })
  const isMade = operation.path.endsWith(`/${collectionOf(session, name)}`) && operation.method === 'POST'
  if (isMade && !operation.responses.has(201)) return freshName(session)
  return /Id$/.test(name) ? session.ids.get({ collection: '', name }) : undefined
}

/** Below a member an existing medal, elsewhere new. */
function nameFor(session: Session, operation: Operation): string {
  const collection = lastLiteral(operation.path)
  const below = placesOf(operation).length > 0 && operation.method === 'POST'
  const known = below ? session.ids.get({ collection, name: 'name' }) : undefined
  return known ?? freshName(session)
}

function collectionOf(session: Session, name: string): string {
  const places = session.contract.operations.flatMap((operation) => placesOf(operation))
  return places.find((place) => keyOf(place) === name)?.collection ?? ' '
}
