// Which community a command is about, and what exit codes say.
import type { Command } from 'commander'
import { makeProgram } from '../../src/admin/program'
import { collect, runIn, useAdmin } from './support'
import { Readable } from 'node:stream'

const admin = useAdmin()

/** Every verb with its flags. */
const program = makeProgram({ stdin: Readable.from([]), stdout: collect(false), stderr: collect(false), env: {} })
const verbs = program.commands.flatMap((noun) => noun.commands.map((verb) => ({ noun: noun.name(), verb })))
const withCommunity = verbs.filter(({ verb }) => isOfOneCommunity(verb))

function isOfOneCommunity({ options }: Command): boolean {
  return options.some(({ long, description }) => long === '--community' && description.includes('COMMUNITY, or'))
}

const usage = (noun: string, verb: Command): RegExp =>
  new RegExp(
    `^error: [^\\n]+\\n(\\(Did you mean [^\\n]+\\)\\n)?See npm run admin -- ${noun} (${verb.name()}|list) --help\\n$`,
  )

describe.each(verbs.map(({ noun, verb }) => [`${noun} ${verb.name()}`, noun, verb] as const))('%s', (_, noun, verb) => {
  const isCompletion = noun === 'completion'
  const ofNoun = isCompletion ? /error: / : usage(noun, verb)
  const run = (...flags: string[]) => runIn({}, [noun, verb.name(), ...flags])

  test('answers an unknown flag, a missing flag and a missing value with 2 and its help', async () => {
    const wrong = [
      ['--no-such-flag'],
      ['more'],
      ...(verb.options.some(({ mandatory }) => mandatory) ? [[]] : []),
      ...verb.options.filter(({ required }) => required).map(({ long }) => [long ?? '']),
    ]
    for (const flags of wrong) {
      const ran = await run(...flags)
      expect({ flags, exitCode: ran.exitCode, stdout: ran.stdout }).toEqual({ flags, exitCode: 2, stdout: '' })
      expect(ran.stderr).toMatch(ofNoun)
    }
  })

  test('answers a wrong value with 2 and its help', async () => {
    for (const { long, parseArg, required, argChoices } of verb.options) {
      if (!required || (parseArg === undefined && argChoices === undefined)) continue
      // a value that the flag does not take: all of them refuse one of these
      const values = ['\0', '', 'not one of them', '-1']
      const refused = values.filter((value) => {
        try {
          parseArg?.(value, undefined as never)
          return false
        } catch {
          return true
        }
      })
      if (refused.length === 0) continue
      const ran = await run(long ?? '', refused[0] ?? '')
      expect({ long, exitCode: ran.exitCode, stdout: ran.stdout }).toEqual({ long, exitCode: 2, stdout: '' })
      expect(ran.stderr).toMatch(ofNoun)
    }
  })
})

test('most flags have a parser that refuses a value', () => {
  const parsed = verbs.flatMap(({ verb }) => verb.options).filter(({ parseArg }) => parseArg !== undefined)
  expect(parsed.length).toBeGreaterThan(400)
})

/** The flags that a verb requires, with values that are well formed. */
function requiredOf({ options }: Command): string[] {
  const values = ['1', 'cmt_aaaaaaaaaaaaaaaaaaaa', 'on', '2030-01-01T00:00:00Z', '1h', 'a', 'abcdefghijkl']
  const prefixed = ['app', 'tpl', 'rsp', 'op', 'ble', 'wrn', 'sus', 'evt', 'ety', 'whk', 'msg', 'per', 'rev', 'ses']
  const ids = prefixed.map((prefix) => `${prefix}_aaaaaaaaaaaaaaaaaaaa`)
  return options
    .filter(({ mandatory }) => mandatory)
    .flatMap(({ long, parseArg, argChoices, description }) => {
      const all = [...(argChoices ?? []), ...values, ...ids, 'universe-1', ...description.split(/[^\w-]+/)]
      const taken = all.find((value) => {
        try {
          parseArg?.(value, undefined as never)
          return true
        } catch {
          return false
        }
      })
      return [long ?? '', taken ?? '']
    })
}

test('without a community every verb of one is refused with 1, before it reads anything', async () => {
  expect(withCommunity.length).toBeGreaterThan(130)
  for (const { noun, verb } of withCommunity) {
    const ran = await admin.run([noun, verb.name(), ...requiredOf(verb)])
    expect({ noun, verb: verb.name(), ...ran }).toEqual({
      noun,
      verb: verb.name(),
      exitCode: 1,
      stdout: '',
      stderr: 'error: there is no community; create one with community create --name NAME\n',
    })
  }
})

