// The command line of the fuzzer.
import { parseArgs } from 'node:util'

const help = `npm run fuzz -- [options]

Sends requests made from openapi.yaml, and against it, to a server of its own: every answer must be in the contract, none
may be a failure of the server, and after each sequence the trail must tell what was done and nothing else. What is found
is shrunk to the shortest that still shows it, and printed as curl commands and as a file of test/fuzz/corpus.

  --minutes N       how long (default 5; 0.5 is half a minute)
  --seed N          what is drawn; the same number draws the same (default: another one each time)
  --length N        requests of a sequence at most (default 25)
  --operation NAME  only this operation, by its operationId
  --keep-going      look for more after the first find
  --help            this text

Progress goes to stderr, figures and finds to stdout. The exit code is 1 when something was found.
`

export interface Options {
  readonly seconds: number
  readonly seed: number
  readonly length: number
  readonly operation: string | null
  readonly keepGoing: boolean
}

/**
 * Reads the command line; prints the help and ends the process when asked to.
 * @throws when an option is unknown or has a wrong value
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
  throw new Error(`--${name} is "${text}"; give a whole number`)
}

function numberAboveZero(name: string, text: string): number {
  if (/^\d{1,4}(\.\d{1,3})?$/.test(text) && Number(text) > 0) return Number(text)
  throw new Error(`--${name} is "${text}"; give a number above 0`)
}
