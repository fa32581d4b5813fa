// Breaking changes between two contracts.
import { nodeAt, operationsOf, parametersOf, resolved, responsesOf } from '../contract-rules/document'
import type {
  Content,
  Contract,
  Fault,
  Found,
  FoundOperation,
  FoundResponse,
  Operation,
  Parameter,
  Path,
} from '../contract-rules/document'
import { ofOperations, ofRegistries } from './keywords'
import { SchemaComparer, text, type Direction } from './schemas'

/** A difference breaks the code that generators make, not the requests. */
const NAMES = ['operationId', 'tags'] as const

const placeOf = ({ method, path }: FoundOperation): string => `${method} ${path.replace(/\{\w+\}/g, '{}')}`

export function breakingChanges(before: Contract, after: Contract): Fault[] {
  return new ContractComparer(before, after).faults()
}

class ContractComparer {
  private readonly schemas: SchemaComparer

  constructor(
    private readonly before: Contract,
    private readonly after: Contract,
  ) {
    this.schemas = new SchemaComparer(before, after)
  }

  faults(): Fault[] {
    const now = new Map(operationsOf(this.after).map((operation) => [placeOf(operation), operation]))
    for (const old of operationsOf(this.before)) {
      const same = now.get(placeOf(old))
      if (same) this.compareOperation(old, same)
      else this.report(old.at, `(${old.id}) was removed.`)
    }
    this.compareRegistries()
    return [...new Map(this.schemas.faults.map((fault) => [fault.rule, fault])).values()]
  }

  private report(where: Path, rule: string): void {
    this.schemas.report(where, rule)
  }

  private compareOperation(before: FoundOperation, after: FoundOperation): void {
    for (const name of NAMES) {
      const [old, now] = [text(before.node[name]), text(after.node[name])]
      if (old !== now) this.report([...after.at, name], `is ${now} instead of ${old}.`)
    }
    this.schemas.compareKeywords(before, after, ofOperations)
    this.compareBodySize(before, after)
    const [old, now] = [credentialsOf(this.before, before), credentialsOf(this.after, after)]
    // further credentials take nothing from those who have the former ones
    if (old !== now && !now.startsWith(`${old} or `))
      this.report([...after.at, 'security'], `is ${now} instead of ${old}.`)
    this.compareParameters(before, after)
    this.compareBody(before, after)
    this.compareResponses(before, after)
    this.compareCallbacks(before, after)
  }

  private compareBodySize(before: FoundOperation, after: FoundOperation): void {
    const most = (contract: Contract, { node }: FoundOperation): number =>
      node['x-max-body-bytes'] ?? contract['x-max-body-bytes']
    const [old, now] = [most(this.before, before), most(this.after, after)]
    if (after.node.requestBody && now < old) this.report(after.at, `has the x-max-body-bytes ${now} instead of ${old}.`)
  }

  private compareParameters(before: FoundOperation, after: FoundOperation): void {
    const keyOf = ({ node }: Found<Parameter>): string =>
      `${node.in} ${node.in === 'header' ? node.name.toLowerCase() : node.name}`
    const old = new Map(parametersOf(this.before, before).map((one) => [keyOf(one), one]))
    const now = new Map(parametersOf(this.after, after).map((one) => [keyOf(one), one]))
    for (const [key, parameter] of old) {
      const same = now.get(key)
      if (same) this.compareSchemas(parameter, same, 'request')
      else this.report([...after.at, 'parameters'], `lost the parameter ${key}.`)
    }
    for (const [key, { node }] of now) {
      if (node.required && !old.get(key)?.node.required) {
        this.report([...after.at, 'parameters'], `requires the parameter ${key}.`)
      }
    }
  }

  private compareSchemas(before: Found<Parameter>, after: Found<Parameter>, direction: Direction): void {
    const pair = { before: inSchema(before), after: inSchema(after) }
    this.schemas.compare(pair, direction)
  }

  private compareBody(before: FoundOperation, after: FoundOperation): void {
    const [old, now] = [before.node.requestBody, after.node.requestBody]
    const at = [...after.at, 'requestBody']
    if (old && !now) return this.report(at, 'was removed.')
    if (now?.required && !old?.required) this.report(at, 'is newly required.')
    if (old && now) this.compareContent({ at: [...before.at, 'requestBody'], node: old }, { at, node: now }, 'request')
  }

  private compareContent(before: Found<WithContent>, after: Found<WithContent>, direction: Direction): void {
    for (const [type, media] of Object.entries(before.node.content ?? {})) {
      const same = after.node.content?.[type]
      const at = (found: Found<unknown>): Path => [...found.at, 'content', type, 'schema']
      if (!same) this.report([...after.at, 'content'], `lost ${type}.`)
      else {
        const pair = { before: { at: at(before), node: media.schema }, after: { at: at(after), node: same.schema } }
        this.schemas.compare(pair, direction)
      }
    }
  }

  private compareResponses(before: FoundOperation, after: FoundOperation): void {
    const now = new Map(responsesOf(this.after, after).map((response) => [response.status, response]))
    const old = responsesOf(this.before, before)
    const where = [...after.at, 'responses']
    for (const response of old) {
      const same = now.get(response.status)
      if (!same) this.report(where, `lost the status ${response.status}.`)
      else this.compareResponse(response, same)
    }
    for (const status of now.keys()) {
      const isKnown = old.some((response) => response.status === status)
      if (status.startsWith('2') && !isKnown) this.report(where, `gained the success ${status}.`)
    }
  }

