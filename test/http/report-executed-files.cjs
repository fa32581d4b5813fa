// Preloaded into a server process (`node --require`): reports the files of dist/src/ whose functions have run since the
// last report.
const { Session } = require('node:inspector')

const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

process.on('message', () => {
  session.post('Profiler.takePreciseCoverage', (error, coverage) => {
    const scripts = error ? [] : coverage.result.filter(({ functions }) => functions.some(hasRun))
    process.send(scripts.flatMap(({ url }) => /\/dist\/(src\/.+)\.js$/.exec(url)?.[1] ?? []))
  })
})
// the channel must not keep the process alive
process.channel.unref()

const hasRun = ({ ranges: [whole] }) => whole.count > 0
