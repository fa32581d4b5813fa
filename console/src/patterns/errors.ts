// What errors say to people.
import { errorSentences } from '../../../generated/error-sentences'
import { RequestError, type ErrorCode, type Schema } from '../api'
import { catalogue, textsOf } from './texts'

const texts = catalogue('errors', {
  noAnswer: 'The server does not answer. Check the connection, then try again.',
  unknown: 'The server answered {status}, and not as this page expects. Try again.',
})
const codes = catalogue('error-codes', errorSentences)

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorSentences, code)

/** One sentence for people: that of the contract for the code. The only place where an error becomes a text. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof RequestError)) return error instanceof Error ? error.message : String(error)
  if (error.status === 0) return textsOf(texts)('noAnswer')
  if (error.code === 'unknown') return textsOf(texts)('unknown', { status: error.status })
  // a newer server may have more codes
  return isCode(error.code) ? textsOf(codes)(error.code) : error.message
}

const rules = catalogue('rules', {
  required: 'Fill this in.',
  minLength: 'At least {limit} characters.',
  maxLength: 'At most {limit} characters.',
  minimum: 'At least {limit}.',
  maximum: 'At most {limit}.',
  minItems: 'At least {limit} of them.',
  maxItems: 'At most {limit} of them.',
  uniqueItems: 'Each one only once.',
  enum: 'Choose one of those that are offered.',
  form: 'This does not have the form that is accepted here.',
  hint: 'It {hint}.',
})
const limited = ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems'] as const

/** A rule of the schema in words for people. A hint of the contract says more than the rule, and stays. */
function sentenceOfIssue(keyword: string, message: string): string {
  const t = textsOf(rules)
  const [, limit] = /^must (?:NOT have (?:more|fewer) than|be [<>]=) (-?\d+)/.exec(message) ?? []
  const rule = limited.find((one) => one === keyword)
  if (message === 'is required' || (keyword === 'minLength' && limit === '1')) return t('required')
  if (rule !== undefined && limit !== undefined) return t(rule, { limit: Number(limit) })
  if (/^must be (equal to )?one of the allowed values$/.test(message)) return t('enum')
  if (/^must (match |be (string|integer|number|boolean|array|object))/.test(message)) return t('form')
  if (/^must NOT have duplicate items/.test(message)) return t('uniqueItems')
  return /^(must|is|has|have) /.test(message) ? t('hint', { hint: message }) : message
}

type Issue = Partial<Schema<'ValidationIssue'>>

/**
 * Sentences by the name of the field, for a request whose values were refused: `/body/entries/0/reason` is of the field `reason`.
 * @param names of the fields that the form shows
 */
export function fieldErrorsOf<Name extends string>(
  error: unknown,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  if (!(error instanceof RequestError) || error.status !== 400) return {}
  const { issues = [], field } = error.details as { readonly issues?: readonly Issue[]; readonly field?: string }
  const all = field === undefined ? issues : [...issues, { instancePath: `/body/${field.replaceAll('.', '/')}` }]
  const found: Partial<Record<Name, string>> = {}
  for (const { instancePath = '', keyword = '', message } of all) {
    const name = names.find((one) => instancePath.split('/').includes(one))
    if (name !== undefined)
      found[name] ??= message === undefined ? sentenceOf(error) : sentenceOfIssue(keyword, message)
  }
  return found
}
