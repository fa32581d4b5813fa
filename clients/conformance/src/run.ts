#!/usr/bin/env node
// The command community-management-conformance; in this project `npm run conformance`.
import { setTimeout as sleep } from 'node:timers/promises'
import { styleText } from 'node:util'
import { main } from './main'
import type { Paint } from './report'

const startedAt = performance.now()

/** On a terminal. */
function paintFor(stream: NodeJS.WriteStream): Paint {
  return (style, text) => (stream.isTTY ? styleText(style, text, { stream }) : text)
}

function say(message: string): void {
  const seconds = `${String(Math.round((performance.now() - startedAt) / 1_000)).padStart(4)} s`
  process.stderr.write(`${paintFor(process.stderr)('dim', seconds)}  ${message}\n`)
}

const io = {
  ...{ env: process.env, say, paint: paintFor(process.stdout), sleep: (ms: number) => sleep(ms) },
  out: (text: string) => void process.stdout.write(text),
  err: (text: string) => void process.stderr.write(text),
}
void main(process.argv.slice(2), io).then((code) => {
  process.exitCode = code
  // open connections keep the process alive
  setTimeout(() => process.exit(), 100).unref()
})
