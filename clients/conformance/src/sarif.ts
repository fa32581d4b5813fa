// The report as SARIF 2.1.0 (OASIS), the form that code scanning services take.
import { createHash } from 'node:crypto'
import type { Report } from './report'
import type { Check } from './session'

/** By the beginning of a check's name; the first that fits. */
const rules: readonly (readonly [RegExp, string, string])[] = [
  [/^401/, 'authentication', 'Requests without valid credentials are refused with 401.'],
  [/^403/, 'authorization', 'A key without the scope is refused with 403.'],
  [/^404/, 'unknown-record', 'Unknown ids, paths and methods are answered with 404.'],
  [/^400/, 'validation', 'A request that breaks a constraint of the contract is refused with 400, naming the place.'],
  [/^429/, 'rate-limit', 'A caller beyond its limit is refused with 429 and told when to come back.'],
  [/Idempotency-Key/, 'idempotency', 'A request sent again with its Idempotency-Key has one effect.'],
  [/ETag|If-None-Match|If-Match/, 'conditional-request', 'ETag, If-None-Match and If-Match work as RFC 9110 says.'],
  [/^page|^limit beyond/, 'pagination', 'A list has each item once, in pages within their limit, and ends.'],
  [/^HEAD/, 'head', 'HEAD answers as GET does, without a body.'],
  [/^/, 'response', 'A response has a status, headers and a body that the contract declares.'],
]

export interface SarifOptions {
  readonly version: string
  /** Of the contract, in the log's artifact locations. */
  readonly uri: string
}

/** One result for each check that failed. */
export function toSarif(report: Report, { version, uri }: SarifOptions): string {
  const { failed, uncovered, notes } = report
  const notifications = [...uncovered.map(([id, reason]) => `${id}: success not verified: ${reason}`), ...notes]
  const run = {
    tool: {
      driver: {
        name: 'community-management-conformance',
        version,
        rules: rules.map(([, id, text]) => ({
          id,
          shortDescription: { text },
          defaultConfiguration: { level: 'error' },
        })),
      },
    },
    invocations: [
      {
        executionSuccessful: true,
        toolExecutionNotifications: notifications.map((text) => ({ level: 'note', message: { text } })),
      },
    ],
    results: failed.map((check) => toResult(check, uri, report.lines.get(check.operation) ?? 1)),
  }
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] }
  return `${JSON.stringify(log, null, 2)}\n`
}

function toResult({ operation, name, problems, line }: Check, uri: string, startLine: number) {
  const ruleIndex = rules.findIndex(([pattern]) => pattern.test(name))
  const text = [`${operation}: ${name}: ${problems.join('; ')}`, ...(line === null ? [] : [line])].join('\n')
  return {
    ...{ ruleId: rules[ruleIndex]?.[1], ruleIndex, level: 'error', message: { text } },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri }, region: { startLine } },
        logicalLocations: [{ name: operation, kind: 'function' }],
      },
    ],
    // the same in the next run, so that a service recognises it
    partialFingerprints: { 'check/v1': createHash('sha256').update(`${operation} ${name}`).digest('hex') },
  }
}
