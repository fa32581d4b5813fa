// Form definitions. Pure.
import type { Schema } from '../../contract/types'
import { DomainError, validationFailed } from '../../base/errors'
import { asSeen } from '../../base/visible'
import type { NamedText } from '../screening/rules'

export type DefinitionInput = Schema<'DefinitionInput'>
/** As stored: group ids are numbers. */
export type Definition = Omit<Schema<'Definition'>, 'eligibility'> & Pick<DefinitionInput, 'eligibility'>
export type KeyedQuestion = Schema<'KeyedQuestion'>
export type ChoiceQuestion = Schema<'KeyedChoiceQuestion'>
type QuestionInput = Schema<'QuestionInput'>
type Issue = Schema<'ValidationIssue'>

export function toDefinition({ eligibility, ...definition }: Definition): Schema<'Definition'> {
  if (eligibility === undefined) return definition
  const { groups, ...rest } = eligibility
  if (groups === undefined) return { ...definition, eligibility: rest }
  return {
    ...definition,
    eligibility: { ...rest, groups: groups.map((group) => ({ ...group, groupId: String(group.groupId) })) },
  }
}

/** TypeScript excludes no alternative by two values of `type`. */
export function isChoice<Question extends { readonly type: KeyedQuestion['type'] }>(
  question: Question,
): question is Extract<Question, { options: unknown }> {
  return question.type === 'single' || question.type === 'multiple'
}

const optionsOf = (question: KeyedQuestion): ChoiceQuestion['options'] => (isChoice(question) ? question.options : [])

/**
 * Texts are not screened.
 * @param makeId for a question or option without id
 * @throws DomainError 400 `validation_failed`
 */
export function completeDefinition(input: DefinitionInput, makeId: () => string): Definition {
  const definition: Definition = {
    name: input.name,
    description: input.description ?? '',
    state: input.state ?? 'closed',
    questions: input.questions.map((question) => completeQuestion(question, makeId)),
    grading: { passPercentage: input.grading?.passPercentage ?? null },
    ...(input.eligibility === undefined ? {} : { eligibility: input.eligibility }),
    ...joinRequestsOf(input),
    ...passAwardsOf(input),
  }
  const issues = [
    ...idIssues(definition),
    ...definition.questions.flatMap(questionIssues),
    ...gradingIssues(definition),
  ]
  if (issues.length > 0) throw validationFailed(issues.slice(0, 50))
  return definition
}

/** Default `ignore`, which is not stored. @param kept for an input without it */
export function joinRequestsOf(
  { joinRequests }: Pick<DefinitionInput, 'joinRequests'>,
  kept?: Definition,
): Pick<Definition, 'joinRequests'> {
  const use = joinRequests ?? kept?.joinRequests ?? 'ignore'
  return use === 'ignore' ? {} : { joinRequests: use }
}

/** The awards of a form that gives nothing are absent. */
export function passAwardsOf(
  { passAwards }: Pick<DefinitionInput, 'passAwards'>,
  kept?: Definition,
): Pick<Definition, 'passAwards'> {
  const awards = passAwards ?? kept?.passAwards ?? {}
  const isEmpty = Object.values(awards).every((given) => Array.isArray(given) && given.length === 0)
  return isEmpty ? {} : { passAwards: awards }
}

/** What a result does to the join request of the account; null: nothing. */
export function joinDecision(
  { joinRequests }: Pick<Definition, 'joinRequests'>,
  status: Schema<'ResponseStatus'>,
): 'accept' | 'decline' | null {
  if (status === 'Passed' && (joinRequests === 'accept' || joinRequests === 'decide')) return 'accept'
  return status === 'Failed' && joinRequests === 'decide' ? 'decline' : null
}

function completeQuestion(question: QuestionInput, makeId: () => string): KeyedQuestion {
  const { id = makeId(), title, description = '', required = true } = question
  const common = { id, title, description, required }
  if (!isChoice(question)) return { ...common, type: question.type }
  const { type, options, answerKey } = question
  return {
    ...common,
    type,
    options: options.map((option) => ({ id: option.id ?? makeId(), label: option.label })),
    ...(answerKey === undefined ? {} : { answerKey }),
  }
}

