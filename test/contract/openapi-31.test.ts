import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import Ajv2020 from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import { packaged } from '../../scripts/packages/path'
import { loadContract, readContractTexts } from '../../src/contract/document'
import { openApi31Of, toOpenApi31, type RenderedContract } from '../../src/contract/openapi-31'

type Fields = Record<string, unknown>

const text = openApi31Of(readContractTexts().json)
const rendered = JSON.parse(text) as {
  readonly webhooks: Record<string, { readonly post: { readonly requestBody: { readonly content: Fields } } }>
  readonly components: { readonly schemas: Record<string, Fields> }
}
const contract = loadContract() as unknown as RenderedContract
const types = contract.components.schemas.WebhookType?.enum.filter((type) => type !== '*') ?? []

/** Replaces keywords of OpenAPI 3.1 by those of 3.0. */
function downgrade(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(downgrade)
  if (node === null || typeof node !== 'object') return node
  const { type, examples, ...rest } = node as Fields
  const fields = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, downgrade(value)]))
  const [own, none] = Array.isArray(type) ? (type as string[]) : [type]
  if (Array.isArray(examples)) fields['example'] = examples[0]
  else if (examples !== undefined) fields['examples'] = downgrade(examples)
  if (type !== undefined) fields['type'] = none === 'null' ? own : downgrade(type)
  return none === 'null' ? { ...fields, nullable: true } : fields
}

it('is valid OpenAPI 3.1', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'openapi-31-'))
  const file = path.join(folder, 'openapi.json')
  fs.writeFileSync(file, text)
  const cli = packaged('@redocly/cli/bin/cli.js')
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const { stderr } = await promisify(execFile)(process.execPath, [cli, 'lint', file, '--extends', 'spec'], { env })
  expect(stderr).toContain('Your API description is valid')
  fs.rmSync(folder, { recursive: true })
})

it('has every path, parameter, response and schema of the contract, and nothing else but webhooks', () => {
  const { webhooks, ...rest } = rendered
  expect(Object.keys(webhooks)).toEqual(types)
  expect(downgrade(rest)).toEqual({ ...contract, openapi: '3.1.0' })
})

function makeAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false })
  addFormats(ajv)
  for (const format of ['int32', 'int64']) ajv.addFormat(format, true)
  return ajv.addSchema({ $id: 'contract', components: rendered.components })
}

it('has no keyword that JSON Schema 2020-12 lacks', () => {
  const ajv = makeAjv()
  for (const name of Object.keys(rendered.components.schemas)) {
    expect(ajv.compile({ $ref: `contract#/components/schemas/${name}` })).toBeInstanceOf(Function)
  }
  expect(JSON.stringify(rendered.components.schemas)).not.toContain('"nullable"')
})

it('accepts null where the contract does, and nowhere else', () => {
  const ajv = makeAjv()
  for (const [name, schema] of Object.entries(contract.components.schemas as unknown as Record<string, Fields>)) {
    if (typeof schema['type'] !== 'string') continue
    const accepts = ajv.validate({ $ref: `contract#/components/schemas/${name}` }, null)
    expect([name, accepts]).toEqual([name, schema['nullable'] === true])
  }
})

it.each(types)('describes the webhook %s with messages of its type alone', (type) => {
  const { schema, examples = {} } = rendered.webhooks[type]?.post.requestBody.content['application/json'] as {
    readonly schema: { readonly allOf: readonly unknown[] }
    readonly examples?: Record<string, { readonly value: { readonly type: string } }>
  }
  const narrowed = { properties: { type: { const: type } }, type: 'object' }
  expect(schema.allOf).toEqual([{ $ref: '#/components/schemas/WebhookMessage' }, narrowed])
  expect(Object.values(examples).filter(({ value }) => value.type !== type)).toEqual([])
})

it('has no webhooks without the operation that sends them', () => {
  expect(toOpenApi31({ ...contract, paths: {} })).not.toHaveProperty('webhooks')
})
