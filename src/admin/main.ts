// `npm run admin`: the operator's command.
import { runAdmin } from './program'

// a reader that has seen enough (`| head`) is no failure; a disk that is full is, above all when a key was to be kept on it
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return
  process.stderr.write(`error: the output cannot be written (${error.message}); repeat the command\n`)
  process.once('exit', () => (process.exitCode = 1))
})

const { stdin, stdout, stderr, env } = process
void runAdmin(process.argv.slice(2), { stdin, stdout, stderr, env }).then((exitCode) => (process.exitCode = exitCode))
