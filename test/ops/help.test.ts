// Every command of package.json prints its help.
import { execFile } from 'node:child_process'
import path from 'node:path'
import { scripts } from '../../package.json'

const root = path.join(__dirname, '../..')
/** Commands of other packages, which have their own help. */
const external = ['build', 'test', 'test:tools', 'test:citus']

const commands = Object.entries(scripts)
  .filter(([name]) => !external.includes(name))
  .map(([name, command]) => [name, command.replace('npm run --silent build && ', '').replace(' --watch', '')] as const)

const answerTo = (command: string) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile('sh', ['-c', command], { cwd: root, env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })

it.each(commands)('npm run %s prints its help', async (name, command) => {
  const { code, stdout, stderr } = await answerTo(`${command} --help`)
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain(name === 'dev' ? 'npm start' : name)
})

it.each(['start', 'migrate', 'simulator'] as const)('npm run %s refuses an unknown flag with 2', async (name) => {
  const [, command] = commands.find(([one]) => one === name) ?? []
  const { code, stdout, stderr } = await answerTo(`${command} --verbos`)
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(/^error: .*'?--verbos'?/)])
})

const env = { PATH: `${path.join(root, 'node_modules/.bin')}:${process.env['PATH']}` }
