// The report of a failure: curl commands that repeat it, and a file for the corpus.
import type { Violation } from './trial'
import type { Step } from './steps'
import { encodeBody, targetOf } from './wire'

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The curl command of a step, with `$KEY`, `$COMMUNITY` and `$URL`. */
export function toCurl(step: Step): string {
  const body = encodeBody(step)
  const headers = Object.entries({ ...body?.headers, ...step.headers }).flatMap(([name, value]) =>
    [value].flat().map((one) => `-H ${quoted(`${name}: ${String(one)}`)}`),
  )
  const parts = [
    `curl --path-as-is -i -X ${step.method} "$URL"${quoted(targetOf(step))}`,
    '-H "Authorization: Bearer $KEY" -H "X-Community-Id: $COMMUNITY"',
    ...headers,
    ...(body ? [`--data-binary @<(echo ${body.bytes.toString('base64')} | base64 -d)`] : []),
  ]
  const one = parts.join(' ')
  return (step.times ?? 1) > 1 ? `for i in $(seq ${step.times}); do ${one} & done; wait` : one
}

export function describeFailure({ faults, sent, by, answer }: Violation, steps: readonly Step[]): string {
  return [
    ...faults.map((fault) => `  ${fault.slice(0, 1_500)}`),
    ...(answer ? [`  answered: ${answer.status} ${answer.text.slice(0, 1_500)}`] : []),
    ...(by
      ? [`  by: ${toCurl(by).slice(0, 3_000)}`]
      : sent.slice(-1 - steps.length).map((one) => `  ${toCurl(one).slice(0, 3_000)}`)),
    `  as a file of test/fuzz/corpus: ${JSON.stringify({ why: '', steps })}`,
  ].join('\n')
}
