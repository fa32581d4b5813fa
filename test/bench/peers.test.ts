// The comparison with other frameworks requires equal responses.
import { bench } from './support'

it('this server and its peers give the same responses', async () => {
  const { code, stderr } = await bench('--check', '--members', '60')
  expect(stderr).toContain('4 servers give the same responses')
  expect(code).toBe(0)
  // standard error is not a terminal: no colours
  expect(stderr).not.toContain('\u001b')
})
