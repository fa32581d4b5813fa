// Without a compiler; see `npm run clients -- --check`.
import path from 'node:path'
import { operationTable } from '../../generated/operations'
import { operationsOf, readContract } from '../../scripts/clients/contract'
import { csharpClient } from '../../scripts/clients/csharp'

const contract = readContract(path.resolve(__dirname, '../../openapi.yaml'))
const csharp = csharpClient(contract)
const keyed = Object.entries(operationTable).filter(([, { scope }]) => scope !== null)

/** Classes and their text. */
const classes = [...csharp.matchAll(/^ {4}public sealed class (\w+)[^\n]*\n {4}\{\n([\s\S]*?)^ {4}\}/gm)].map(
  ([, name = '', text = '']) => ({ name, text }),
)

describe('the C# client', () => {
  it('has a method for every operation for API keys', () => {
    const methods = [...csharp.matchAll(/public Task\S* (\w+)Async\(/g)].map(([, name]) => name)
    expect(methods.sort()).toEqual(keyed.map(([id]) => id.replace(/^./, (first) => first.toUpperCase())).sort())
  })

  it('defines every class it uses once', () => {
    const known = ['string', 'long', 'int', 'double', 'bool', 'object', 'List', 'Task', 'Dictionary', 'JsonElement']
    const defined = classes.map(({ name }) => name)
    expect(new Set(defined).size).toBe(defined.length)
    const types = [...csharp.matchAll(/^ +public (Task<.+?>|\S+(?:, \S+)?) \w+(?: \{ get|Async\()/gm)].map(
      ([, type = '']) => type,
    )
    const named = types.flatMap((type) => type.match(/\w+/g) ?? [])
    expect(named.length).toBeGreaterThan(800)
    expect([...new Set(named)].filter((name) => !known.includes(name) && !defined.includes(name))).toEqual([])
  })

  it('has no duplicate properties and none with the name of its class', () => {
    const wrong = classes.filter(({ name, text }) => {
      const properties = [...text.matchAll(/ (\w+) \{ get/g)].map(([, property]) => property)
      return new Set(properties).size !== properties.length || properties.includes(name)
    })
    expect(classes.length).toBeGreaterThan(150)
    expect(wrong.map(({ name }) => name)).toEqual([])
  })

  it('marks optional numbers and booleans as nullable', () => {
    const member = classes.find(({ name }) => name === 'RankOperationRequest')?.text
    expect(member).toContain('public int? DeadlineSeconds { get; set; }')
    expect(member).toContain('public bool? Supersede { get; set; }')
    expect(classes.find(({ name }) => name === 'Member')?.text).toContain('public long Experience { get; set; }')
  })
})

it('readContract returns every operation with its parameters and responses', () => {
  const operations = operationsOf(contract)
  expect(operations.map(({ id }) => id).sort()).toEqual(keyed.map(([id]) => id).sort())
  const duplicate = operations.find(({ id }) => id === 'duplicateApplication')
  expect(duplicate?.body?.required).toBe(false)
  expect(operations.find(({ id }) => id === 'deleteTemplate')?.answer).toBeNull()
})