const at = (index: number, rest = ''): string => `/body/definition/questions/${index}${rest}`

function idIssues({ questions }: Definition): Issue[] {
  return [
    ...repeated(questions.map(({ id }) => id)).map((index) => notUnique(at(index, '/id'))),
    ...questions.flatMap((question, index) =>
      repeated(optionsOf(question).map(({ id }) => id)).map((option) => notUnique(at(index, `/options/${option}/id`))),
    ),
  ]
}

function repeated(values: readonly string[]): number[] {
  return values.flatMap((value, index) => (values.indexOf(value) < index ? [index] : []))
}

function notUnique(instancePath: string): Issue {
  return { instancePath, keyword: 'uniqueItems', message: 'must be unique' }
}

function questionIssues(question: KeyedQuestion, index: number): Issue[] {
  if (!isChoice(question)) return []
  const { options, answerKey = [], type } = question
  const alike = answerKey.length === 0 ? [] : repeated(options.map(({ label }) => asSeen(label)))
  const unknown = answerKey.findIndex((id) => !options.some((option) => option.id === id))
  return [
    ...alike.map((option) => notUnique(at(index, `/options/${option}/label`))),
    ...(unknown >= 0
      ? [
          {
            instancePath: at(index, `/answerKey/${unknown}`),
            keyword: 'enum',
            message: 'must be the id of one of the options',
          },
        ]
      : []),
    ...(type === 'single' && answerKey.length > 1
      ? [
          {
            instancePath: at(index, '/answerKey'),
            keyword: 'maxItems',
            message: 'must contain one option id for a single-choice question',
          },
        ]
      : []),
  ]
}

function gradingIssues(definition: Definition): Issue[] {
  if (!isAutomatic(definition)) return []
  const choices = definition.questions.flatMap((question, index) => (isChoice(question) ? [{ question, index }] : []))
  if (choices.length === 0) {
    const message = 'needs at least one choice question to grade'
    return [{ instancePath: '/body/definition/grading/passPercentage', keyword: 'minItems', message }]
  }
  return choices.flatMap(({ question, index }) => [
    ...(question.required
      ? []
      : [{ instancePath: at(index, '/required'), keyword: 'const', message: 'must be true for automatic grading' }]),
    ...(question.answerKey?.length
      ? []
      : [{ instancePath: at(index, '/answerKey'), keyword: 'required', message: 'is required for automatic grading' }]),
  ])
}

export function isAutomatic({ grading }: Pick<Definition, 'grading'>): boolean {
  return grading.passPercentage !== null
}

/** @throws DomainError 403 `entitlement_required`, 409 `application_required` */
export function assertStorable(
  current: { readonly required: boolean; readonly automatic_grading: boolean },
  next: Pick<Definition, 'state' | 'grading'>,
  mayGrade: boolean,
): void {
  if (isAutomatic(next) && !current.automatic_grading && !mayGrade) throw noAutomaticGrading()
  if (current.required && next.state === 'closed') throw formRequired('closed')
}

export const noAutomaticGrading = (): DomainError =>
  new DomainError('entitlement_required', 'Automatic grading requires active Pro access.')

export function formRequired(what: 'closed' | 'deleted'): DomainError {
  return new DomainError(
    'application_required',
    `This form is required to join, so it cannot be ${what}. Take it out of the join requirements first (setJoinRequirements).`,
  )
}

export function textsOf({ name, description, questions }: Definition): NamedText[] {
  return [
    ['definition.name', name],
    ['definition.description', description],
    ...questions.flatMap((question, index): NamedText[] => [
      [`definition.questions.${index}.title`, question.title],
      [`definition.questions.${index}.description`, question.description],
      ...optionsOf(question).map(({ label }, option): NamedText => [
        `definition.questions.${index}.options.${option}.label`,
        label,
      ]),
    ]),
  ]
}

export function withoutKeys(questions: readonly KeyedQuestion[]): Schema<'Question'>[] {
  return questions.map((question) => {
    const { id, title, description, required } = question
    const common = { id, title, description, required }
    return isChoice(question)
      ? {
          ...common,
          type: question.type,
          options: question.options.map((option) => ({ id: option.id, label: option.label })),
        }
      : { ...common, type: question.type }
  })
}
