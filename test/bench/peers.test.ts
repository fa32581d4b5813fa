// The comparison requires equal responses.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { bench } from './support'

it('this server and its peers give the same responses', async () => {
  const { code, stderr } = await bench('--check', '--members', '60')
  expect(stderr).toContain('6 servers give the same responses')
  expect(code).toBe(0)
  // no terminal
  expect(stderr).not.toContain('\u001b')
})

it.each(['ours', 'stock'])('the dispatcher %s answers the request that section dispatch measures', async (kind) => {
  const probe = fork(path.resolve(__dirname, '../../scripts/bench/dispatch-probe.mjs'))
  try {
    probe.send({ kind, operations: 10 })
    expect(await once(probe, 'message')).toEqual([{}, undefined])
  } finally {
    probe.kill()
  }
})
