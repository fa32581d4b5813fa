// Every exported function of the module with odd arguments, generated from the types in its source, in a Luau virtual machine.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startTestApp, type TestApp } from '../support/app'
import { runSpec } from './luau/specs'

const source = fs.readFileSync(path.resolve(__dirname, '../../clients/luau/CommunityClient.luau'), 'utf8')

interface Parameter {
  readonly name: string
  readonly type: string
}
interface Exported {
  readonly owner: string
  readonly name: string
  readonly isMethod: boolean
  readonly parameters: readonly Parameter[]
  readonly returns: string
}

/** Those with the shape of the release before, which they keep until the next one. */
const oldShapes = ['lookUpMembers', 'flush']

/** `who: Who, fields: { string }?` as parameters. */
const parametersIn = (text: string): Parameter[] =>
  [...text.matchAll(/(\w+)(?::\s*((?:\{[^}]*\}|[^,{])+))?(?:,|$)/g)].map(([, name = '', type = 'any']) => ({
    name,
    type: type.trim(),
  }))

function exportedFunctions(): Exported[] {
  const declared = source.matchAll(/^function (Client|Awards)\.([a-z]\w*)\(([^()]*)\)(?:: (.*))?$/gm)
  const all = [...declared].map(([, owner = '', name = '', list = '', returns = '']) => {
    const [first, ...others] = parametersIn(list.replaceAll(/\s+/g, ' ').trim())
    const isMethod = first?.name === 'self' || first?.name === '_self'
    return { owner, name, isMethod, parameters: isMethod || !first ? others : [first, ...others], returns }
  })
  return [...new Map(all.map((one) => [`${one.owner}.${one.name}`, one])).values()]
}
const functions = exportedFunctions()

/** A good value of each type, as Luau. */
const good: Readonly<Record<string, string>> = {
  Who: '103',
  any: '"a"',
  Message: '"busy"',
  '{ [string]: any }': '{}',
  Player: 'player',
  '{ Who }': '{ 103 }',
  '{ Player }': '{ player }',
  '{ string }': '{ "experience" }',
  string: '"abc"',
  number: '5',
  boolean: 'true',
  Request: '{ method = "GET", path = "/v2/ranks" }',
  Options: '{ baseUrl = "https://community.example.com", communityId = "cmt_a", secretName = "CommunityKey" }',
  AwardParts: '{ experience = { op = "increment", amount = 1 } }',
  RankTarget: '{ move = "promote" }',
  RoleChange: '{ roleUniqueId = 5, action = "assign" }',
  Answers: '{ q1 = "Because." }',
}
/** Where the type says less than the function expects. */
const goodByName: Readonly<Record<string, string>> = { op: '"increment"', location: '"/v2/platform-operations/op_a"' }

const odd: Readonly<Record<string, string>> = {
  nil: 'nil',
  'a number': '1.5',
  'a negative number': '-5',
  'a string': '"Won the round"',
  'a table': '{ no = "such" }',
  'a list': '{ {}, 5 }',
  'a Player': 'player',
  'a table that raises': 'raising',
  'a table in itself': 'cyclic',
  'a function': 'print',
  NaN: '0 / 0',
  infinite: 'math.huge',
  empty: '""',
  'an empty table': '{}',
  'too long': 'string.rep("a", 70000)',
  'no UTF-8': '"\\255"',
}

const goodValue = ({ name, type }: Parameter): string => goodByName[name] ?? good[type.replace(/\?$/, '')] ?? 'UNKNOWN'
const isOptional = ({ type }: Parameter): boolean => type.endsWith('?')

interface Case {
  readonly title: string
  readonly luau: string
}

function callOf({ owner, name, isMethod, parameters }: Exported, values: readonly string[]): string {
  const list = parameters.map((one, index) => values[index] ?? goodValue(one)).join(', ')
  const target = owner === 'Client' ? (isMethod ? 'community' : 'Community') : 'community:awards()'
  return `${target}${isMethod ? ':' : '.'}${name}(${list})`
}

