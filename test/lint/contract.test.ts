// Rules of the second linter of the contract (scripts/packages/spectral.yaml).
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const packages = path.join(__dirname, '../../scripts/packages')

/** A contract with a breach of each rule that scripts/contract-rules leaves to this linter. */
const breaches = {
  openapi: '3.0.2',
  info: { title: 'A contract', version: '1.0.0' },
  tags: [{ name: 'ranks' }],
  paths: {
    '/v2/ranks': {
      get: {
        operationId: 'list_ranks',
        tags: ['ranks', 'unknown'],
        summary: 'List ranks.',
        parameters: [{ name: 'cursor', in: 'query', schema: { type: 'string' } }],
        responses: { 200: { description: 'Ranks.' }, default: {} },
      },
      post: { operationId: 'list_ranks', responses: { 200: { $ref: '#/nowhere' } } },
    },
  },
  components: {
    schemas: {
      Name: { type: 'string', example: 3 },
      Names: { type: 'array', items: { $ref: '#/components/schemas/Name', nullable: true } },
      Number: { type: 'integer' },
    },
  },
}

const rules = [
  'invalid-ref',
  'no-$ref-siblings',
  'oas3-parameter-description',
  'oas3-schema',
  'oas3-valid-schema-example',
  'openapi-version',
  'operation-description',
  'operation-feature',
  'operation-name',
  'operation-operationId-unique',
  'operation-singular-tag',
  'operation-statuses',
  'operation-summary',
  'operation-tag-defined',
  'operation-tags',
  'owasp:api4:2023-array-limit',
  'owasp:api4:2023-integer-format',
  'owasp:api4:2023-integer-limit-legacy',
  'owasp:api4:2023-string-limit',
  'owasp:api4:2023-string-restricted',
  'parameter-example',
  'tag-description',
]

it('the linter reports a breach of each rule that is left to it', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'contract-'))
  const file = path.join(folder, 'openapi.json')
  fs.writeFileSync(file, JSON.stringify(breaches))
  const linter = path.join(packages, 'node_modules/@stoplight/spectral-cli/dist/index.js')
  const options = ['--ruleset', path.join(packages, 'spectral.yaml'), '--format', 'json', '--quiet']
  const { stdout } = spawnSync(process.execPath, [linter, 'lint', file, ...options], { encoding: 'utf8' })
  fs.rmSync(folder, { recursive: true })
  const reported = (JSON.parse(stdout) as readonly { readonly code: string }[]).map(({ code }) => code)
  expect(rules.filter((rule) => !reported.includes(rule))).toEqual([])
})
