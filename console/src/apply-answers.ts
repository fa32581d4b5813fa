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
  readonly message: string
}

/** By the id of the question, what a refusal says of its answer. */
export function faultsOf({ issues }: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  if (!Array.isArray(issues)) return new Map()
  return new Map(
    (issues as Issue[]).flatMap(({ instancePath, message }): [string, string][] => {
      const [, id] = /^\/body\/answers\/([^/]+)/.exec(instancePath) ?? []
      return id === undefined ? [] : [[id.replaceAll('~1', '/').replaceAll('~0', '~'), `The answer: ${message}.`]]
    }),
  )
}