function casesOf(one: Exported): Case[] {
  const place = (index: number, value: string): string[] =>
    one.parameters.map((parameter, at) => (at === index ? value : goodValue(parameter)))
  const shape = oldShapes.includes(one.name) ? 'anyShape' : 'oneShape'
  const good = { title: `${one.owner}.${one.name} with good arguments`, luau: `${shape}(false, ${callOf(one, [])})` }
  const odds = one.parameters.flatMap((parameter, index) =>
    Object.entries(odd).map(([what, value]) => {
      const mustRefuse = what === 'NaN' || what === 'a function' || (what === 'nil' && !isOptional(parameter))
      const call = callOf(one, place(index, value))
      return {
        title: `${one.owner}.${one.name} with ${what} as ${parameter.name}`,
        luau: `${shape}(${mustRefuse}, ${call})`,
      }
    }),
  )
  return [good, ...odds]
}

const cases = functions.flatMap(casesOf)

const prelude = `
local Community = hostSource("clients/luau/CommunityClient.luau")()
local community = assert(Community.new({
	baseUrl = hostSetting("url"), communityId = hostSetting("community"), secretName = "CommunityKey", attempts = 1,
}))
local player = { UserId = 103, Name = "Member103", DisplayName = "Member 103" }
local raising = setmetatable({}, { __index = function() error("not to be read") end, __iter = function() error("not to be walked") end })
local cyclic = {}
cyclic.cyclic = cyclic

local function isFailure(failure)
	return type(failure) == "table" and type(failure.code) == "string" and #failure.code > 0 and type(failure.message) == "string"
		and #failure.message > 0 and type(failure.status) == "number" and type(failure.retryable) == "boolean"
		and type(failure.uncertain) == "boolean"
end
local function oneShape(mustRefuse, ...)
	local result, failure = ...
	assert(select("#", ...) <= 2 or select(3, ...) == nil, "more than two values")
	assert((result == nil) ~= (failure == nil), "one of result and failure")
	assert(failure == nil or isFailure(failure), "a failure of another shape")
	assert(not failure or failure.code ~= "client_fault", failure and failure.message)
	assert(not mustRefuse or (failure and failure.code == "argument_invalid"), "was not refused")
end
local function anyShape(mustRefuse, result, second, third)
	assert(not mustRefuse or (result == nil and isFailure(second)), "was not refused")
end
local function case(name, body)
	local passed, problem = pcall(body)
	hostReport(name, if passed then nil else tostring(problem))
end
`

const luauOf = ({ title, luau }: Case): string => `case(${JSON.stringify(title)}, function()\n\t${luau}\nend)\n`

let app: TestApp
const problems = new Map<string, string | null>()
let complaint = ''

beforeAll(async () => {
  app = await startTestApp()
  const community = await app.community()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'luau-arguments-'))
  const file = path.join(folder, 'arguments.spec.luau')
  // a function of Luau has at most 200 local variables, and a file is one
  fs.writeFileSync(file, prelude + cases.map(luauOf).join(''))
  const run = await runSpec(file, app.url, community)
  fs.rmSync(folder, { recursive: true })
  for (const [name, problem] of run.problems) problems.set(name, problem)
  complaint = run.complaint
})
afterAll(() => app.close())

it('the types of the source name every function, and a good value of each parameter', () => {
  expect(functions.length).toBeGreaterThan(30)
  expect(cases.filter(({ luau }) => luau.includes('UNKNOWN'))).toEqual([])
})

it('each function returns a result that may be nil, and a failure that may be nil', () => {
  const returns = functions
    .filter(({ name, returns }) => !oldShapes.includes(name) && !/^\(.+\?, Failure\?\)$/.test(returns))
    .map(({ name }) => name)
  expect(returns).toEqual([])
})

describe.each(functions)('$owner.$name', (one) => {
  it('never throws, and answers with one shape', () => {
    const wrong = casesOf(one)
      .map(({ title }) => [title, problems.get(title)])
      .filter(([, problem]) => problem !== null)
    expect({ wrong, complaint }).toEqual({ wrong: [], complaint: '' })
  })
})
