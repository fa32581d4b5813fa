// The command line of the conformance runner.
import path from 'node:path'
import { parseArgs } from 'node:util'

export const help = `npm run conformance -- --url URL --key KEY --community ID [options]

Holds a deployment against openapi.yaml: what every operation answers when all is well and what it refuses, status,
headers, body, error code, lists to their end. It sends nothing but GET and HEAD unless it is told to write.

  --url URL             where the deployment is, without /v2
  --key KEY             a key of the community; also CONFORMANCE_KEY, which no list of processes shows
  --community ID        the community, cmt_…
  --limited-key KEY     another key, with a scope or two: what it lacks must be refused (403)
  --write               also write. Only for a community that may be thrown away: members, forms, events, awards, ranks
                        and webhooks are made, changed and deleted
  --users A,B           with --write: ids of accounts to write about (default: the first members of the list)
  --applicants A,B      with --write: ids of verified accounts, which may submit forms
  --platform-secret S   with --write: the secret of the platform's webhook, to sign a notification
  --webhook-url URL     with --write: an https address of yours that the deployment may call
  --rate-limit          last of all, ask until the deployment refuses (429); uses the key up for a minute
  --quick               for each operation one wrong credential instead of four, and a fifth of the constraints of requests:
                        without a key a deployment lets 60 requests a minute in, and the runner waits where it is told to
  --only a,b            only these operations
  --max-pages N         pages of a list at most (default 200)
  --timeout N           seconds to wait for an answer (default 30)
  --contract FILE       the contract (default: openapi.yaml here)
  --junit FILE          also write JUnit's XML to this file
  --help                this text

Progress goes to stderr, the report to stdout. The exit code is 0 when all is as the contract says, 1 when something is
not, and 2 when nothing could be said: the deployment cannot be reached, the key is not accepted, an option is wrong.
`

export interface Options {
  readonly url: string
  readonly key: string
  readonly community: string
  readonly limitedKey: string | null
  /** The secret of the platform's webhook. */
  readonly platformSecret: string | null
  /** Where webhooks may be sent; null: none are made. */
  readonly webhookUrl: string | null
  readonly write: boolean
  readonly rateLimit: boolean
  readonly quick: boolean
  readonly users: readonly string[]
  readonly applicants: readonly string[]
  readonly only: readonly string[] | null
  readonly maxPages: number
  readonly timeoutMs: number
  readonly contract: string
  readonly junit: string | null
}

/**
 * Reads the command line.
 * @returns null when the help was asked for
 * @throws when an option is unknown, missing or has a wrong value
 */
export function readOptions(args: string[], env: Readonly<Record<string, string | undefined>>): Options | null {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({
    args,
    options: {
      ...{
        url: text,
        key: text,
        community: text,
        users: text,
        applicants: text,
        only: text,
        junit: text,
        contract: text,
      },
      ...{ 'limited-key': text, 'platform-secret': text, 'webhook-url': text, 'max-pages': text, timeout: text },
      ...{ write: flag, 'rate-limit': flag, quick: flag, help: flag },
    },
  })
  if (values.help) return null
  return {
    url: address(values.url),
    key: required('key', values.key ?? env['CONFORMANCE_KEY']),
    community: required('community', values.community),
    limitedKey: values['limited-key'] ?? null,
    platformSecret: values['platform-secret'] ?? null,
    webhookUrl: values['webhook-url'] ?? null,
    ...{ write: values.write, rateLimit: values['rate-limit'], quick: values.quick },
    users: ids('users', values.users),
    applicants: ids('applicants', values.applicants),
    only: values.only?.split(',') ?? null,
    maxPages: wholeNumber('max-pages', values['max-pages'] ?? '200'),
    timeoutMs: wholeNumber('timeout', values.timeout ?? '30') * 1_000,
    contract: values.contract ?? path.resolve(__dirname, '../../openapi.yaml'),
    junit: values.junit ?? null,
  }
}

function required(name: string, value: string | undefined): string {
  if (value) return value
  throw new Error(`--${name} is missing; --help shows what there is`)
}

function address(value: string | undefined): string {
  const url = required('url', value)
  if (/^https?:\/\/[^/]/.test(url) && URL.canParse(url)) return url
  throw new Error(`--url is "${url}"; give an address such as http://127.0.0.1:8080`)
}

function ids(name: string, value: string | undefined): string[] {
  const given = value?.split(',') ?? []
  const wrong = given.find((id) => !/^[1-9]\d{0,15}$/.test(id))
  if (wrong === undefined) return given
  throw new Error(`--${name} names "${wrong}"; give user ids, separated by commas`)
}

function wholeNumber(name: string, text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new Error(`--${name} is "${text}"; give a whole number from 1 up`)
}