  private compareResponse(before: FoundResponse, after: FoundResponse): void {
    for (const [name, written] of Object.entries(before.node.headers ?? {})) {
      const old = resolved(this.before, { at: [...before.at, 'headers', name], node: written })
      const same = after.node.headers?.[name]
      const at = [...after.at, 'headers', name]
      if (!same) {
        this.report(at, 'was removed.')
        continue
      }
      const now = resolved(this.after, { at, node: same })
      if (old.node.required && !now.node.required) this.report(now.at, 'may be absent from answers.')
      this.compareSchemas(old, now, 'answer')
    }
    for (const code of before.codes.filter((one) => !after.codes.includes(one)))
      this.report([...after.usedAt, 'x-error-codes'], `lost the code ${code}.`)
    this.compareContent(before, after, 'answer')
  }

  /** Messages are sent by the server, so their bodies are compared as answers are. */
  private compareCallbacks(before: FoundOperation, after: FoundOperation): void {
    for (const [name, expressions] of Object.entries(before.node.callbacks ?? {})) {
      for (const [expression, methods] of Object.entries(expressions)) {
        for (const [method, operation] of Object.entries(methods)) {
          const same = after.node.callbacks?.[name]?.[expression]?.[method]
          const steps = ['callbacks', name, expression, method]
          if (!same) this.report([...after.at, ...steps], 'was removed.')
          else
            this.compareMessage(
              { at: [...before.at, ...steps], node: operation },
              { at: [...after.at, ...steps], node: same },
            )
        }
      }
    }
  }

  private compareMessage(before: Found<Operation>, after: Found<Operation>): void {
    const at = (found: Found<unknown>): Path => [...found.at, 'requestBody']
    const [old, now] = [before.node.requestBody, after.node.requestBody]
    if (old && now) this.compareContent({ at: at(before), node: old }, { at: at(after), node: now }, 'answer')
    const names = new Set(parametersOf(this.after, after).map(({ node }) => node.name))
    for (const { node } of parametersOf(this.before, before)) {
      if (!names.has(node.name)) this.report([...after.at, 'parameters'], `lost the header ${node.name}.`)
    }
  }

  private compareRegistries(): void {
    const [old, now] = [this.before.components, this.after.components]
    for (const name of Object.keys(old.schemas)) {
      if (!(name in now.schemas)) {
        this.report(['components', 'schemas', name], 'was removed or renamed: generated types have its name.')
      }
    }
    for (const name of Object.keys(schemesOf(this.before))) {
      if (!(name in schemesOf(this.after))) {
        this.report(['components', 'securitySchemes', name], 'was removed or renamed: generated clients have its name.')
      }
    }
    for (const at of [...schemes(this.before), ...SCOPED]) {
      const node = (contract: Contract): Found<object> => ({ at, node: nodeAt(contract, at) ?? {} })
      this.schemas.compareKeywords(node(this.before), node(this.after), ofRegistries)
    }
    const scopes = scopesOf(this.after)
    for (const scope of scopesOf(this.before)) {
      if (!scopes.includes(scope)) this.report(['components', 'securitySchemes', scope], 'was removed from the scopes.')
    }
    this.compareErrors()
  }

  private compareErrors(): void {
    const errorsOf = ({ components }: Contract) => components.schemas.ErrorCode['x-errors']
    const now = errorsOf(this.after)
    for (const [code, { status, effect }] of Object.entries(errorsOf(this.before))) {
      const same = now[code]
      const where = ['components', 'schemas', 'ErrorCode', 'x-errors', code]
      if (same && same.status !== status) this.report(where, `has the status ${same.status} instead of ${status}.`)
      // it promised that nothing was done
      if (effect === 'none' && same?.effect === 'possible')
        this.report(where, `has the effect possible instead of none.`)
    }
  }
}

interface Scheme {
  readonly type?: string
  readonly scheme?: string
  readonly in?: string
  readonly name?: string
  readonly 'x-scopes'?: Readonly<Record<string, string>>
}

/** Compared by what they are, because 3.0.0 gave them other names. */
const schemesOf = ({ components }: Contract): Readonly<Record<string, Scheme>> =>
  components.securitySchemes as Readonly<Record<string, Scheme>>
const schemes = (contract: Contract): Path[] =>
  Object.keys(schemesOf(contract)).map((name) => ['components', 'securitySchemes', name])
const SCOPED: readonly Path[] = ['AuditEntry', 'ErrorCode', 'WebhookTypes'].map((name) => [
  'components',
  'schemas',
  name,
])
const scopesOf = (contract: Contract): string[] =>
  Object.values(schemesOf(contract)).flatMap((scheme) => Object.keys(scheme['x-scopes'] ?? {}))

/** The credentials as they are sent, whatever the names of their schemes. */
function credentialsOf(contract: Contract, { node: { security = [] } }: FoundOperation): string {
  const sent = (name: string): string => {
    const { type, scheme, in: place, name: header } = schemesOf(contract)[name] ?? {}
    return [type, scheme, place, header].filter(Boolean).join(' ')
  }
  return security.map((schemes) => Object.keys(schemes).map(sent).sort().join(' and ')).join(' or ')
}

interface WithContent {
  readonly content?: Content
}

const inSchema = ({ at, node }: Found<Parameter>): Found<Parameter['schema']> => ({
  at: [...at, 'schema'],
  node: node.schema,
})
