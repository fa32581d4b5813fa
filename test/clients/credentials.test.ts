// What each client does with a key that was copied badly. Other tests of the clients: packages.test.ts.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { readOptions } from '../../clients/conformance/src/options'
import { hasPython } from './python'

const root = path.resolve(__dirname, '../..')
/** Unusable keys: with a line break, another alphabet, an invisible character, a space; blank. */
const unusable = ['cmk_a\ncmk_b', 'cmk_ключ', 'cmk_a\u200b', 'cmk_a b', ' ']

const typescript = `import { createClient } from './clients/typescript/src/index'
try { createClient({ baseUrl: 'http://127.0.0.1:1', key: process.env.KEY ?? '', communityId: 'cmt_x' }); console.log('made') }
catch (error) { console.log(String(error)) }`
const python = `import os
from community_management import Client
try:
    print("made", Client("http://127.0.0.1:1", os.environ["KEY"], "cmt_x")._headers["Authorization"] == "Bearer cmk_good")
except ValueError as error: print(error)`

const runs: readonly (readonly [string, (key: string) => string])[] = [
  ['TypeScript', (KEY) => run(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', typescript], { KEY })],
  ...(hasPython
    ? [['Python', (KEY: string) => run('python3', ['-c', python], { KEY, PYTHONPATH: 'clients/python/src' })] as const]
    : []),
  [
    'conformance',
    (key) => {
      try {
        const options = readOptions(['--url', 'http://127.0.0.1:1', '--key', key, '--community', ' cmt_x\n'], {})
        return typeof options === 'string' ? options : `made ${options.key === 'cmk_good'} ${options.community}`
      } catch (error) {
        return String(error)
      }
    },
  ],
]

function run(command: string, args: string[], env: Record<string, string>): string {
  const { stdout, stderr } = spawnSync(command, args, { cwd: root, env: { ...process.env, ...env }, encoding: 'utf8' })
  return stdout + stderr
}

describe.each(runs)('the client in %s', (_, made) => {
  it('removes spaces and line ends around a key', () => {
    expect(made(' cmk_good\r\n')).toMatch(/^made(?! false)/)
  })

  it.each(unusable)('refuses %j when it is made, and does not repeat it', (key) => {
    const text = made(key)
    expect(text).toMatch(/key/)
    expect(text).not.toMatch(/made|cmk_a|cmk_b|ключ/)
  })
})
