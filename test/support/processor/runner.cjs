// The runner of jest, which also measures the processor time of each file, and of each file of a group.
const { default: circus } = require('jest-circus/runner')
const { timesOf } = require('./times.cjs')

/** In seconds, of this process, and of those that it started and that have ended. */
function stopwatch() {
  const start = process.cpuUsage()
  const children = endedChildren()
  return () => {
    const { user, system } = process.cpuUsage(start)
    return { own: (user + system) / 1e6, children: endedChildren() - children }
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
