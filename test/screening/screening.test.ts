// Labelled answers, planted items, arbitrary texts and slow texts.
import fc from 'fast-check'
import { Budget } from '../../src/applications/screening/budget'
import { readable } from '../../src/applications/screening/normalise'
import { findSensitive, type SensitiveKind } from '../../src/applications/screening/rules'
import { type Labelled, positives } from './corpus'
import { heldOutOrdinary, heldOutPositives } from './held-out'
import { numberSentences } from './numbers'
import { ordinary } from './ordinary'
import { runs } from '../support/runs'

const kinds: readonly SensitiveKind[] = ['email', 'phone', 'payment_card', 'secret', 'platform_cookie', 'ip_address']
const ordinarySentences = Object.values(ordinary).flat()

function ratio(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole
}

describe('labelled answers', () => {
  const corpus: readonly Labelled[] = [
    ...positives,
    ...heldOutPositives,
    ...[...ordinarySentences, ...heldOutOrdinary].map((text) => ({ kind: null, text })),
  ]
  const results = corpus.map(({ kind, text }) => ({ kind, found: findSensitive(text) }))

  function row(name: string, expected: (kind: SensitiveKind | null) => boolean): string {
    const labels = results.filter(({ kind }) => expected(kind))
    const flagged = results.filter(({ found }) => expected(found))
    const right = labels.filter(({ found }) => expected(found)).length
    const figures = [ratio(right, labels.length), ratio(right, flagged.length)].map((figure) => figure.toFixed(3))
    return [name.padEnd(16), String(labels.length).padStart(5), ...figures.map((figure) => figure.padStart(9))].join(
      ' ',
    )
  }

  test('recall is at least 0.95 and precision at least 0.9', () => {
    const rows = kinds.map((name) => row(name, (kind) => kind === name))
    const header = 'kind             texts    recall precision'
    process.stdout.write(`\n${[header, ...rows, row('any kind', (kind) => kind !== null)].join('\n')}\n`)
    const labels = results.filter(({ kind }) => kind !== null)
    const found = labels.filter((result) => result.found !== null).length
    expect(ratio(found, labels.length)).toBeGreaterThanOrEqual(0.95)
    expect(ratio(found, results.filter((result) => result.found !== null).length)).toBeGreaterThanOrEqual(0.9)
  })

  test('the corpus has the stated size and mix', () => {
    expect(positives.length).toBeGreaterThanOrEqual(130)
    expect(ordinarySentences.length).toBeGreaterThanOrEqual(300)
    expect(Object.keys(ordinary).length).toBeGreaterThanOrEqual(8)
    expect(new Set(positives.map(({ kind }) => kind))).toEqual(new Set(kinds))
  })

  // North American numbers have seven digits without the area code, as ids of groups and players may have
  test.each([
    ['Call 5551234', 'phone'],
    ['my number is 5551234', 'phone'],
    ['5551234', null],
    ['group 5551234', null],
    ['I scored 5551234 points', null],
    ['My user id is 5551234. Call me Jake.', null],
    ['Call me Jake, I am in group 5551234', null],
  ])('seven digits count after a word for a telephone alone: %s', (text, kind) => {
    expect(findSensitive(text)).toBe(kind)
  })

  test('platform ids, dates and scores: false alarms below 1 %', () => {
    const sentences = numberSentences(2_500)
    const alarms = sentences.filter((sentence) => findSensitive(sentence) !== null)
    process.stdout.write(`ids, dates, scores: ${alarms.length} false alarms in ${sentences.length}\n`)
    expect(alarms.length / sentences.length).toBeLessThan(0.01)
  })
})

