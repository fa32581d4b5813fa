// The bodies of an operation that are the most expensive to read, validate, screen and store, derived from its schema.
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import type { Schema } from '../../contract'
import { resolve } from '../../fuzz/values'
import type { WireBody } from '../../fuzz/wire'

export interface Accounts {
  /** A different verified account each time, because a second submission is refused before its texts are screened. */
  readonly applicant: () => number
  readonly members: readonly number[]
}

export interface WorstBody extends WireBody {
  readonly name: string
}

/** Units of texts, each the worst case of a screen, a pattern or a normalization. */
const alphabets: Readonly<Record<string, string>> = {
  groups: '1 001 ',
  thousands: '123 456 789 ',
  called: 'call 001 002 003 ',
  dialled: '+5000001 ',
  cards: '4111 ',
  addresses: '10.0.0.1 ',
  mails: 'x@-a.de ',
  signs: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa @ @ @ @ ',
  colons: 'a://a:a',
  dots: 'a.',
  tokens: 'eyJaaaaaaaa.',
  ligatures: '\ufdfa',
  marks: '\u0315\u0316',
  prose: 'Lorem ipsum dolor sit. ',
}

/** Items that no array takes, small, so that many fit. */
const wrongItems: Readonly<Record<string, (index: number) => unknown>> = {
  numbers: () => 0,
  empty: () => ({}),
  different: (index) => ({ a: index }),
  nested: (index) => [index],
  words: (index) => `w${index}`,
}

/** A flood lies within so many levels of arrays at most. */
const MOST_ARRAYS_ABOVE = 2

/**
 * @param body null: the operation declares none, but may be sent one
 * @param maxBytes the limit of the body, after decompression
 * @param who the accounts that the bodies name
 */
export function worstBodies(body: Schema | null, maxBytes: number, who: Accounts): WorstBody[] {
  const schema = body ?? {}
  const texts = Object.entries(alphabets).flatMap(([name, unit]) =>
    (['all', 'texts'] as const).map(
      (which) => [`${name}, ${which}`, largest(schema, unit, which, maxBytes, who)] as const,
    ),
  )
  const floods = Array.from({ length: MOST_ARRAYS_ABOVE + 1 }, (_, above) =>
    Object.entries(wrongItems).map(
      ([name, item]) => [`${name} in arrays below ${above}`, flooded(schema, above, item, maxBytes, who)] as const,
    ),
  ).flat()
  return [...distinct([...texts, ...floods]).map(([name, text]) => pack(name, text)), ...shapeless(maxBytes)]
}

const json = { 'Content-Type': 'application/json' }
const blank = Buffer.alloc(64 * 2 ** 20, 0x20)
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const bombs: readonly WorstBody[] = [
  { name: 'gzip bomb', bytes: gzipSync(blank), headers: { ...json, 'Content-Encoding': 'gzip' } },
  { name: 'br bomb', bytes: brotliCompressSync(blank, quality), headers: { ...json, 'Content-Encoding': 'br' } },
]

/** Bodies without a schema: depth, width, repetition and compression. */
function shapeless(maxBytes: number): WorstBody[] {
  const depth = Math.floor(maxBytes / 2) - 1
  const half = Math.floor(maxBytes / 12)
  const names = (name: (index: number) => string): string =>
    `{${Array.from({ length: half }, (_, index) => `"${name(index)}":0`)
      .join(',')
      .slice(0, maxBytes - 2)
      .replace(/,[^,]*$/, '')}}`
  return [
    pack('nested arrays', `${'['.repeat(depth)}${']'.repeat(depth)}`),
    pack(
      'nested objects',
      `${'{"a":'.repeat(Math.floor(maxBytes / 6) - 1)}0${'}'.repeat(Math.floor(maxBytes / 6) - 1)}`,
    ),
    pack(
      'unknown names',
      names((index) => `k${index}`),
    ),
    pack(
      'one name many times',
      names(() => 'a'),
    ),
    pack('array indexes as names', names(String)),
    pack('a number', '9'.repeat(maxBytes)),
    pack('a string of escapes', `"${'\\u0061'.repeat(Math.floor(maxBytes / 6) - 1)}"`),
    ...bombs,
  ]
}

/** Compresses long texts, as an attacker would. */
function pack(name: string, text: string): WorstBody {
  const plain = Buffer.from(text)
  if (plain.length < 16_384) return { name, bytes: plain, headers: json }
  return { name, bytes: gzipSync(plain), headers: { ...json, 'Content-Encoding': 'gzip' } }
}

function distinct(bodies: readonly (readonly [string, string | null])[]): [string, string][] {
  const byText = new Map<string, string>()
  for (const [name, text] of bodies) if (text !== null && !byText.has(text)) byText.set(text, name)
  return [...byText].map(([text, name]) => [name, text])
}

type Which = 'all' | 'texts'

