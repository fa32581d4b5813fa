// The models, the place and the pictures that are made from the sources of the module.
import fs from 'node:fs'
import path from 'node:path'
import { toXml } from '../../scripts/clients/luau-files'
import { luauFiles } from '../../scripts/clients/luau'

const folder = path.resolve(__dirname, '../../clients/luau')
const read = (name: string): string => fs.readFileSync(path.join(folder, name), 'utf8')
const makers = luauFiles(() => read('CommunityClient.luau'), read)
const fileOf = (name: string): string => makers[name]?.() ?? ''
const place = fileOf('clients/luau/CommunityPlace.rbxlx')

interface Item {
  readonly className: string
  readonly name: string
  readonly source: string | null
  readonly items: Item[]
}

/** The items of a file, which has one element a line, or text in CDATA. */
function itemsIn(xml: string): Item[] {
  const sources: string[] = []
  const flat = xml.replaceAll(/<!\[CDATA\[([^]*?)\]\]>(?=<\/ProtectedString>)/g, (_, text: string) => {
    sources.push(text.replaceAll(']]]]><![CDATA[>', ']]>'))
    return String(sources.length - 1)
  })
  const root: Item = { className: '', name: '', source: null, items: [] }
  const open = [root]
  for (const line of flat.split('\n')) {
    const className = /^\s*<Item class="(\w+)"/.exec(line)?.[1]
    const name = /<string name="Name">(.*)<\/string>/.exec(line)?.[1]
    const source = /<ProtectedString name="Source">(\d+)</.exec(line)?.[1]
    const last = open.at(-1) ?? root
    if (className) open.push({ className, name: '', source: null, items: [] })
    if (name) Object.assign(last, { name })
    if (source) Object.assign(last, { source: sources[Number(source)] })
    if (line.trim() === '</Item>') open.at(-2)?.items.push(open.pop() ?? root)
  }
  expect(open).toEqual([root])
  return root.items
}

/** `ServerScriptService.CommunityClient`, with the source of a script. */
const scriptsIn = (items: readonly Item[], at = ''): [string, string][] =>
  items.flatMap(({ name, source, items: inner }) => [
    ...(source === null ? [] : [[`${at}${name}`, source] as [string, string]]),
    ...scriptsIn(inner, `${at}${name}.`),
  ])

type Tree = Readonly<Record<string, unknown>>

/** The scripts that a Rojo project names. */
const scriptsOfProject = (tree: Tree, from: string, at = ''): [string, string][] =>
  Object.entries(tree).flatMap(([name, value]) => {
    if (name === '$path' && String(value).endsWith('.luau'))
      return [[at.slice(0, -1), read(path.join(from, String(value)))] as [string, string]]
    return name.startsWith('$') ? [] : scriptsOfProject(value as Tree, from, `${at}${name}.`)
  })
const projectIn = (name: string): Tree => (JSON.parse(read(name)) as { tree: Tree }).tree

it('the place has the scripts of the Rojo project, each with its source', () => {
  const expected = scriptsOfProject(projectIn('screens/default.project.json'), 'screens').sort()
  expect(expected.length).toBe(6)
  expect(scriptsIn(itemsIn(place)).sort()).toEqual(expected)
})

it('the model of the module has its messages, as the Rojo project does', () => {
  const model = scriptsIn(itemsIn(fileOf('clients/luau/CommunityClient.rbxmx')))
  expect(model.map(([name]) => name)).toEqual(['CommunityClient', 'CommunityClient.Messages'])
  expect(scriptsOfProject(projectIn('default.project.json'), '', 'CommunityClient.').sort()).toEqual(model.sort())
})

it('the model of the screens has each element of the layouts', () => {
  const [screens] = itemsIn(fileOf('clients/luau/CommunityScreens.rbxmx'))
  const names = (items: readonly Item[]): string[] => items.flatMap(({ name, items: inner }) => [name, ...names(inner)])
  expect(screens?.items.map(({ className, name }) => `${className} ${name}`)).toEqual([
    'ModuleScript Settings',
    'ScreenGui Board',
    'ScreenGui Application',
  ])
  expect(names(screens?.items ?? [])).toEqual(expect.arrayContaining(['Rows', 'Row', 'Options', 'Consent', 'Show']))
})

it('a source that ends a CDATA section stays whole', () => {
  const source = 'print(a[b[1]]>2)'
  const xml = toXml([{ ClassName: 'Script', Name: 'One', Properties: { Source: { Source: source } } }])
  expect(scriptsIn(itemsIn(xml))).toEqual([['One', source]])
})

it('a property of an unknown type is an error and not left out', () => {
  expect(() => toXml([{ ClassName: 'Frame', Properties: { Rotation3: { Unknown: 1 } } }])).toThrow('Rotation3')
})

it.each(['game-board', 'game-application'])('the picture %s is drawn from the model and says so', (name) => {
  const picture = fileOf(`docs/pictures/${name}.svg`)
  expect(picture).toContain('Drawn from the model; not a screenshot of Roblox.')
  expect(picture).toContain(name === 'game-board' ? '>Around you</text>' : '>Send</text>')
  expect(picture).not.toContain('board.')
})
