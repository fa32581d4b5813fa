#!/usr/bin/env node
// `npm run admin`, installed as `community-admin`: the command line of the operator.
import path from 'node:path'
import { runAdmin } from './program'

// EPIPE (`| head`) is no error; a full disk is: a printed key may be lost
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return
  process.stderr.write(`error: the output cannot be written (${error.message}); repeat the command\n`)
  process.once('exit', () => (process.exitCode = 1))
})

const { stdin, stdout, stderr, env } = process
const [, script = '', ...args] = process.argv
const isInstalled = path.basename(script) === 'community-admin'
const terminal = { stdin, stdout, stderr, env, ...(isInstalled ? { command: 'community-admin' } : {}) }
void runAdmin(args, terminal).then((exitCode) => (process.exitCode = exitCode))
