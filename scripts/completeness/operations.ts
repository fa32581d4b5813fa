// What an operation needs: handler, success example, entries in test tables.
import { isOfBrowser, operationsOf, type Contract } from '../contract-rules/document'
import { casesOf, idNamesOf, type Case, type NewNames } from './cases'
import { GOLDEN, readGoldens } from '../plans/golden'
import { filesIn, lineIn, readText, type MissingPart } from './fault'
import { listPages, MOST_PAGE_BYTES } from './pages'
import { tableIn, tablesIn, type Table } from './tables'

const SUCCESSES = 'test/support/successes.ts'
const THINGS = 'test/auth/cross-community/things.ts'
const PAGE_BYTES = 'test/http/page-bytes.test.ts'
const EFFECTS = 'test/auth/effects.test.ts'

/** At its end. */
const inTable = ({ file, line }: Table, rule: string, fix: string): MissingPart => ({ file, line, rule, fix })

export function missingHandlers(contract: Contract): MissingPart[] {
  const tables = filesIn('src', 'handlers.ts').flatMap((file) => [...tablesIn(file).values()])
  const handled = new Map(tables.map((table) => [/^HandlersFor<'(.+)'>$/.exec(table.type)?.[1], table]))
  return operationsOf(contract).flatMap(({ id, node }): MissingPart[] => {
    const [tag = ''] = node.tags ?? []
    const table = handled.get(tag)
    if (table?.names.includes(id)) return []
    const rule = `${id} has no handler.`
    if (table) return [inTable(table, rule, `Add async ${id}(ctx, input) to the handlers of the tag ${tag}.`)]
    const fix = `Export a HandlersFor<'${tag}'> from the handlers.ts of a room of src/, and add it here.`
    return [{ file: 'src/http/handlers.ts', line: lineIn('src/http/handlers.ts', /^}/m), rule, fix }]
  })
}

export function missingSuccesses(contract: Contract): MissingPart[] {
  const table = tableIn(SUCCESSES, 'successes')
  return operationsOf(contract)
    .filter(({ id, node }) => !isOfBrowser({ node }) && !table.names.includes(id))
    .map(({ id, path }) => inTable(table, `${id} has no success example.`, `Add ${id}: { path: '${path}', … }.`))
}

/** See {@link missingIds}. */
export interface KnownIds {
  /** Ids that belong to a community. */
  readonly things: readonly string[]
  readonly accounts: readonly string[]
  readonly noIds: readonly string[]
  /** Names chosen by the caller. */
  readonly newNames: readonly string[]
  /** Lists that the test fills. */
  readonly stock: readonly string[]
}

type IdProblem = readonly [table: 'things' | 'newNames' | 'stock', rule: string, fix: string]

/** The test of separate communities cannot obtain these. */
export function unknownIds(cases: readonly Case[], known: KnownIds): IdProblem[] {
  const isThing = (name: string): boolean => known.things.includes(name)
  const others = [...known.accounts, ...known.noIds]
  const ids = cases.flatMap((one) =>
    idNamesOf(one)
      .filter((name) => !isThing(name) && !others.includes(name))
      .map((name): IdProblem => {
        const fix = `Say how to make one in \`things\`, or put it into accounts, noIds or plainQuery.`
        return ['things', `${one.id} takes ${name}, which the test of separate communities cannot make.`, fix]
      }),
  )
  const names = cases.flatMap(({ id, bodyNames, slots }): IdProblem[] => {
    const isNew = bodyNames.some(
      (name) => (name === 'name' || isThing(name)) && !slots.some(({ path }) => path[0] === name),
    )
    if (isNew === known.newNames.includes(id)) return []
    return isNew
      ? [['newNames', `The body of ${id} holds a name that is of no thing.`, `Add ${id}: <the property>.`]]
      : [['newNames', `The body of ${id} holds no new name.`, `Remove ${id}.`]]
  })
  const lists = cases.filter(({ id }) => /^list(?!Ranks$)/.test(id)).map(({ id }) => id as string)
  const stock = [
    ...lists
      .filter((id) => !known.stock.includes(id))
      .map((id): IdProblem => ['stock', `${id} has nothing that makes it longer.`, `Add ${id}: another('<id>').`]),
    ...known.stock
      .filter((id) => !lists.includes(id))
      .map((id): IdProblem => ['stock', `${id} is no list of the contract.`, `Remove ${id}.`]),
  ]
  return [...ids, ...names, ...stock]
}

