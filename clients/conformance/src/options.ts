// The command line.
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { UsageError } from './errors'

const manifest = fs.readFileSync(path.resolve(__dirname, '../package.json'), 'utf8')
export const { version } = JSON.parse(manifest) as { version: string }

export const help = `community-management-conformance --url URL --key KEY --community ID [options]

Checks a deployment against openapi.yaml: success and error responses of every operation, their status, headers, body
and error code, and pagination. Sends only GET and HEAD without --write.

  --url URL             base URL of the deployment, without /v2
  --key KEY             a key of the community; CONFORMANCE_KEY instead hides it from the process list
  --community ID        the community, cmt_…
  --limited-key KEY     a key with few scopes, to check for 403; or CONFORMANCE_LIMITED_KEY
  --write               allow writes. Use a disposable community: members, forms, events, awards, ranks and webhooks are
                        created, changed and deleted
  --users A,B           with --write: accounts to change (default: the first members of the list)
  --applicants A,B      with --write: verified accounts, which may submit responses
  --platform-secret S   with --write: the secret of the platform's webhook, for signed notifications; or
                        CONFORMANCE_PLATFORM_SECRET
  --webhook-url URL     with --write: an https URL that the deployment may call
  --rate-limit          finally exceed the rate limit; blocks the key for a minute
  --quick               check one wrong credential per operation instead of four, and a fifth of the request constraints;
                        a full run takes minutes, because deployments accept 60 requests a minute without a key
  --only a,b            check only these operations
  --max-pages N         maximum pages per list (default 200)
  --timeout N           response timeout in seconds (default 30)
  --contract FILE       the contract (default: the one of this version)
  --junit FILE          write JUnit XML to this file
  --sarif FILE          write SARIF 2.1.0 to this file
  --version             print the version
  --help                print this help

Progress goes to stderr, the report to stdout. Exit codes: 0 the deployment conforms; 1 it does not; 2 an option is wrong;
3 the deployment is not reachable, does not accept the key, or is no server of this API.
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
  readonly sarif: string | null
}

/** In this package; in the project that it is part of, the project's own. */
const ownContract = [path.resolve(__dirname, 'openapi.yaml'), path.resolve(__dirname, '../../../openapi.yaml')]

/**
 * @returns the text to print instead of a run, for --help and --version
 * @throws UsageError for an unknown, missing or invalid option
 */
export function readOptions(args: string[], env: Readonly<Record<string, string | undefined>>): Options | string {
  const values = parse(args)
  if (values.help) return help
  if (values.version) return `${version}\n`
  return {
    url: address(values.url),
    key: headerValue('key', required('key', values.key ?? env['CONFORMANCE_KEY'])),
    community: headerValue('community', required('community', values.community)),
    limitedKey: optionalHeader('limited-key', values['limited-key'] ?? env['CONFORMANCE_LIMITED_KEY']),
    platformSecret: values['platform-secret'] ?? (env['CONFORMANCE_PLATFORM_SECRET'] || null),
    webhookUrl: values['webhook-url'] ?? null,
    ...{ write: values.write, rateLimit: values['rate-limit'], quick: values.quick },
    users: ids('users', values.users),
    applicants: ids('applicants', values.applicants),
    only: values.only?.split(',') ?? null,
    maxPages: wholeNumber('max-pages', values['max-pages'] ?? '200'),
    timeoutMs: wholeNumber('timeout', values.timeout ?? '30') * 1_000,
    contract: readable('contract', values.contract ?? ownContract.find((file) => fs.existsSync(file)) ?? ''),
    junit: writable('junit', values.junit),
    sarif: writable('sarif', values.sarif),
  }
}

function parse(args: string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const options = {
    ...{ url: text, key: text, community: text, users: text, applicants: text, only: text },
    ...{ junit: text, sarif: text, contract: text, timeout: text, 'max-pages': text },
    ...{ 'limited-key': text, 'platform-secret': text, 'webhook-url': text },
    ...{ write: flag, 'rate-limit': flag, quick: flag, help: flag, version: flag },
  }
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function readable(name: string, file: string): string {
  if (fs.existsSync(file)) return file
  throw new UsageError(`--${name} is "${file}", which does not exist`)
}

/** Told before the run, not after it. */
function writable(name: string, file: string | undefined): string | null {
  if (file === undefined) return null
  if (fs.existsSync(path.dirname(path.resolve(file)))) return file
  throw new UsageError(`--${name} is "${file}", whose folder does not exist`)
}

function required(name: string, value: string | undefined): string {
  if (value) return value
  throw new UsageError(`--${name} is missing; see --help`)
}

/** Its value is not repeated: it may be a key. */
function headerValue(name: string, value: string): string {
  const stripped = value.trim()
  if (/^[!-~]+$/.test(stripped)) return stripped
  throw new UsageError(`--${name} has a character that no key or id has; copy it again (it is not shown here)`)
}

const optionalHeader = (name: string, value: string | undefined): string | null =>
  value ? headerValue(name, value) : null

function address(value: string | undefined): string {
  const url = required('url', value)
  if (/^https?:\/\/[^/]/.test(url) && URL.canParse(url)) return url
  throw new UsageError(`--url is "${url}"; it must be a URL such as http://127.0.0.1:8080`)
}

function ids(name: string, value: string | undefined): string[] {
  const given = value?.split(',') ?? []
  const wrong = given.find((id) => !/^[1-9]\d{0,15}$/.test(id))
  if (wrong === undefined) return given
  throw new UsageError(`--${name} contains "${wrong}"; it must be a comma-separated list of user ids`)
}

function wholeNumber(name: string, text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new UsageError(`--${name} is "${text}"; it must be a whole number from 1`)
}
