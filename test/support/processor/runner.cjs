// The runner of jest, extended: measures processor time and requests of each file, and of each file in a group.
const { default: circus } = require('jest-circus/runner')
const { subscribe } = require('node:diagnostics_channel')
const { timesOf } = require('./times.cjs')

/** Requests of supertest. The server's own requests use undici, which this channel does not see. */
let requests = 0
subscribe('http.client.request.start', () => void requests++)

/** Processor seconds of this process and of its children that have ended; number of requests. */
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
    // the describe blocks that scripts/test-groups.mjs makes, one per file
    if (describeBlock?.parent?.name !== 'ROOT_DESCRIBE_BLOCK' || !describeBlock.name.endsWith('.test.ts')) return
    if (name === 'run_describe_start') readPart = stopwatch()
    if (name === 'run_describe_finish') parts.push({ name: describeBlock.name, ...readPart() })
  }
  const result = await circus(globalConfig, config, environment, ...rest)
  return { ...result, processor: { ...read(), toFirstResult: toFirstResult ?? read().own, parts } }
}
