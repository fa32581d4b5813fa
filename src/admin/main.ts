// `npm run admin`: the command line of the operator.
import { runAdmin } from './program'

// EPIPE (`| head`) is no error; a full disk is: a printed key may be lost
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return
  process.stderr.write(`error: the output cannot be written (${error.message}); repeat the command\n`)
  process.once('exit', () => (process.exitCode = 1))
})

const { stdin, stdout, stderr, env } = process
void runAdmin(process.argv.slice(2), { stdin, stdout, stderr, env }).then((exitCode) => (process.exitCode = exitCode))