describe('the community of a command', () => {
  const ids: Record<string, string> = {}
  const create = async (name: string): Promise<void> => {
    ids[name] = (await admin.json(['community', 'create', '--name', name])).communityId
  }
  const shown = async (flags: string[], env: Record<string, string> = {}) =>
    runIn({ ...admin.env, ...env }, ['community', 'show', ...flags, '--json'])
  const idOf = async (flags: string[], env: Record<string, string> = {}) =>
    JSON.parse((await shown(flags, env)).stdout).communityId as string

  test('is the only one', async () => {
    await create('Northern Watch')
    expect(await idOf([])).toBe(ids['Northern Watch'])
    expect((await admin.run(['rank', 'list'])).exitCode).toBe(0)
  })

  test('is asked for where there are several: by flag or variable, by id or name in any case', async () => {
    await create('Southern Watch')
    const { exitCode, stderr } = await shown([])
    expect(exitCode).toBe(2)
    expect(stderr).toBe(
      `error: there are several communities; give --community, or set COMMUNITY: ` +
        `${ids['Northern Watch']} (Northern Watch), ${ids['Southern Watch']} (Southern Watch)\n` +
        'See npm run admin -- community show --help\n',
    )
    const south = ids['Southern Watch'] ?? ''
    for (const value of ['Southern Watch', 'southern watch', south]) {
      expect(await idOf(['--community', value])).toBe(south)
      expect(await idOf([], { COMMUNITY: value })).toBe(south)
    }
    // the flag precedes the variable
    expect(await idOf(['--community', south], { COMMUNITY: 'Northern Watch' })).toBe(south)
  })

  test('is not guessed from a name of several, and an exact name precedes another case', async () => {
    await create('SOUTHERN watch')
    await create('Twin')
    await create('Twin')
    expect(await idOf(['--community', 'SOUTHERN watch'])).toBe(ids['SOUTHERN watch'])
    const { exitCode, stderr } = await shown(['--community', 'southern watch'])
    expect(exitCode).toBe(1)
    for (const id of [ids['Southern Watch'], ids['SOUTHERN watch']]) expect(stderr).toContain(id)
    expect((await shown(['--community', 'Twin'])).stderr).toMatch(
      /several communities have the name Twin; give the id: /,
    )
    const unknown = await shown(['--community', 'Western Watch'])
    expect(unknown).toMatchObject({
      exitCode: 1,
      stderr: 'error: there is no community Western Watch; see community list\n',
    })
  })

  test('is that of the thing, also with the variable of another one', async () => {
    const north = { ...admin.env, COMMUNITY: 'Northern Watch' }
    const made = await runIn(north, ['key', 'create', '--name', 'site', '--scopes', 'members.read', '--json'])
    const { keyId } = JSON.parse(made.stdout) as { keyId: string }
    const ran = await runIn({ ...admin.env, COMMUNITY: 'Southern Watch' }, ['key', 'show', '--key', keyId, '--json'])
    expect(ran.exitCode).toBe(0)
    expect(JSON.parse(ran.stdout)).toMatchObject({ keyId })
  })

  test('is every one for what acts on all, also with the variable; the flag takes a name', async () => {
    const north = { ...admin.env, COMMUNITY: 'Northern Watch' }
    const all = await runIn(north, ['operations', 'pause', '--yes', '--json'])
    expect(JSON.parse(all.stdout)).toMatchObject({ communityId: null })
    await admin.run(['operations', 'resume'])
    const one = await admin.json(['operations', 'pause', '--community', 'Northern Watch', '--yes'])
    expect(one).toMatchObject({ communityId: ids['Northern Watch'] })
  })

  test('is the first line of what cuts others off, also when it is confirmed', async () => {
    const env = { ...admin.env, COMMUNITY: 'Northern Watch' }
    const first = `community Northern Watch (${ids['Northern Watch']})\n`
    const asked = await runIn(env, ['community', 'set', '--api', 'off'])
    expect(asked.exitCode).toBe(2)
    expect(asked.stderr.startsWith(first)).toBe(true)
    expect((await runIn(env, ['community', 'set', '--api', 'off', '--yes'])).stderr).toBe(first)
  })
})
