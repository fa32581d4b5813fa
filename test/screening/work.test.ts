// Cost for each request. Results equal those of the unoptimised rules.
import fc from 'fast-check'
import type * as cardLibrary from 'card-validator'
import type * as phoneLibrary from 'libphonenumber-js/max'
import { Budget } from '../../src/applications/screening/budget'
import { hasPhone } from '../../src/applications/screening/phone'
import { screenTexts } from '../../src/applications/screening/request'
import { findSensitive } from '../../src/applications/screening/rules'
import { positives } from './corpus'
import { heldOutOrdinary, heldOutPositives } from './held-out'
import { numberSentences } from './numbers'
import { ordinary } from './ordinary'
import { hasPhoneByReference } from './reference'
import { runs } from '../support/runs'

// counts the calls of the libraries
const mockCalls = { count: 0 }
function mockCounting<T extends (...given: never[]) => unknown>(ask: T): T {
  return ((...given) => {
    mockCalls.count += 1
    return ask(...given)
  }) as T
}
jest.mock('libphonenumber-js/max', () => {
  const actual = jest.requireActual<typeof phoneLibrary>('libphonenumber-js/max')
  return { ...actual, parsePhoneNumberFromString: mockCounting(actual.parsePhoneNumberFromString) }
})
jest.mock('card-validator', () => {
  const actual = jest.requireActual<typeof cardLibrary>('card-validator')
  return { ...actual, number: mockCounting(actual.number) }
})
jest.mock('validator/lib/isEmail', () =>
  mockCounting(jest.requireActual<(text: string) => boolean>('validator/lib/isEmail')),
)

/** 50 answers of 4,000 characters. */
function submission(unit: string): [string, string][] {
  return Array.from({ length: 50 }, (_, index) => {
    const begin = `${String.fromCharCode(97 + (index % 26)).repeat(1 + (index % 2))}, `
    return [`answers.q${index}`, (begin + unit.repeat(4_000)).slice(0, 4_000)]
  })
}

const hostileUnits = [
  ...[
    '1 001 ',
    '123 456 789 ',
    '100 100 100 ',
    'call 100 200 ',
    'call 001 002 003 ',
    '1 ',
    '12 1 ',
    '0112 34 56 ',
    '+5000001 ',
  ],
  ...[
    '001 5000001 ',
    '212 55 ',
    '555-123 ',
    '4111 ',
    '0000 ',
    '4111 1111 1111 1113 ',
    '1-1 ',
    'x@-a.de ',
    'a..b@a.com.com ',
  ],
  ...[
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa @ @ @ @ @ @ ',
    'v81.2.3.4 ',
    '10.0.0.1 ',
    'a://a:a',
    '::1 ',
    'ab:',
    '\ufdfa',
    'at ',
  ],
]

describe('the screening of a request', () => {
  it.each(hostileUnits)('has a bounded number of library calls for fifty answers of %j', async (unit) => {
    mockCalls.count = 0
    await screenTexts('cmt_1', submission(unit))
    expect(mockCalls.count).toBeLessThanOrEqual(1_500)
  })

  it('screens equal texts once', async () => {
    const text = 'Call the desk, extension +5000001 or 100 200 300.'
    mockCalls.count = 0
    await screenTexts('cmt_1', [['a', text]])
    const once = mockCalls.count
    await screenTexts(
      'cmt_1',
      Array.from({ length: 500 }, (_, index) => [`a.${index}`, text]),
    )
    expect([once > 0, mockCalls.count]).toEqual([true, once * 2])
  })

  it('ends with the field that exceeds the budget, and skips no text', async () => {
    expect(await screenTexts('cmt_1', submission('1 001 '))).toEqual({ field: 'answers.q0', kind: 'budget_exceeded' })
    const late = [...submission('x@-a.de '), ['last', 'viper@example.com']] as [string, string][]
    expect((await screenTexts('cmt_1', late))?.kind).toBe('budget_exceeded')
  })

  it('needs little of the budget for ordinary texts', () => {
    const texts = [...Object.values(ordinary).flat(), ...heldOutOrdinary, ...numberSentences(500)]
    const clean = texts.filter((text) => findSensitive(text) === null)
    expect(clean.length).toBeGreaterThan(800)
    const budget = new Budget(2_000)
    for (const text of clean) findSensitive(text, budget)
  })

  it('yields to the event loop between slices', async () => {
    let [turns, isOver] = [0, false]
    const turn = (): void => {
      turns += 1
      if (!isOver) setImmediate(turn)
    }
    setImmediate(turn)
    await screenTexts('cmt_1', submission('Lorem ipsum 123 456 789 dolor. '))
    isOver = true
    expect(turns).toBeGreaterThan(1)
  })
})

describe('telephone numbers', () => {
  const digits = (most: number) => fc.stringMatching(new RegExp(`^\\d{1,${most}}$`))
  const opening = fc.constantFrom(
    '',
    '',
    '',
    '+',
    '0',
    '00',
    '+49 ',
    '+1 ',
    '0049 ',
    '011',
    '810',
    '55',
    '7',
    '54',
    '15',
  )
  const between = fc.constantFrom(' ', '-', '.', '/', ' - ', ') ', ' (', '  ', '\n', '')
  const word = fc.constantFrom('', '', 'call ', 'tel ', 'my id ', 'group ', 'score ', 'number ', 'ist. ', 'xp ')
  const number = fc
    .tuple(opening, between, fc.array(digits(5), { minLength: 1, maxLength: 6 }))
    .map(([begin, sign, groups]) => begin + groups.join(sign))
  const row = fc.tuple(opening, digits(13)).map((parts) => parts.join(''))
  const text = fc.tuple(word, fc.oneof(number, row), fc.constantFrom(' ', ', '), word).map((parts) => parts.join(''))

  it('have the results of the library for every window and region', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 2 }), (parts) => {
        const whole = parts.join(' ')
        expect([whole, hasPhone(whole, new Budget(Infinity))]).toEqual([whole, hasPhoneByReference(whole)])
      }),
      // a number with Brazil's carrier code 99
      { numRuns: runs(1_500), examples: [[['0999750000000 call ']]] },
    )
  })

  it('have them in the corpora too', () => {
    const texts = [...positives, ...heldOutPositives]
      .map((one) => one.text)
      .concat(heldOutOrdinary, numberSentences(200))
    const verdicts = texts.map((one) => [one, hasPhone(one, new Budget(Infinity))])
    expect(verdicts).toEqual(texts.map((one) => [one, hasPhoneByReference(one)]))
  })
})
