// `completion`: the scripts, run by the shells that this machine has.
import { execFileSync, spawnSync } from 'node:child_process'
import { listCommands } from '../../scripts/docs/commands'
import { runIn } from './support'

const scriptOf = async (shell: string): Promise<string> => {
  const ran = await runIn({}, ['completion', shell])
  expect(ran).toMatchObject({ exitCode: 0, stderr: '' })
  return ran.stdout
}

async function completed(...words: string[]): Promise<string[]> {
  const program = `${await scriptOf('bash')}
COMP_WORDS=(community-admin "$@"); COMP_CWORD=$#; _community_admin; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['--norc', '-c', program, 'bash', ...words], { encoding: 'utf8' })
    .trim()
    .split('\n')
}

test('bash completes nouns, verbs and flags', async () => {
  expect(await completed('mem')).toEqual(['member'])
  expect(await completed('member', '')).toEqual(['find', 'show', 'award', 'rank', 'history', '--help'])
  expect(await completed('key', 're')).toEqual(['revoke'])
  expect(await completed('member', 'rank', '--user', '1', '--p')).toEqual(['--promote'])
  expect(await completed('member', 'rank', '--a')).toEqual(['--as'])
  expect(await completed('unknown', '')).toEqual([''])
})

test.each(['bash', 'zsh', 'fish'])('the script for %s has every verb and flag', async (shell) => {
  const script = await scriptOf(shell)
  for (const { name, flags } of listCommands()) {
    const [noun = '', verb = ''] = name.split(' ')
    expect(script).toContain(noun)
    expect(script).toContain(verb)
    for (const { long } of flags) expect(script).toContain(shell === 'fish' ? `-l ${long.slice(2)}` : long)
  }
})

/** Without one, the script is only read above. */
const installed = ['zsh', 'fish'].filter((shell) => spawnSync(shell, ['--version']).status === 0)
if (installed.length < 2) process.stdout.write('zsh or fish is missing: the syntax of its completion is not checked\n')
for (const shell of installed) {
  test(`${shell} reads its script`, async () => {
    expect(spawnSync(shell, ['-n'], { input: await scriptOf(shell) })).toMatchObject({ status: 0 })
  })
}
