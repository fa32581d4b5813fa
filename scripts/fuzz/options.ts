// The command line of the fuzzer.
import { parseArgs } from 'node:util'

const help = `npm run fuzz -- [options]

Sends valid and invalid requests derived from openapi.yaml to a test server. Every response must conform, none may be an
internal server error, and after each sequence the audit log must match the requests. A failing sequence is shrunk and
printed as curl commands and as a file for test/fuzz/corpus.

  --minutes N       duration (default 5; 0.5 is half a minute)
  --seed N          seed of the random generator (default: random)
  --length N        maximum requests per sequence (default 25)
  --operation NAME  only this operation, by its operationId
  --keep-going      continue after a failure
  --help            print this help

Progress goes to stderr, figures and failures to stdout. The exit code is 1 after a failure.
`

export interface Options {
  readonly seconds: number
  readonly seed: number
  readonly length: number
  readonly operation: string | null
  readonly keepGoing: boolean
}

/**
 * --help exits.
 * @throws for an unknown option or an invalid value
 */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '5' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      length: { type: 'string', default: '25' },
      operation: { type: 'string' },
      'keep-going': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(help)
    process.exit(0)
  }
  return {
    seconds: Math.round(numberAboveZero('minutes', values.minutes) * 60),
    seed: wholeNumber('seed', values.seed),
    length: wholeNumber('length', values.length),
    operation: values.operation ?? null,
    keepGoing: values['keep-going'],
  }
}

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new Error(`--${name} is "${text}"; it must be a whole number`)
}

function numberAboveZero(name: string, text: string): number {
  if (/^\d{1,4}(\.\d{1,3})?$/.test(text) && Number(text) > 0) return Number(text)
  throw new Error(`--${name} is "${text}"; it must be a number above 0`)
}