describe('planted items', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  const upper = letters.toUpperCase()

  function text(alphabet: string, length: number, most = length): fc.Arbitrary<string> {
    return fc
      .array(fc.constantFrom(...alphabet), { minLength: length, maxLength: most })
      .map((characters) => characters.join(''))
  }
  const digits = (length: number) => text('0123456789', length)
  const base62 = (length: number) => text(letters + upper + '0123456789', length)

  function withCheckDigit(body: string): string {
    const sum = [...body].reverse().reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
    return body + String((10 - (sum % 10)) % 10)
  }

  const card = fc
    .tuple(fc.constantFrom('4', '51', '55', '2221'), digits(14), fc.constantFrom('', ' ', '-'))
    .map(([prefix, rest, between]) =>
      (withCheckDigit((prefix + rest).slice(0, 15)).match(/\d{4}/g) ?? []).join(between),
    )

  const items: Readonly<Record<SensitiveKind, fc.Arbitrary<string>>> = {
    email: fc
      .tuple(text(letters + '0123456789', 3, 12), fc.constantFrom('@', ' at ', ' [at] '), text(letters, 6, 12))
      .chain(([name, at, host]) =>
        fc
          .constantFrom('com', 'de', 'co.uk', 'ru', 'jp', 'gg')
          .map((top) =>
            at === ' at ' ? `${name} at ${host} dot ${top.replace('.', ' dot ')}` : `${name}${at}${host}.${top}`,
          ),
      ),
    phone: fc.oneof(
      fc.tuple(digits(3), digits(4)).map(([middle, last]) => `(212) ${middle}-${last}`),
      digits(6).map((rest) => `+44 7911 ${rest}`),
      digits(8).map((rest) => `+49151${rest.replace(/0{2}$/, '12')}`),
      digits(7).map((rest) => `call me: 0151 2${rest}`),
    ),
    payment_card: card,
    secret: fc.oneof(
      base62(36).map((rest) => `ghp_${rest}`),
      text(upper, 16).map((rest) => `AKIA${rest}`),
      fc.tuple(base62(12), base62(49)).map(([id, rest]) => `cmk_${id}_${rest}`),
      fc.tuple(base62(20), base62(40), base62(43)).map((parts) => `eyJ${parts[0]}.eyJ${parts[1]}.${parts[2]}`),
      fc.tuple(text(letters, 5, 9), digits(2)).map(([word, number]) => `password: ${word}${number}`),
    ),
    platform_cookie: text('0123456789ABCDEF', 100).map(
      (rest) => `_|WARNING:-DO-NOT-SHARE-THIS.--Sharing-this|_${rest}`,
    ),
    ip_address: fc.oneof(
      fc.tuple(fc.integer({ min: 11, max: 99 }), fc.nat(255), fc.nat(255), fc.nat(255)).map((parts) => parts.join('.')),
      fc
        .tuple(text('123456789abcdef', 4), text('123456789abcdef', 1, 4))
        .map((parts) => `2001:db8:${parts.join('::')}`),
    ),
  }

  // next to digits or signs, the planted item would be read differently
  const sentence = fc.constantFrom(...ordinarySentences.filter((text) => /^\p{L}[^\d]*[\p{L}.!]$/u.test(text)))

  test.each(kinds)('finds %s in an ordinary sentence', (kind) => {
    fc.assert(
      fc.property(sentence, items[kind], sentence, (before, item, after) => {
        expect(findSensitive(`${before} ${item} ${after}`)).toBe(kind)
      }),
      { numRuns: runs(500) },
    )
  })
})

describe('findSensitive', () => {
  test('accepts any text', () => {
    const units = fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes))
    const points = fc.array(fc.integer({ min: 0, max: 0x10ffff })).map((codes) => String.fromCodePoint(...codes))
    const telling = fc.array(
      fc.constantFrom('@', '+', '0', '1', '.', ':', '-', ' ', '(', 'at', 'dot', '_|', 'eyJ', '\u200b', 'é', 'ff'),
    )
    fc.assert(
      fc.property(
        fc.oneof(
          points,
          units,
          telling.map((parts) => parts.join('')),
        ),
        (text) => {
          findSensitive(text)
        },
      ),
      { numRuns: runs(2_000) },
    )
  })

  test('finds nothing in the empty text and in spaces', () => {
    expect([findSensitive(''), findSensitive(' \n\t')]).toEqual([null, null])
  })
})

describe('findSensitive takes linear time', () => {
  const small = 2_500
  const factor = 16

  /** Processor time in microseconds, which other processes hardly affect; the minimum of the rounds. */
  function cost(unit: string, size: number, rounds: number): number {
    const text = unit.repeat(Math.ceil(size / unit.length)).slice(0, size)
    const times = Array.from({ length: rounds }, () => {
      const start = process.cpuUsage()
      findSensitive(text, new Budget(Infinity))
      const { user, system } = process.cpuUsage(start)
      return user + system
    })
    return Math.min(...times)
  }

  const units = [
    ...[
      'a',
      'a@',
      '@',
      'a@a.',
      'a@b.c.d.',
      'a.',
      ' at ',
      'a at b dot ',
      ' @ ',
      'gmail ',
      '[ ',
      '(at',
      '\u200b',
      '\ufdfa',
    ],
    ...[
      '1',
      '1 ',
      '1.',
      '1-',
      '123 ',
      '555 123 ',
      '0151 2345 ',
      '+49 ',
      '+',
      '(',
      '1 dot ',
      '1.1.1.',
      'ab:',
      ':',
      '::',
    ],
    ...[
      'eyJ',
      'eyJaaaaaaaa.',
      'sk-',
      'M_',
      'Aa1.',
      'aB3',
      '-----BEGIN ',
      '_|WARNING:',
      'a://a:',
      'https://',
      'password: ',
      `token: ${'1'.repeat(500)} `,
      'A',
    ],
  ]

  // 16 times the text: linear is 16 times the cost (up to 100 with garbage collection), quadratic 256
  test.each(units)('for repetitions of %j', (unit) => {
    expect(cost(unit, small * factor, 2)).toBeLessThan(cost(unit, small, 5) * 180 + 50e3)
  })

  test('for stacked combining marks, which are cut before normalisation', () => {
    const heap = '\u0315'.repeat(2_000) + '\u0316'.repeat(2_000)
    expect(readable(`a${heap}b`).length).toBeLessThan(40)
    expect(findSensitive(`Write${heap} to viper@example.com`)).toBe('email')
  })

  test('for a megabyte of the slowest text', () => {
    expect(findSensitive(`${'a@a. 12 '.repeat(131_072)} viper@example.com`)).toBe('email')
  })
})
