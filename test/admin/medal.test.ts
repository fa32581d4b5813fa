// The commands `medal` and `qualification`.
import { useAdmin } from './support'

const admin = useAdmin()
const anAward = (name: string, more: object = {}) => ({
  name,
  description: '',
  archived: false,
  roleUniqueId: null,
  createdAt: expect.stringMatching(/Z$/) as string,
  updatedAt: expect.stringMatching(/Z$/) as string,
  ...more,
})

describe.each([
  ['medal', 'medals'],
  ['qualification', 'qualifications'],
])('a %s', (noun, plural) => {
  let communityId: string
  const verb = (name: string, ...flags: string[]) => [noun, name, '--community', communityId, ...flags]
  const list = async () => (await admin.json(verb('list')))[plural] as object[]

  beforeEach(async () => {
    communityId = (await admin.json(['community', 'create', '--name', 'Northern Watch'])).communityId as string
  })

  test('is created once and listed', async () => {
    const create = (name: string, ...more: string[]) => admin.json(verb('create', '--name', name, ...more))
    const auditId = expect.any(String) as string
    expect(await create('Valor')).toEqual({ ...anAward('Valor'), auditId, created: true })
    expect(await create('Valor', '--description', 'Another')).toMatchObject({ name: 'Valor', created: false })
    expect((await admin.run(verb('create', '--name', 'Valor'))).stdout).toContain('It exists already')
    await create('Long "Service"', '--description', 'Ten years')
    expect(await list()).toEqual([anAward('Long "Service"', { description: 'Ten years' }), anAward('Valor')])
  })

  test('is renamed, described, archived and restored, each once', async () => {
    await admin.json(verb('create', '--name', 'Valor'))
    const renamed = { ...anAward('Honour'), auditId: expect.any(String) as string }
    expect(await admin.json(verb('rename', '--name', 'Valor', '--to', 'Honour'))).toEqual(renamed)
    const described = { ...renamed, description: 'Kept' }
    expect(await admin.json(verb('describe', '--name', 'Honour', '--description', 'Kept'))).toEqual(described)
    const archive = verb('archive', '--name', 'Honour')
    expect(await admin.json(archive)).toEqual({ ...described, archived: true })
    expect(await admin.json(archive)).toEqual({ ...described, archived: true, auditId: null })
    expect((await admin.run(archive)).stdout).toContain('No change.')
    expect((await admin.run(verb('list'))).stdout).toMatch(/^NAME +ARCHIVED [^]*Honour +on /)
    expect(await admin.json(verb('restore', '--name', 'Honour'))).toEqual(described)
    expect(await list()).toEqual([anAward('Honour', { description: 'Kept' })])
  })

  test('that is missing, or whose name is taken, is rejected with a message', async () => {
    for (const name of ['Valor', 'Honour']) await admin.json(verb('create', '--name', name))
    expect(await admin.failure(verb('archive', '--name', 'Nothing'))).toContain(`has no ${noun} of that name`)
    expect(await admin.failure(verb('rename', '--name', 'Valor', '--to', 'Honour'))).toContain('It may be archived')
    expect(await admin.failure(verb('create', '--name', '..'))).toContain('--name must')
    expect(await admin.failure(verb('rename', '--name', 'Valor', '--to', 'Honour '))).toContain('--to must')
    const long = verb('describe', '--name', 'Valor', '--description', 'x'.repeat(501))
    expect(await admin.failure(long)).toContain('--description must be at most 500 characters')
    expect(await list()).toHaveLength(2)
  })
})
