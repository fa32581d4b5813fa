// The command line.
import path from 'node:path'
import { parseArgs } from 'node:util'

export const help = `npm run conformance -- --url URL --key KEY --community ID [options]

Checks a deployment against openapi.yaml: success and error responses of every operation, their status, headers, body
and error code, and pagination. Sends only GET and HEAD without --write.

  --url URL             base URL of the deployment, without /v2
  --key KEY             a key of the community; CONFORMANCE_KEY instead hides it from the process list
  --community ID        the community, cmt_…
  --limited-key KEY     a key with few scopes, to check for 403
  --write               allow writes. Use a disposable community: members, forms, events, awards, ranks and webhooks are
                        created, changed and deleted
  --users A,B           with --write: accounts to change (default: the first members of the list)
  --applicants A,B      with --write: verified accounts, which may submit responses
  --platform-secret S   with --write: the secret of the platform's webhook, for signed notifications
  --webhook-url URL     with --write: an https URL that the deployment may call
  --rate-limit          finally exceed the rate limit; blocks the key for a minute
  --quick               check one wrong credential per operation instead of four, and a fifth of the request constraints;
                        a full run takes long, because deployments accept 60 requests a minute without a key
  --only a,b            check only these operations
  --max-pages N         maximum pages per list (default 200)
  --timeout N           response timeout in seconds (default 30)
  --contract FILE       the contract (default: this project's openapi.yaml)
  --junit FILE          write JUnit XML to this file
  --help                print this help

Progress goes to stderr, the report to stdout. The exit code is 0 when the deployment conforms, 1 when it does not, and 2
when that cannot be determined: the deployment is unreachable, the key is rejected, or an option is invalid.
`

export interface Options {
  readonly url: string
  readonly key: string
  readonly community: string
  readonly limitedKey: string | null
  readonly platformSecret: string | null
  /** null: no webhooks. */
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
 * @returns null for --help
 * @throws for an unknown, missing or invalid option
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
  throw new Error(`--${name} is missing; see --help`)
}

function address(value: string | undefined): string {
  const url = required('url', value)
  if (/^https?:\/\/[^/]/.test(url) && URL.canParse(url)) return url
  throw new Error(`--url is "${url}"; it must be a URL such as http://127.0.0.1:8080`)
}

function ids(name: string, value: string | undefined): string[] {
  const given = value?.split(',') ?? []
  const wrong = given.find((id) => !/^[1-9]\d{0,15}$/.test(id))
  if (wrong === undefined) return given
  throw new Error(`--${name} contains "${wrong}"; it must be a comma-separated list of user ids`)
}

function wholeNumber(name: string, text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new Error(`--${name} is "${text}"; it must be a whole number from 1`)
}
