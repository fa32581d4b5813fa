// The flags of a program without arguments.
import { parseArgs } from 'node:util'
import { build } from './version'

/**
 * Prints the help or the version where it was asked for. Another flag, or an argument, is wrong usage: a line on stderr,
 * and exit code 2.
 * @returns the flags that were given; null: the program ends
 */
export function readFlags<Name extends string>(help: string, names: readonly Name[]): ReadonlySet<Name> | null {
  try {
    const asked = ['help', 'version', ...names]
    const options = Object.fromEntries(asked.map((name) => [name, { type: 'boolean' as const }]))
    const { values } = parseArgs({ options })
    if (values['help'] !== true && values['version'] !== true)
      return new Set(names.filter((name) => values[name] === true))
    process.stdout.write(values['help'] === true ? help : `${build.version}\n`)
  } catch (error) {
    process.stderr.write(`error: ${(error as Error).message}\nSee --help\n`)
    process.exitCode = 2
  }
  return null
}