/** The largest body: with `all` properties, or with the required ones and the `texts`. */
function largest(schema: Schema, unit: string, which: Which, maxBytes: number, who: Accounts): string {
  const maker = new Maker(who, unit, which, maxBytes * 0.9)
  return JSON.stringify(maker.make(schema, ''))
}

/** A small body whose arrays at this level are full of wrong items; null: it has none there. */
function flooded(
  schema: Schema,
  above: number,
  item: (index: number) => unknown,
  maxBytes: number,
  who: Accounts,
): string | null {
  let count = 0
  const marked = (node: unknown, depth: number): unknown => {
    if (Array.isArray(node)) {
      if (depth < above) return [marked(node[0], depth + 1)]
      count += 1
      return '\u0000'
    }
    if (node === null || typeof node !== 'object') return node
    return Object.fromEntries(Object.entries(node).map(([name, one]) => [name, marked(one, depth)]))
  }
  const frame = JSON.stringify(marked(JSON.parse(largest(schema, 'a', 'all', 0, who)), 0))
  if (count === 0) return null
  const room = Math.floor((maxBytes - frame.length) / count) - 10
  return frame.replaceAll('"\\u0000"', () => listOf(item, room))
}

function listOf(item: (index: number) => unknown, bytes: number): string {
  const items: string[] = []
  for (let [index, length] = [0, 0]; ; index += 1) {
    const text = JSON.stringify(item(index))
    length += text.length + 1
    if (length > bytes) return `[${items.join(',')}]`
    items.push(text)
  }
}

/** Generates the largest values of a schema. */
class Maker {
  private made = 0

  constructor(
    private readonly who: Accounts,
    private readonly unit: string,
    private readonly which: Which,
    private room: number,
  ) {}

  make(given: Schema, name: string, arraysAbove = 0): unknown {
    const schema = resolve(given)
    if (name === 'userId') return String(this.account(arraysAbove))
    if (schema.enum) return schema.enum[0]
    if (schema.oneOf) {
      const array = schema.oneOf.find((one) => resolve(one).type === 'array')
      return this.make(array ?? schema.oneOf[0] ?? {}, name, arraysAbove)
    }
    switch (schema.type ?? 'object') {
      case 'string':
        return this.text(schema, name)
      case 'integer':
      case 'number':
        return schema.minimum ?? 1
      case 'boolean':
        return true
      case 'array':
        return this.list(schema, name, arraysAbove)
      default:
        return this.object(schema, arraysAbove)
    }
  }

  private account(arraysAbove: number): number {
    this.made += 1
    const { applicant, members } = this.who
    return arraysAbove === 0 ? applicant() : (members[this.made % members.length] ?? 1)
  }

  private text({ pattern, format, minLength = 0, maxLength = 10_000 }: Schema, name: string): string {
    this.made += 1
    if (format === 'date-time') return '2999-12-31T23:59:59Z'
    const expression = new RegExp(pattern ?? '', 'u')
    if (!expression.test(this.unit)) {
      const numbered = `${name}${this.made}`.slice(0, maxLength)
      const [matching = ''] = fc.sample(fc.stringMatching(expression), { seed: this.made, numRuns: 1 })
      return [numbered, '101', '1'].find((one) => expression.test(one)) ?? matching
    }
    const width = Buffer.byteLength(this.unit) / this.unit.length
    const length = Math.max(minLength, Math.min(maxLength, Math.floor(this.room / width)))
    const text = `${this.made} ${this.unit.repeat(Math.ceil(length / this.unit.length))}`.slice(0, length)
    this.room -= Buffer.byteLength(text)
    return text
  }

  private list({ items = {}, minItems = 0, maxItems = 1_000 }: Schema, name: string, above: number): unknown {
    const list: unknown[] = []
    while (list.length < Math.max(minItems, 1) || (list.length < maxItems && this.room > 0)) {
      this.room -= 20
      list.push(this.make(items, name, above + 1))
    }
    return list
  }

  private object(schema: Schema, above: number): object {
    const { properties = {}, required = [], additionalProperties, maxProperties = 1_000 } = schema
    const [, ...others] = schema['x-exactly-one-of'] ?? []
    const isWanted = (name: string, one: Schema): boolean =>
      !others.includes(name) && (this.which === 'all' || required.includes(name) || isFreeText(resolve(one)))
    const own = Object.entries(properties).filter(([name, one]) => isWanted(name, one))
    const made = own.map(([name, one]): [string, unknown] => [name, this.make(one, name, above)])
    if (typeof additionalProperties === 'object') {
      for (let index = 1; index <= maxProperties && (this.room > 0 || index === 1); index += 1) {
        made.push([`q${index}`, this.make(additionalProperties, '', above)])
      }
    }
    return Object.fromEntries(made)
  }
}

const isFreeText = ({ type, enum: values, format }: Schema): boolean =>
  type === 'string' && values === undefined && format === undefined
