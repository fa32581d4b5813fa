// What of a player's answers a form takes, and what a refusal says of each. Pure.

/** As the contract's `Answers`. */
type Answers = Record<string, string | string[]>
/** As far as it is read here. */
interface Question {
  readonly id: string
  readonly type: string
  readonly options?: readonly { readonly id: string }[]
}

/** Of answers that were given to an earlier version of the form, those that the questions still take. */
export function fitting(questions: readonly Question[], answers: Answers): Answers {
  const entries = questions.flatMap((question): [string, Answers[string]][] => {
    const value = Object.hasOwn(answers, question.id) ? answers[question.id] : undefined
    const { options } = question
    if (options === undefined) return typeof value === 'string' ? [[question.id, value]] : []
    if (!Array.isArray(value)) return []
    const known = value.filter((chosen) => options.some(({ id }) => id === chosen))
    return [[question.id, question.type === 'single' ? known.slice(0, 1) : known]]
  })
  return Object.fromEntries(entries)
}

interface Issue {
  readonly instancePath: string
}

/** The ids of the questions whose answers were refused. */
export function refusedIn({ issues }: Readonly<Record<string, unknown>>): readonly string[] {
  if (!Array.isArray(issues)) return []
  return (issues as Issue[]).flatMap(({ instancePath }) => {
    const [, id] = /^\/body\/answers\/([^/]+)/.exec(instancePath) ?? []
    return id === undefined ? [] : [id.replaceAll('~1', '/').replaceAll('~0', '~')]
  })
}

/** Characters of text answers, as the server counts them. */
export const longest = { short: 300, long: 4_000 } as const

/** What is wrong with an answer. @param isRefused the server said so */
export function faultOf(question: Question, value: Answers[string] | undefined, isRefused: boolean) {
  if (question.type === 'short' || question.type === 'long') {
    if (typeof value === 'string' && [...value].length > longest[question.type]) return 'tooLong'
    const isBlank = typeof value !== 'string' || !/[^\s\u200b-\u200d\u2060\ufeff]/u.test(value)
    if (isRefused) return isBlank ? 'required' : 'notAccepted'
    return null
  }
  if (!isRefused) return null
  return Array.isArray(value) && value.length > 0 ? 'notAccepted' : 'required'
}
