// Every text of a reply that people wrote, enumerated from x-written-by-people, through the module's filter, in a Luau virtual machine.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {
  mediaOf,
  operationsOf,
  resolved,
  responsesOf,
  type Contract,
  type Schema,
} from '../../scripts/contract-rules/document'
import { readYaml } from '../../scripts/contract-rules/lines'
import { runSpec } from './luau/specs'

const root = path.resolve(__dirname, '../..')
const contract = readYaml(fs.readFileSync(path.join(root, 'openapi.yaml'), 'utf8')).value as Contract

/** What the simulated filter removes. */
const UNFILTERED = 'unfiltered'
let written = 0

const isOpen = ({ additionalProperties }: Schema): boolean => additionalProperties === true

/** Values of a schema: each variant of a `oneOf` occurs in one of them. A text that people wrote is {@link UNFILTERED}. */
function samplesOf(schema: Schema, depth = 0): unknown[] {
  const { node } = resolved(contract, { at: [], node: schema })
  if (depth > 12) return [{}]
  const variants = node.oneOf ?? node.anyOf ?? node.allOf
  if (variants && !node.properties) return variants.flatMap((one) => samplesOf(one, depth + 1))
  const isWritten = node['x-written-by-people'] === true
  if (isWritten && (isOpen(node) || node.type === 'object'))
    return [{ note: UNFILTERED, several: [UNFILTERED, { deep: UNFILTERED }], count: 1 }]
  if (node.type === 'array') return [node.items ? samplesOf(node.items, depth + 1) : []]
  if (node.type === 'object') return objectsOf(node, depth)
  if (node.type === 'string') return [isWritten ? UNFILTERED : 'kept']
  return [node.type === 'boolean' ? true : 7]
}

function objectsOf({ properties = {}, additionalProperties }: Schema, depth: number): unknown[] {
  const entry = typeof additionalProperties === 'object' ? samplesOf(additionalProperties, depth + 1) : []
  const named = Object.entries(properties).map(([name, one]) => [name, samplesOf(one, depth + 1)] as const)
  const mapped = entry.map((value, index) => [`entry${index}`, [value]] as const)
  const fields = [...named, ...mapped]
  const count = Math.max(1, ...fields.map(([, values]) => values.length))
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(fields.map(([name, values]) => [name, values[index % values.length]])),
  )
}

const samples = operationsOf(contract).flatMap((operation) =>
  responsesOf(contract, operation).flatMap((response) =>
    mediaOf(response).map(({ node }) => ({
      title: `${operation.id} ${response.status}`,
      values: samplesOf(node.schema),
    })),
  ),
)
/** The replies of errors are the same for many operations. */
const distinct = [...new Map(samples.map((sample) => [JSON.stringify(sample.values), sample])).values()]

const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

const spec = `
local HttpService = game:GetService("HttpService")
local Community = hostSource("clients/luau/CommunityClient.luau")()
local community = assert(Community.new({ baseUrl = "https://community.example.com", communityId = "cmt_a", secretName = "CommunityKey" }))
local viewer = { UserId = 42, Name = "Viewer" }
Players.present = { viewer }
local function show(title, text)
	local value = HttpService:JSONDecode(text)
	local shown, failure = community:forDisplay(value, viewer)
	local everybody, other = community:forDisplay(value)
	hostReport(title, HttpService:JSONEncode({ one = shown or tostring(failure), all = everybody or tostring(other), given = value }))
end
${distinct.map(({ title, values }) => `show(${quoted(title)}, ${quoted(JSON.stringify(values))})`).join('\n')}
`

let shown: Map<string, string | null>
let complaint = ''

beforeAll(async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'luau-text-'))
  const file = path.join(folder, 'text.spec.luau')
  fs.writeFileSync(file, spec)
  const run = await runSpec(file, 'http://localhost', { communityId: 'cmt_a', key: 'cmk_a' })
  fs.rmSync(folder, { recursive: true })
  shown = run.problems
  complaint = run.complaint
})

/** As the simulated filter answers. */
const filteredFor = (values: unknown, viewer: string): unknown =>
  JSON.parse(JSON.stringify(values).replaceAll(`"${UNFILTERED}"`, `"filtered for ${viewer}"`))

it('the replies have texts that people wrote', () => {
  written = distinct.filter(({ values }) => JSON.stringify(values).includes(UNFILTERED)).length
  expect(written).toBeGreaterThan(50)
})

it.each(distinct)(
  '$title: what people wrote is filtered for a player and for everybody, and the rest is kept',
  ({ title, values }) => {
    expect(complaint).toBe('')
    const { one, all, given } = JSON.parse(shown.get(title) ?? '{}') as Record<string, unknown>
    expect(one).toEqual(filteredFor(values, '42'))
    expect(all).toEqual(filteredFor(values, 'everybody'))
    expect(given).toEqual(values)
  },
)
