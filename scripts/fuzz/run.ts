// `npm run fuzz`: sends valid and invalid requests for a given time.
import { runCommand, text, wholeNumber } from '../command'

const help = `npm run fuzz -- [options]

Sends valid and invalid requests derived from openapi.yaml to a test server. Every response must conform, none may be an
internal server error, and after each sequence the audit log must match the requests. The first failing sequence is shrunk and
printed as curl commands and as a file for test/fuzz/corpus.

  --minutes N       duration (default 5)
  --seed N          seed of the random generator (default: random)
  --help            print this help

Progress goes to stderr, figures and the failure to stdout. The exit code is 1 after a failure.
`

runCommand(help, { minutes: text('5'), seed: text(String(Date.now() % 1_000_000)) }, async (values) => {
  const { search } = await import('./search.js')
  await search(wholeNumber('minutes', values.minutes), wholeNumber('seed', values.seed, 0))
})
