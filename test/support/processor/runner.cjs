// The runner of jest, which also measures the processor time and the requests of each file, and of each file of a group.
const { default: circus } = require('jest-circus/runner')
const { subscribe } = require('node:diagnostics_channel')
const { timesOf } = require('./times.cjs')

/** Of supertest; the server's own requests take another way. */
let requests = 0
subscribe('http.client.request.start', () => void requests++)

/** In seconds, of this process, and of those that it started and that have ended. */
function stopwatch() {
  const start = process.cpuUsage()
  const children = endedChildren()
  const sent = requests
  return () => {
    const { user, system } = process.cpuUsage(start)
    return { own: (user + system) / 1e6, children: endedChildren() - children, requests: requests - sent }
  }
}

const endedChildren = () => timesOf('self')?.ended ?? 0

module.exports = async (globalConfig, config, environment, ...rest) => {
  const read = stopwatch()
  let toFirstResult = null
  const parts = []
  let readPart = read
  environment.handleTestEvent = ({ name, describeBlock }) => {
    if (name === 'test_done') toFirstResult ??= read().own
    // the blocks of scripts/test-groups.mjs
    if (describeBlock?.parent?.name !== 'ROOT_DESCRIBE_BLOCK' || !describeBlock.name.endsWith('.test.ts')) return
    if (name === 'run_describe_start') readPart = stopwatch()
    if (name === 'run_describe_finish') parts.push({ name: describeBlock.name, ...readPart() })
  }
  const result = await circus(globalConfig, config, environment, ...rest)
  return { ...result, processor: { ...read(), toFirstResult: toFirstResult ?? read().own, parts } }
}
