// What the generators read from the contract. See also `npm run clients -- --check`.
import { operationTable } from '../../generated/operations'
import { keyedOperationsOf, type Contract } from '../../scripts/contract'
import { loadContract } from '../../src/contract/document'

it('the operations of the contract have their parameters, bodies and responses', () => {
  const operations = keyedOperationsOf(loadContract() as unknown as Contract)
  const keyed = Object.entries(operationTable).filter(([, { scope }]) => scope !== null)
  expect(operations.map(({ id }) => id).sort()).toEqual(keyed.map(([id]) => id).sort())
  const duplicate = operations.find(({ id }) => id === 'duplicateApplication')
  expect(duplicate?.body?.required).toBe(false)
  expect(operations.find(({ id }) => id === 'deleteTemplate')?.answer).toBeNull()
})