export function missingIds(contract: Contract): MissingPart[] {
  const tables = tablesIn(THINGS)
  const table = (name: string): Table => tables.get(name) ?? tableIn(THINGS, name)
  const newNames = table('newNames')
  // the property matters to the test only
  const anyName = Object.fromEntries(newNames.names.map((id) => [id, readProperty(id)])) as NewNames
  const cases = casesOf(contract, table('plainQuery').names, anyName)
  const problems = unknownIds(cases, {
    things: table('things').names,
    accounts: table('accounts').names,
    noIds: table('noIds').names,
    newNames: newNames.names,
    stock: table('stock').names,
  })
  return problems.map(([name, rule, fix]) => inTable(table(name), rule, fix))
}

const readProperty = (id: string): string =>
  new RegExp(`^  ${id}: '(\\w+)',`, 'm').exec(readText(THINGS).split('export const newNames')[1] ?? '')?.[1] ?? 'name'

export function missingPages(contract: Contract): MissingPart[] {
  const table = tableIn(PAGE_BYTES, 'listsByBytes')
  const bounded = tableIn(PAGE_BYTES, 'boundedElsewhere').names
  return listPages(contract)
    .filter(({ id, bytes }) => bytes > MOST_PAGE_BYTES && !table.names.includes(id) && !bounded.includes(id))
    .map(({ id }) => {
      const rule = `A page of ${id} may be larger than 3 MiB.`
      return inTable(
        table,
        rule,
        'End its pages by their bytes and add a test here, or bound its schema with maxItems.',
      )
    })
}

export function missingStoredEffects(contract: Contract): MissingPart[] {
  const table = tableIn(EFFECTS, 'storing')
  return operationsOf(contract)
    .filter(({ id, node }) => (node['x-gives-stored'] ?? []).length > 0 && !table.names.includes(id))
    .map(({ id }) => inTable(table, `${id} gives what was stored before.`, `Say in \`storing\` how it is stored.`))
}

const isIn = (areas: readonly string[], action: string): boolean =>
  areas.some((area) => action === area || action.startsWith(`${area}.`))

/** No scope reads their details. */
export function missingReadScopes(contract: Contract): MissingPart[] {
  const areas = Object.keys(contract.components.schemas.AuditEntry['x-read-scopes'])
  return filesIn('src', '.ts').flatMap((file) => {
    const actions = [...readText(file).matchAll(/\baction: '([a-z-]+(?:\.[a-z-]+)+)'/g)].map(
      ([, action = '']) => action,
    )
    return actions
      .filter((action) => !isIn(areas, action))
      .map((action) => ({
        file,
        line: lineIn(file, new RegExp(`action: '${action.replaceAll('.', '\\.')}'`)),
        rule: `No scope reads the details of ${action}.`,
        fix: 'Add its area to x-read-scopes of AuditEntry in openapi.yaml.',
      }))
  })
}

/** Of absent statements, and the reverse. */
export function missingGolden(names: readonly string[]): MissingPart[] {
  const planned = [...readGoldens().keys()]
  const place = { file: GOLDEN, line: 1 }
  const fix = 'Run UPDATE_PLANS=1 npx jest -c jest.tools.config.cjs test/plans, and review the plan.'
  return [
    ...names.filter((name) => !planned.includes(name)).map((name) => `No plan of ${name} is checked in.`),
    ...planned.filter((name) => !names.includes(name)).map((name) => `No hot statement is ${name}.`),
  ].map((rule) => ({ ...place, rule, fix }))
}
