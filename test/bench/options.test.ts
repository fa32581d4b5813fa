// The command line of the benchmark.
import { bench } from './support'

it('tells how it is used, section by section', async () => {
  const { code, stdout } = await bench('--help')
  expect(code).toBe(0)
  for (const section of ['hot', 'sizes', 'processes', 'limits', 'leak', 'start', 'dispatch', 'scheduler']) {
    expect(stdout).toMatch(new RegExp(`^ +${section} +\\w`, 'm'))
  }
})

it.each([
  [['--only', 'hot,cold'], '--only names "cold"; choose from hot, sizes'],
  [['--peers', 'nobody'], '--peers names "nobody"; choose from ours, fastify'],
  [['--rounds', '0'], '--rounds is "0"; give a whole number from 1 up'],
  [['--leak-requests', '1e6'], '--leak-requests is "1e6"; give a whole number from 1 up'],
  [['--colour'], "Unknown option '--colour'"],
])('%j is refused before anything is started', async (args, message) => {
  const { code, stdout, stderr } = await bench(...args)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain(message)
})
