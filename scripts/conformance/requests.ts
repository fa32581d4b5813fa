// Makes requests from the contract: its examples, with what this deployment has in the places of what they name.
import { randomInt } from 'node:crypto'
import { sampleOf } from './values'
import { isValid, type Json, type Operation, type Parameter } from './contract'
import type { Sent } from './http'
import { hints } from './hints'
import { idOfCollection, keyOf, lastLiteral, placesOf } from './resources'
import { credentials, type Session } from './session'

/** Parts of a request that stand for themselves; what is not given is made. */
export interface Given {
  /** Values in the path, by the name of the parameter. */
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** undefined: none. */
  readonly body?: Json | undefined
  /** The bytes, instead of a body. */
  readonly text?: string
}

let made = 0

/** A name that nothing has yet; letters, digits and hyphens. */
export function freshName({ settings }: Session): string {
  return `conformance-${settings.run}-${++made}`
}

/** The names of the ids that the path needs and nobody has told. */
export function missingIds(session: Session, operation: Operation): string[] {
  return placesOf(operation)
    .filter((place) => place.name !== 'userId' && session.ids.get(place) === undefined)
    .map(({ collection, name }) => `${name} of ${collection}`)
}

/** An id that fits the contract and that nothing is called by. */
export function unknownId(session: Session, parameter: Parameter): string {
  const prefix = /^([a-z]{2,4}_)/.exec(parameter.example ?? '')?.[1] ?? ''
  const choices = [`${prefix}zzzzzzzzzzzzzzzzzzzz`, `conformance-${session.settings.run}-unknown`, '9007199254740991']
  const digits = parameter.name === 'userId' || parameter.name === 'uniqueId'
  return (digits ? choices.toReversed() : choices).find((choice) => isValid(parameter.schema, choice)) ?? 'x'
}

/** A path's ids for an operation: known ones, and examples where none is known. */
export function pathOf(session: Session, operation: Operation, turn = 0): Record<string, string> {
  const places = placesOf(operation)
  return Object.fromEntries(
    operation.parameters
      .filter((parameter) => parameter.in === 'path')
      .map((parameter) => {
        const place = places.find(({ name }) => name === parameter.name)
        const known = parameter.name === 'userId' ? userOf(session, operation, turn) : place && session.ids.get(place)
        return [parameter.name, known ?? unknownId(session, parameter)]
      }),
  )
}

/** Headers the contract requires of the operation, made for this one request. */
export function headersOf(session: Session, operation: Operation): Record<string, string> {
  const required = operation.parameters.filter((parameter) => parameter.in === 'header' && parameter.required)
  return Object.fromEntries(required.map(({ name }) => [name, freshName(session)]))
}

/** The request as it is sent, with the key of the run unless headers say another. */
export function toSent(session: Session, operation: Operation, given: Given, withKey = true): Sent {
  const path = given.path ?? pathOf(session, operation)
  const filled = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''))
  const query = new URLSearchParams(given.query).toString()
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

/** The bodies worth trying, the contract's examples first; one undefined where the operation takes none. */
export function bodiesOf(session: Session, operation: Operation, turn = 0): (Json | undefined)[] {
  const { body } = operation
  if (!body) return [undefined]
  const hinted = hints[operation.id]
  const examples = hinted === undefined ? body.examples : [hinted]
  // a user's name stands for one account only; the ids of this deployment are put in the places of ids
  const byId = examples.filter((example) => (example as { by?: Json } | null)?.by !== 'username')
  const choices = hinted === undefined ? [...byId, sampleOf(body.schema)] : byId
  const adapted = choices.map((example) => adapt(session, operation, example, turn))
  const fitting = adapted.filter((value) => isValid(body.schema, value))
  return body.required ? fitting : [...fitting, undefined]
}

/** The account that a request is about; another one in another turn. */
export function userOf({ settings, ids }: Session, operation: Operation, turn: number): string | undefined {
  const users = settings.users.length > 0 ? settings.users : ids.all('userId')
  const choice = operation.accessLimited || lastLiteral(operation.path) === 'responses' ? settings.applicants : []
  const from = choice.length > 0 ? choice : users
  return from[turn % Math.max(1, from.length)]
}

function adapt(session: Session, operation: Operation, example: Json, turn: number): Json {
  let users = turn
  const visit = (node: Json, name: string): Json => {
    // several accounts in one request are not the same one
    const known = substitute(session, operation, name, node, name === 'userId' ? users++ : turn)
    if (known !== undefined) return known
    if (Array.isArray(node)) return node.map((item) => visit(item, name))
    if (node === null || typeof node !== 'object') return node
    return Object.fromEntries(Object.entries(node).map(([inner, value]) => [inner, visit(value, inner)]))
  }
  return visit(example, '')
}

/** The id of an account that no deployment uses: the platform has not given out ids so large. */
const strangerId = (): string => `9007${randomInt(1e9, 1e10)}`

/** What stands for an example's value here; undefined: itself. */
function substitute(session: Session, operation: Operation, name: string, value: Json, turn: number): Json | undefined {
  if (value === null || typeof value === 'object') return undefined
  if (value === 'stranger') return name === 'UserId' ? Number(strangerId()) : strangerId()
  const rank = session.ranks[turn % Math.max(1, session.ranks.length)]
  if (name === 'url') return session.settings.webhookUrl ?? undefined
  if (name === 'rankUniqueId') return rank?.uniqueId
  if (name === 'rankId') return rank?.rankId
  if (name === 'userId' || name === 'hostUserId') {
    const user = userOf(session, operation, turn)
    return user === undefined ? undefined : typeof value === 'number' ? Number(user) : user
  }
  if (name === 'name') return nameFor(session, operation)
  const collection = idOfCollection(session.contract, name)
  // `medals: [Valor]` names things of the collection `medals`
  if (collection !== null) return session.ids.get({ collection: name, name: collection })
  const isMade = operation.path.endsWith(`/${collectionOf(session, name)}`) && operation.method === 'POST'
  if (isMade && !operation.responses.has(201)) return freshName(session)
  return /Id$/.test(name) ? session.ids.get({ collection: '', name }) : undefined
}

/** Below a member, a name says which medal; elsewhere it is the name that something gets. */
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
