// The report: text, and JUnit XML.
import type { Check, Session } from './session'

export interface Report {
  readonly checks: readonly Check[]
  readonly failed: readonly Check[]
  readonly operations: number
  readonly succeeded: number
  /** With the reason. */
  readonly uncovered: readonly (readonly [string, string])[]
  readonly notes: readonly string[]
  readonly requests: number
  /** For rate limits. */
  readonly waitedSeconds: number
  /** Of the operations in the contract. */
  readonly lines: ReadonlyMap<string, number>
}

/** Summarizes a run. */
export function reportOf({ checks, chosen, succeeded, reasons, notes, wire, contract }: Session): Report {
  return {
    checks,
    failed: checks.filter(({ problems }) => problems.length > 0),
    operations: chosen.length,
    succeeded: chosen.filter(({ id }) => succeeded.has(id)).length,
    uncovered: chosen
      .filter(({ id }) => !succeeded.has(id))
      .map(({ id }) => [id, reasons.get(id) ?? 'see the failures']),
    notes,
    requests: wire.count(),
    waitedSeconds: wire.waitedSeconds(),
    lines: contract.lines,
  }
}

export type Paint = (style: 'green' | 'red' | 'bold' | 'dim', text: string) => string

export function toText(report: Report, paint: Paint): string {
  const { checks, failed, operations, succeeded, uncovered, notes, requests, waitedSeconds } = report
  const findings = failed.flatMap(({ operation, name, problems, line }) => [
    `${paint('red', 'FAIL')}  ${paint('bold', operation)}: ${name}`,
    ...problems.map((problem) => `      ${problem}`),
    ...(line === null ? [] : [paint('dim', `      ${line}`)]),
  ])
  const reasons = new Map<string, string[]>()
  for (const [id, reason] of uncovered) reasons.set(reason, [...(reasons.get(reason) ?? []), id])
  const open = [...reasons].map(([reason, ids]) => `      ${ids.join(', ')}: ${reason}`)
  return [
    ...findings,
    ...(open.length === 0 ? [] : ['Success not verified:', ...open]),
    ...notes.map((note) => `Note: ${note}`),
    `${succeeded} of ${operations} operations succeeded; ${checks.length} checks, ${requests} requests${
      waitedSeconds > 0 ? `, ${waitedSeconds} s of waiting for rate limits` : ''
    }.`,
    failed.length === 0
      ? paint('green', 'The deployment conforms in all checks.')
      : paint('red', `${failed.length} checks failed.`),
    '',
  ].join('\n')
}

/** A suite per operation; skipped cases did not succeed. */
export function toJunit({ checks, failed, uncovered }: Report): string {
  const names = [...new Set([...checks.map(({ operation }) => operation), ...uncovered.map(([id]) => id)])]
  const suites = names.map((name) => {
    const own = checks.filter(({ operation }) => operation === name)
    const skipped = uncovered.filter(([id]) => id === name)
    const failures = own.filter(({ problems }) => problems.length > 0).length
    const counts = `tests="${own.length + skipped.length}" failures="${failures}" skipped="${skipped.length}"`
    return [
      `  <testsuite name="${escape(name)}" ${counts}>`,
      ...own.map(toCase),
      ...skipped.map(
        ([id, reason]) =>
          `    <testcase classname="${escape(id)}" name="success"><skipped message="${escape(reason)}"/></testcase>`,
      ),
      '  </testsuite>',
    ].join('\n')
  })
  const counts = `tests="${checks.length + uncovered.length}" failures="${failed.length}" skipped="${uncovered.length}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="conformance" ${counts}>`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n')
}

function toCase({ operation, name, problems, line }: Check): string {
  const opening = `    <testcase classname="${escape(operation)}" name="${escape(name)}"`
  if (problems.length === 0) return `${opening}/>`
  const text = [...problems, ...(line === null ? [] : [line])].join('\n')
  return `${opening}><failure message="${escape(problems[0] ?? '')}">${escape(text)}</failure></testcase>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** For XML, without control characters. */
function escape(text: string): string {
  return text
    .replace(/[&<>"]/g, (letter) => entities[letter] ?? '')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '?')
}
