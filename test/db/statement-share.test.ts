// The share of the statements that Kysely's builder writes, and types.
import { shareOf, statementKinds } from '../../scripts/statements/share'

/** Per cent. */
const FLOOR = 78

it('the builder writes at least its share of the statements', () => {
  const kinds = [...statementKinds().values()].flat()
  expect(kinds.length).toBeGreaterThan(250)
  expect(shareOf(kinds)).toBeGreaterThanOrEqual(FLOOR)
})
