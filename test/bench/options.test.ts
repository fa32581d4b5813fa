// Options of the benchmark's command line.
import { bench, benchWith } from './support'

it('--help lists the sections', async () => {
  const { code, stdout } = await bench('--help')
  expect(code).toBe(0)
  const sections = [...stdout.matchAll(/^ {22}(\w+) +\w/gm)].map(([, section]) => section)
  expect(sections.join(' ')).toBe(
    'hot sizes connections processes communities leak start claim schedules scheduler latency overload',
  )
})

it.each([
  [['--only', 'hot,cold'], '--only names "cold"; choose from hot, sizes'],
  [['--rounds', '0'], '--rounds is "0"; it must be a whole number from 1'],
  [['--leak-requests', '1e6'], '--leak-requests is "1e6"; it must be a whole number from 1'],
  [['--colour'], "Unknown option '--colour'"],
])('rejects %j before starting a process', async (args, message) => {
  const { code, stdout, stderr } = await bench(...args)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain(message)
})

it('without wrk it says what to install, before it starts a server', async () => {
  const { code, stdout, stderr } = await benchWith({ PATH: '/nonexistent' }, '--only', 'connections')
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain('wrk is not installed; install it with: apt-get install wrk')
})
