// A form as a JSON file.
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { makeAjv } from '../contract/ajv'
import { loadContract, withTaggedUnions } from '../contract/document'
import { toIssues } from '../contract/issues'
import type { Schema } from '../contract/types'
import { errorMessage } from '../base/error-message'
import { UsageError } from './failure'
import type { Terminal } from './output'

/**
 * A definition in a file, or on stdin for `-`; also the output of `application show --json`.
 * @throws UsageError with all faults
 */
export async function readForm(
  file: string,
  password: string | undefined,
  { stdin }: Terminal,
): Promise<Schema<'ApplicationCreate'>> {
  const value = parse(await readText(file, stdin))
  const form: unknown = { definition: value['definition'] ?? value, ...(password === undefined ? {} : { password }) }
  const { components } = withTaggedUnions(loadContract())
  const validate = makeAjv({ allErrors: true, discriminator: true }).compile({
    $ref: '#/components/schemas/ApplicationCreate',
    components,
  })
  if (validate(form)) return form as Schema<'ApplicationCreate'>
  const faults = toIssues(validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
  throw new UsageError(`the form of --file is not valid: ${faults.join('; ')}`)
}

async function readText(file: string, stdin: Terminal['stdin']): Promise<string> {
  if (file === '-') return text(stdin)
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`--file cannot be read (${errorMessage(error)})`)
  }
}

function parse(json: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(json)) as Readonly<Record<string, unknown>>
  } catch (error) {
    throw new UsageError(`--file is not JSON (${errorMessage(error)})`)
  }
}
