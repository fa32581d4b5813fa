// Validation of answers and automatic grading. Pure.
import type { Schema } from '../../contract/types'
import { validationFailed } from '../../base/errors'
import { isVisible } from '../../base/visible'
import { isChoice, type ChoiceQuestion, type Definition, type KeyedQuestion } from '../forms/rules'

export type Answers = Schema<'Answers'>
type Issue = Schema<'ValidationIssue'>

/** Characters of an answer. */
const longest = { short: 300, long: 4_000 } as const

/**
 * Spec, Applications 6.
 * @returns the answers that are not empty
 * @throws DomainError 400 `validation_failed`
 */
export function checkAnswers(questions: readonly KeyedQuestion[], answers: Answers): Answers {
  const unknown = Object.keys(answers).filter((id) => !questions.some((question) => question.id === id))
  const issues = [
    ...unknown.map((id) => issue(id, 'additionalProperties', 'is not a question of this form')),
    ...questions.flatMap((question) => answerIssues(question, answerTo(question, answers))),
  ]
  if (issues.length > 0) throw validationFailed(issues.slice(0, 50))
  const given = Object.fromEntries(Object.entries(answers).filter(([, answer]) => !isEmpty(answer)))
  if (Object.keys(given).length === 0) {
    throw validationFailed([
      { instancePath: '/body/answers', keyword: 'minProperties', message: 'must contain an answer' },
    ])
  }
  return given
}

/** Only own properties count, because a question id may be `constructor`. */
function answerTo({ id }: Pick<KeyedQuestion, 'id'>, answers: Answers): string | string[] | undefined {
  return Object.hasOwn(answers, id) ? answers[id] : undefined
}

function answerIssues(question: KeyedQuestion, answer: string | string[] | undefined): Issue[] {
  const { id, required } = question
  if (answer === undefined || isEmpty(answer)) return required ? [issue(id, 'required', 'must be answered')] : []
  if (isChoice(question)) return choiceIssues(question, answer)
  if (typeof answer !== 'string') return [issue(id, 'type', 'must be a string')]
  const most = longest[question.type]
  return [...answer].length > most ? [issue(id, 'maxLength', `must not be longer than ${most} characters`)] : []
}

function choiceIssues({ id, type, options }: ChoiceQuestion, answer: string | string[]): Issue[] {
  if (typeof answer === 'string') return [issue(id, 'type', 'must be an array of option ids')]
  if (answer.some((chosen) => !options.some((option) => option.id === chosen))) {
    return [issue(id, 'enum', 'must contain option ids of this question only')]
  }
  if (new Set(answer).size < answer.length) return [issue(id, 'uniqueItems', 'must contain each option id once')]
  return type === 'single' && answer.length > 1 ? [issue(id, 'maxItems', 'must contain one option id')] : []
}

function isEmpty(answer: string | string[]): boolean {
  return typeof answer === 'string' ? !isVisible(answer) : answer.length === 0
}

function issue(questionId: string, keyword: string, message: string): Issue {
  return { instancePath: `/body/answers/${questionId}`.replaceAll('\0', '').slice(0, 1_000), keyword, message }
}

export interface Grade {
  readonly correct: number
  readonly graded: number
  readonly passed: boolean
}

/**
 * All questions have equal weights. A multiple-choice answer must equal the whole key.
 * @param passPercentage 1 to 100
 */
export function grade(definition: Pick<Definition, 'questions'>, answers: Answers, passPercentage: number): Grade {
  const choices = definition.questions.filter(isChoice)
  const correct = choices.filter((question) => isExact(question.answerKey ?? [], answerTo(question, answers))).length
  return { correct, graded: choices.length, passed: correct * 100 >= passPercentage * choices.length }
}

function isExact(key: readonly string[], answer: string | string[] | undefined): boolean {
  return Array.isArray(answer) && answer.length === key.length && key.every((id) => answer.includes(id))
}

/** Percent, two decimals; null: not graded. */
export function scoreOf(correct: number | null, graded: number | null): number | null {
  if (correct === null || graded === null || graded === 0) return null
  return Math.round((correct * 10_000) / graded) / 100
}
