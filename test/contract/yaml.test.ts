import fs from 'node:fs'
import path from 'node:path'
import { yamlFaults } from '../../scripts/lint/yaml'

const inFlow = 'has ? or : in a flow collection, which some YAML 1.1 parsers refuse'
const another = 'is another value in YAML 1.1'

test('every YAML parser reads the contract as the same data', () => {
  const text = fs.readFileSync(path.join(__dirname, '../../openapi.yaml'), 'utf8')
  expect(yamlFaults('openapi.yaml', text)).toEqual([])
})

test.each([
  ['{ title: Why do you apply? }', 'Why do you apply?', inFlow],
  ['{ url: https://example.com }', 'https://example.com', inFlow],
  ['{ off: 1 }', 'off', another],
  ['state: yes', 'yes', another],
  ['answer: n', 'n', another],
  ['duration: 1:30:00', '1:30:00', another],
  ['amount: 1_000', '1_000', another],
  ['code: 0123', '0123', another],
  ['day: 2026-11-23', '2026-11-23', another],
  ['sign: =', '=', 'has a special meaning in YAML 1.1'],
  ['<<: text', '<<', 'has a special meaning in YAML 1.1'],
  ['200: ok', '200', 'is a key of type number'],
  ['null: ok', 'null', 'is a key of type null'],
  ['rate: 1e3', '1e3', 'is not in the form of JSON'],
  ['rate: .5', '.5', 'is not in the form of JSON'],
  ['none: ~', '~', 'is not in the form of JSON'],
  ['state: True', 'True', 'is not in the form of JSON'],
  ['id: 9007199254740993', '9007199254740993', 'is not in the form of JSON'],
])('reports %s with its line', (line, scalar, why) => {
  expect(yamlFaults('a.yaml', `first: 1\n${line.startsWith('{') ? `second: ${line}` : line}\n`)).toEqual([
    `a.yaml:2: ${scalar} ${why}. Quote it.`,
  ])
})

test('accepts the same texts when quoted', () => {
  const text = `{ title: 'Why?', 'off': 1, url: 'https://example.com', day: "2026-11-23", '200': '1:30', half: 0.5, nothing: null }`
  expect(yamlFaults('a.yaml', text)).toEqual([])
})

test('reports a duplicate key with its line', () => {
  expect(() => yamlFaults('a.yaml', 'one: 1\none: 2\n')).toThrow('line 2')
})
