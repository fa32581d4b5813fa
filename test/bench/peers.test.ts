// The comparison is fair only while all give the same answers: reads and awards of the same members.
import { bench } from './support'

jest.setTimeout(120_000)

it('this server and each of its peers answer the same for the same member', async () => {
  const { code, stderr } = await bench('--check', '--members', '60')
  expect(stderr).toContain('6 servers give the same answers')
  expect(code).toBe(0)
  // no colours where nobody looks at a terminal
  expect(stderr).not.toContain('\u001b')
})
