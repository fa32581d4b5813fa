// Completion scripts, run by the shells that this machine has.
import { execFileSync, spawnSync } from 'node:child_process'
import { listCommands } from '../../scripts/docs/commands'
import { onlyWhere } from '../support/only-where'
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

const verbsOfMember = [
  ...['find', 'list', 'show', 'change-experience', 'change-quota-points', 'look-up', 'set-rank', 'promote', 'demote'],
  ...['award-medal', 'remove-medal', 'award-qualification', 'remove-qualification', 'history'],
]

test('bash completes nouns, verbs and flags', async () => {
  expect(await completed('mem')).toEqual(['member'])
  expect((await completed('member', '')).sort()).toEqual(verbsOfMember.concat('--help').sort())
  expect(await completed('key', 're')).toEqual(['resume', 'revoke'])
  expect(await completed('member', 'set-rank', '--user', '1', '--rank-')).toEqual(['--rank-id'])
  expect(await completed('member', 'promote', '--a')).toEqual(['--as'])
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

const isInstalled = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0
const absent = ['zsh', 'fish'].filter((shell) => !isInstalled(shell))
if (absent.length > 0) process.stdout.write(`not run: the completion of ${absent.join(' and ')}, not installed here\n`)

onlyWhere(!absent.includes('zsh'))('zsh reads its script', async () => {
  expect(spawnSync('zsh', ['-n'], { input: await scriptOf('zsh') })).toMatchObject({ status: 0 })
})

onlyWhere(!absent.includes('fish'))('fish completes nouns, verbs and flags', async () => {
  const script = await scriptOf('fish')
  const completedByFish = (line: string): string[] =>
    execFileSync('fish', ['--no-config', '-c', `${script}\ncomplete -C '${line}'`], { encoding: 'utf8' })
      .split('\n')
      .map((choice) => choice.split('\t')[0] ?? '')
      .filter((word) => word !== '')
  expect(completedByFish('community-admin mem')).toEqual(['member'])
  expect(completedByFish('community-admin member ')).toEqual(verbsOfMember.toSorted())
  expect(completedByFish('community-admin key re')).toEqual(['revoke'])
  expect(completedByFish('community-admin member set-rank --rank-')).toEqual(['--rank-id'])
  expect(completedByFish('community-admin unknown ')).toEqual([])
})
