// Processor time that the contract's validators take.
import { OpenAPIBackend } from 'openapi-backend'
import { makeAjv } from '../../src/contract/ajv'
import { loadContract } from '../../src/contract/document'
import { ReplyCheck } from '../../src/contract/replies'

it('compiles each shared response once', async () => {
  const document = loadContract()
  const backend = new OpenAPIBackend({ definition: structuredClone(document), quick: true, validate: false })
  await backend.init()
  const ajv = makeAjv()
  const compile = jest.spyOn(ajv, 'compile')
  const check = new ReplyCheck(document, ajv)
  for (const operation of backend.router.getOperations()) {
    for (const status of Object.keys(operation.responses ?? {})) {
      check.problem(operation, { status: Number(status), body: {}, headers: {} })
    }
  }
  const references = compile.mock.calls.flatMap(([schema]) => (schema as { $ref?: string }).$ref ?? [])
  expect(references.length).toBeGreaterThan(100)
  expect(references).toHaveLength(new Set(references).size)
})

describe('a pattern of the contract', () => {
  const byLength = patternsOf(loadContract()).sort((a, b) => a.maxLength - b.maxLength)
  const patterns = [...new Map(byLength.map((one) => [one.pattern, one])).values()]
  const pieces = ['a', 'A', '0', '1', '.', '-', '_', '/', ' ', ':', '!', '%', '+', '=', 'a.', 'a-', '0a', '1.', 'a,']

  it.each(patterns)('$pattern rejects hostile strings of $maxLength characters quickly', ({ pattern, maxLength }) => {
    const regExp = new RegExp(pattern, 'u')
    const before = process.cpuUsage()
    for (const piece of pieces) {
      for (const end of ['\0', '!', '\n']) regExp.test(piece.repeat(maxLength).slice(0, maxLength - 1) + end)
    }
    // milliseconds; exponential backtracking would take hours
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000)
  })
})

function patternsOf(node: unknown): { pattern: string; maxLength: number }[] {
  if (node === null || typeof node !== 'object') return []
  const { pattern, maxLength = 16_384 } = node as { pattern?: unknown; maxLength?: number }
  const own = typeof pattern === 'string' ? [{ pattern, maxLength }] : []
  return [...own, ...Object.values(node).flatMap(patternsOf)]
}
