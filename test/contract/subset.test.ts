// Subsets of the contract: whole by themselves, and written with the lines of the document.
import { parse } from 'yaml'
import { danglingReferences, type Contract } from '../../scripts/contract-rules'
import { operationsOf } from '../../scripts/contract-rules/document'
import { readContractTexts } from '../../src/contract/document'
import { readSelection, textOfSubset, type Form } from '../../src/contract/subset'

const texts = readContractTexts()
const contract = JSON.parse(texts.json) as Contract
const tags = contract.tags.map(({ name }) => name)

function subset(query: string, form: Form = 'yaml', of = texts): string {
  const selection = readSelection(query, tags)
  if (!selection) throw new Error(`${query} asks for no subset`)
  return textOfSubset(of, form, selection)
}

const idsOf = (document: Contract): string[] => operationsOf(document).map(({ id }) => id)

const queries = ['tags=members,ranks', 'tags=webhooks', 'tags=sign-in', 'tags=data-rights', 'only=specification']

describe.each(queries)('%s', (query) => {
  const written = parse(subset(query)) as Contract
  const listed = query.startsWith('tags') ? query.slice('tags='.length).split(',') : null

  it('is the same in YAML and JSON, and a part of the document', () => {
    expect(written).toEqual(JSON.parse(subset(query, 'json')))
    expect(contract).toMatchObject({ paths: written.paths, components: written.components })
    expect(written).toMatchObject({ openapi: contract.openapi, info: contract.info })
  })

  it('has the operations that are asked for, and no others', () => {
    const expected = operationsOf(contract).filter(({ node }) =>
      listed ? node.tags?.some((tag) => listed.includes(tag)) : !node['x-extension'],
    )
    expect(idsOf(written)).toEqual(expected.map(({ id }) => id))
  })

  it('has all that it refers to, and nothing that it does not', () => {
    expect(danglingReferences(written)).toEqual([])
    const text = JSON.stringify(written)
    const { securitySchemes, ...components } = written.components
    const pointers = Object.entries(components).flatMap(([section, entries]) =>
      Object.keys(entries).map((name) => `#/components/${section}/${name}`),
    )
    expect(pointers.filter((pointer) => !text.includes(`"${pointer}"`))).toEqual([])
    expect(pointers.length).toBeGreaterThan(10)
    const { security = [] } = written as { security?: object[] }
    const asked = [...security, ...operationsOf(written).flatMap(({ node }) => node.security ?? [])]
    const schemes = new Set(asked.flatMap((one) => Object.keys(one)))
    expect(Object.keys(securitySchemes).sort()).toEqual([...schemes].sort())
    const used = new Set(operationsOf(written).flatMap(({ node }) => node.tags ?? []))
    expect(written.tags).toEqual(contract.tags.filter(({ name }) => used.has(name)))
  })

  it('in OpenAPI 3.1 has the same operations and components', () => {
    const newer = JSON.parse(subset(query, 'json31')) as Contract & { webhooks?: object }
    expect([newer.openapi, idsOf(newer)]).toEqual(['3.1.0', idsOf(written)])
    expect(danglingReferences(newer)).toEqual([])
    expect(newer.webhooks !== undefined).toBe(query === 'tags=webhooks')
  })
})

it.each(tags)('%s has all that it refers to', (tag) => {
  const document = JSON.parse(subset(`tags=${tag}`, 'json')) as Contract
  expect(danglingReferences(document)).toEqual([])
  expect(operationsOf(document).every(({ node }) => node.tags?.includes(tag))).toBe(true)
})

it('has the lines of the document, so that all tags give all of it', () => {
  const lines = subset(`tags=${tags.join(',')}`).split('\n')
  expect(lines[0]).toMatch(/^# A subset of the contract: /)
  expect(lines.slice(1).join('\n')).toBe(texts.yaml)
})

it('the specification alone has its 29 operations', () => {
  const ids = idsOf(parse(subset('only=specification')) as Contract)
  expect([ids.length, ids]).toEqual([
    29,
    expect.arrayContaining(['listMembers', 'submitRankOperation', 'reviewResponse']),
  ])
  const both = idsOf(parse(subset('tags=ranks&only=specification')) as Contract)
  expect(both).toEqual(['setMemberRank', 'promoteMember', 'demoteMember', 'listRanks'])
})

describe('comments', () => {
  const yaml = `openapi: 3.0.3
tags:
  # -- people --
  - name: members
    description: "# no comment"
  - name: ranks
paths:
  # -- first --
  /a:
    get: { tags: [members] }
  # of b
  /b:
    # to read b
    get: { tags: [members] }
    post:
      tags: [ranks]
      description: |
        # no heading

  # -- second --
  /c:
    get: { tags: [members] }
  /d:
    get: { tags: [ranks], schema: { $ref: '#/components/schemas/B' } }
components:
  schemas:
    # -- first --
    A: {}
    B: {}
`
  const small = { yaml, json: JSON.stringify(parse(yaml)) }

  it('stay with what they are about, and headings with the first part below them', () => {
    expect(subset('tags=ranks', 'yaml', small))
      .toBe(`# A subset of the contract: the operations of ranks, and what they refer to.
openapi: 3.0.3
tags:
  # -- people --
  - name: ranks
paths:
  # -- first --
  # of b
  /b:
    post:
      tags: [ranks]
      description: |
        # no heading

  # -- second --
  /d:
    get: { tags: [ranks], schema: { $ref: '#/components/schemas/B' } }
components:
  schemas:
    # -- first --
    B: {}
`)
  })

  it('are no reason to guess: a name that begins no line is an error', () => {
    const broken = { ...small, yaml: yaml.replace('  /d:\n', '  "/d":\n') }
    expect(() => subset('tags=ranks', 'yaml', broken)).toThrow('no line that begins with "  /d:"')
  })
})

describe('a query', () => {
  it.each([
    ['', null],
    ['v=2', null],
    ['tags=', null],
    ['tags=ranks,members&tags=ranks', { tags: ['members', 'ranks'], onlySpecification: false }],
    ['only=specification', { tags: [], onlySpecification: true }],
    ['tags=ranks&only=specification', { tags: ['ranks'], onlySpecification: true }],
  ])('%j asks for %j', (query, selection) => {
    expect(readSelection(query, tags)).toEqual(selection)
  })

  it.each([
    ['tags=membrs', /has the unknown tag membrs; did you mean members\? The tags are members, ranks, /],
    ['tags=members,planes', /has the unknown tag planes. The tags are members, /],
    ['tag=members', /\/query\/tag is not known here; did you mean tags\?/],
    ['only=extensions', /\/query\/only must be specification/],
    ['tags=webhooks&only=specification', /have no operation of the specification/],
  ])('%s is refused', (query, message) => {
    expect(() => subset(query)).toThrow(message)
  })
})
