// Rank changes in the queue.
import type { Schema } from '../../contract/types'
import type { NamedHuman } from '../output'
import { sentenceOf } from '../sentences'
import type { OperatorsView } from './operation'
import type { Override, Overrides, Values } from './override'

type Operation = Schema<'PlatformOperation'> & OperatorsView

const whyOf = (code: string | null): string | null => (code === null ? null : sentenceOf(code))

function toHuman(answer: Values): NamedHuman {
  const operation = answer as unknown as Operation
  const { target, error, result, steps, attempts } = operation
  return {
    fields: [
      ['operation', operation.operationId],
      ['community', operation.communityId],
      ['kind', operation.kind],
      ['user', { account: Number(operation.userId) }],
      ['target', target && `${target.uniqueId} ${target.name ?? '(deleted)'}`],
      ['status', operation.status],
      ['error', error && `${error.code}: ${error.message}`],
      ...(operation.completedAt === null ? ([['waiting for', whyOf(operation.waitingFor ?? null)]] as const) : []),
      ['requested by', { actor: operation.actor }],
      ['with the scope', operation.requiredScope],
      ['request', operation.requestId],
      ['caller waits', operation.awaited ? 'yes' : 'no'],
      ['accepted', operation.createdAt],
      ['deadline', operation.deadlineAt],
      ['first claimed', operation.dispatchedAt],
      ['times claimed', operation.claims],
      ['ended', operation.completedAt],
      ['changed', result && (result.changed ? 'yes' : 'no')],
      ['audit entry', result && result.auditId],
      ...steps.map(stepLine),
    ],
    table: {
      columns: ['AT', 'FROM', 'TO', 'WHY'],
      rows: attempts.map(({ at, from, to, code }) => [at, from, to, whyOf(code)]),
    },
  }
}

const stepLine = (step: Operation['steps'][number]) =>
  ['sent', `${step.at} ${step.verb} ${'role' in step ? step.role : 'the join request'}`] as const

const ofOneOperation: Override = { communityOf: 'operation', adds: 'operation', human: toHuman }

const accountOf = (row: Values): string | null => {
  const { username, userId } = row as unknown as Schema<'PlatformOperationSummary'>
  return username === null ? userId : `${username} (${userId ?? ''})`
}

const whyWaiting = (row: Values): string | null => {
  const { error, waitingFor } = row as unknown as Schema<'PlatformOperationSummary'>
  return error?.message ?? whyOf(waitingFor)
}

export const operationOverrides: Overrides = {
  listPlatformOperations: {
    summary: 'list the rank changes of a community, newest first',
    columns: [
      ['operation', ({ id }) => id],
      'status',
      'kind',
      ['user', accountOf],
      'createdAt',
      ['why', whyWaiting],
      'target',
      'actor',
    ],
    none: 'There are no rank changes.',
    examples: ['', '--status failed --limit 200 --json'],
  },
  retryPlatformOperation: {
    communityOf: 'operation',
    summary: 'queue a failed or cancelled rank change again',
    columns: [['operation', ({ id }) => id], 'kind', 'status', 'target', 'deadlineAt'],
    examples: ['--operation op_…'],
    errors: { 'scheduler-disabled': 'Rank changes are paused. Resume them, then retry.' },
  },
  getPlatformOperation: {
    ...ofOneOperation,
    summary: 'show a rank change: actor, requests sent, status history and error',
    examples: ['--operation op_…'],
  },
  cancelPlatformOperation: {
    ...ofOneOperation,
    summary: 'cancel a queued rank change of which nothing was sent',
    examples: ['--operation op_…'],
  },
}
