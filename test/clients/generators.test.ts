// What the generators read of the contract. See also `npm run clients -- --check`.
import path from 'node:path'
import { operationTable } from '../../generated/operations'
import { operationsOf, readContract } from '../../scripts/clients/contract'

it('readContract returns every operation with its parameters and responses', () => {
  const operations = operationsOf(readContract(path.resolve(__dirname, '../../openapi.yaml')))
  const keyed = Object.entries(operationTable).filter(([, { scope }]) => scope !== null)
  expect(operations.map(({ id }) => id).sort()).toEqual(keyed.map(([id]) => id).sort())
  const duplicate = operations.find(({ id }) => id === 'duplicateApplication')
  expect(duplicate?.body?.required).toBe(false)
  expect(operations.find(({ id }) => id === 'deleteTemplate')?.answer).toBeNull()
})
