// For `.ci/run`: what the lanes of tests printed with --json.
import fs from 'node:fs'
import path from 'node:path'

const help = `node scripts/ci-results.mjs --files RESULT           the test files with a failure, a line each; of a group
                                                     (scripts/test-groups.mjs) its failed files
node scripts/ci-results.mjs --close FOLDER LANE...   names failed and unstable tests, prints "N passed, N failed"

FOLDER/LANE is the result of a lane, FOLDER/LANE-again that of its failed files, which ran once more, alone. A test that fails
in both is failed. One that fails in the first only is unstable: it is named, and does not fail the run.
`

const [mode, folder, ...names] = process.argv.slice(2)
if (mode === '--files') console.log(filesWithFailure(readResult(folder)).join('\n'))
else if (mode === '--close') close()
else process.stdout.write(help)

/** null: the lane ended before its result */
function readResult(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : null
}

function filesWithFailure(result) {
  const failed = (result?.testResults ?? []).filter(({ status }) => status === 'failed')
  const files = failed.flatMap(({ name, assertionResults }) => {
    const inGroup = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ ancestorTitles = [] }) => ancestorTitles[0] ?? '')
      .filter((title) => title.endsWith('.test.ts'))
    return inGroup.length > 0 ? inGroup.map((file) => path.join('test', file)) : [name]
  })
  return [...new Set(files)]
}

/** A file that fails as a whole has no results of tests: its name stands for them. */
function failuresOf(result) {
  return (result?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [{ title: path.basename(name), message }]
    return failed.map(({ fullName, failureMessages }) => ({
      title: fullName.replace(/^\S+\.test\.ts /, ''),
      message: failureMessages.join('\n'),
    }))
  })
}

function close() {
  let passed = 0
  let failed = 0
  for (const lane of names) {
    const first = readResult(path.join(folder, lane))
    const again = readResult(path.join(folder, `${lane}-again`))
    const before = failuresOf(first)
    const still =
      first === null ? [{ title: 'the lane ended before its result', message: '' }] : failuresOf(again ?? first)
    const isStill = new Set(still.map(({ title }) => title))
    const unstable = before.filter(({ title }) => !isStill.has(title))
    for (const { title, message } of unstable) console.log(`unstable (${lane}), passed alone: ${title}\n${message}`)
    for (const { title, message } of still) console.log(`failed (${lane}): ${title}\n${message}`)
    passed += (first?.numPassedTests ?? 0) + unstable.length
    failed += still.length
  }
  const upgrade = path.join(folder, 'upgrade')
  const rolled = fs.existsSync(upgrade) && /^(\d+) passed, (\d+) failed$/m.exec(fs.readFileSync(upgrade, 'utf8'))
  if (rolled) {
    passed += Number(rolled[1])
    failed += Number(rolled[2])
  }
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}
