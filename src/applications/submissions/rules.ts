// Whether answers fit the questions, and what automatic grading makes of them. Pure, and in whole numbers.
import type { Schema } from '../../contract/types'
import { validationFailed } from '../../errors'
import { isChoice, type Definition, type KeyedQuestion } from '../forms/rules'

export type Answers = Schema<'Answers'>
type Issue = Schema<'ValidationIssue'>

const longest = { short: 300, long: 4_000 } as const

/**
 * Required answers complete, choices valid, the response as a whole not empty (spec, Applications 6).
 * @returns the answers without those that say nothing
 * @throws DomainError 400 `validation_failed` naming each place
 */
export function checkAnswers(questions: readonly KeyedQuestion[], answers: Answers): Answers {
  const unknown = Object.keys(answers).filter((id) => !questions.some((question) => question.id === id))
  const issues = [
    ...unknown.map((id) => issue(id, 'additionalProperties', 'is no question of this form')),
    ...questions.flatMap((question) => answerIssues(question, answerTo(question, answers))),
  ]
  if (issues.length > 0) throw validationFailed(issues.slice(0, 50))
  const given = Object.fromEntries(Object.entries(answers).filter(([, answer]) => !isEmpty(answer)))
  if (Object.keys(given).length === 0) {
    throw validationFailed([
      { instancePath: '/body/answers', keyword: 'minProperties', message: 'must answer something' },
    ])
  }
  return given
}

/** A question may be called `constructor`: what every object inherits is no answer. */
function answerTo({ id }: Pick<KeyedQuestion, 'id'>, answers: Answers): string | string[] | undefined {
  return Object.hasOwn(answers, id) ? answers[id] : undefined
}

function answerIssues(question: KeyedQuestion, answer: string | string[] | undefined): Issue[] {
  const { id, type, required } = question
  if (answer === undefined || isEmpty(answer)) return required ? [issue(id, 'required', 'must be answered')] : []
  if (isChoice(question)) return choiceIssues(question, answer)
  if (typeof answer !== 'string') return [issue(id, 'type', 'must be a text')]
  const most = longest[type as keyof typeof longest]
  return [...answer].length > most ? [issue(id, 'maxLength', `must not be longer than ${most} characters`)] : []
}

function choiceIssues({ id, type, options = [] }: KeyedQuestion, answer: string | string[]): Issue[] {
  if (typeof answer === 'string') return [issue(id, 'type', 'must be a list of option ids')]
  if (answer.some((chosen) => !options.some((option) => option.id === chosen))) {
    return [issue(id, 'enum', 'must name options of this question')]
  }
  if (new Set(answer).size < answer.length) return [issue(id, 'uniqueItems', 'must name each option once')]
  return type === 'single' && answer.length > 1 ? [issue(id, 'maxItems', 'must name one option')] : []
}

function isEmpty(answer: string | string[]): boolean {
  return typeof answer === 'string' ? answer.trim() === '' : answer.length === 0
}

function issue(questionId: string, keyword: string, message: string): Issue {
  return { instancePath: `/body/answers/${questionId}`.replaceAll('\0', '').slice(0, 1_000), keyword, message }
}

/** What automatic grading found: how many choice questions, and how many answered exactly. */
export interface Grade {
  readonly correct: number
  readonly graded: number
  readonly passed: boolean
}

/**
 * Grades the choice questions, all weighted alike; a multi-select must name the complete correct set.
 * @param passPercentage 1 to 100; compared in whole numbers, so that the pass mark itself passes
 */
export function grade(definition: Pick<Definition, 'questions'>, answers: Answers, passPercentage: number): Grade {
  const choices = definition.questions.filter(isChoice)
  const correct = choices.filter((question) => isExact(question.answerKey ?? [], answerTo(question, answers))).length
  return { correct, graded: choices.length, passed: correct * 100 >= passPercentage * choices.length }
}

function isExact(key: readonly string[], answer: string | string[] | undefined): boolean {
  return Array.isArray(answer) && answer.length === key.length && key.every((id) => answer.includes(id))
}

/** The score as the contract shows it, in percent with two decimals; null where nothing was graded. */
export function scoreOf(correct: number | null, graded: number | null): number | null {
  if (correct === null || graded === null || graded === 0) return null
  return Math.round((correct * 10_000) / graded) / 100
}
