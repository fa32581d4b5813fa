// The runner of jest, which also measures the processor time of each file.
const { default: circus } = require('jest-circus/runner')

/** In seconds, of this process. */
function secondsSince(start) {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1e6
}

module.exports = async (globalConfig, config, environment, ...rest) => {
  const start = process.cpuUsage()
  let toFirstResult = null
  environment.handleTestEvent = ({ name }) => {
    if (name === 'test_done') toFirstResult ??= secondsSince(start)
  }
  const result = await circus(globalConfig, config, environment, ...rest)
  return { ...result, processor: { total: secondsSince(start), toFirstResult: toFirstResult ?? secondsSince(start) } }
}
