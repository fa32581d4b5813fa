// Models and a place in Roblox's XML format, and drawings of the screens, from the sources of clients/luau.

/** An instance as a Rojo model (`.model.json`) has it. */
export interface Model {
  readonly Name?: string
  readonly ClassName: string
  readonly Properties?: Readonly<Record<string, unknown>>
  readonly Children?: readonly Model[]
}

/** Values of the engine's enums that the models use. */
const ENUMS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  TextXAlignment: { Left: 0, Right: 1, Center: 2 },
  TextYAlignment: { Top: 0, Center: 1, Bottom: 2 },
  TextTruncate: { None: 0, AtEnd: 1 },
  SortOrder: { Name: 0, LayoutOrder: 2 },
  AutomaticCanvasSize: { None: 0, X: 1, Y: 2, XY: 3 },
}
const COLORS = ['BackgroundColor3', 'TextColor3']
const INTEGERS = ['ScrollBarThickness', 'LayoutOrder', 'BorderSizePixel']

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const parts = (names: string, values: readonly number[]): string =>
  names
    .split(' ')
    .map((name, index) => `<${name}>${values[index]}</${name}>`)
    .join('')

interface Typed {
  readonly UDim2?: readonly [readonly [number, number], readonly [number, number]]
  readonly UDim?: readonly number[]
  readonly Vector3?: readonly number[]
  readonly Position?: readonly number[]
  readonly Source?: string
}

/** @throws Error for a value whose type is unknown */
function property(name: string, value: unknown): string {
  const element = (kind: string, content: string): string => `<${kind} name="${name}">${content}</${kind}>`
  if (name in ENUMS) {
    const number = ENUMS[name]?.[String(value)]
    if (number !== undefined) return element('token', String(number))
  } else if (typeof value === 'boolean') return element('bool', String(value))
  else if (typeof value === 'number') return element(INTEGERS.includes(name) ? 'int' : 'float', String(value))
  else if (typeof value === 'string') return element('string', escapeXml(value))
  else if (COLORS.includes(name)) return element('Color3', parts('R G B', value as number[]))
  const typed = value as Typed
  if (typed.UDim2) return element('UDim2', parts('XS XO YS YO', typed.UDim2.flat()))
  if (typed.UDim) return element('UDim', parts('S O', typed.UDim))
  if (typed.Vector3) return element('Vector3', parts('X Y Z', typed.Vector3))
  if (typed.Position)
    return element(
      'CoordinateFrame',
      parts('X Y Z R00 R01 R02 R10 R11 R12 R20 R21 R22', [...typed.Position, 1, 0, 0, 0, 1, 0, 0, 0, 1]),
    )
  if (typed.Source !== undefined)
    return element('ProtectedString', `<![CDATA[${typed.Source.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`)
  throw new Error(`${name} has a type that the models do not use: ${JSON.stringify(value)}`)
}

/** Items of Roblox's XML format (`.rbxmx`, `.rbxlx`). */
export function toXml(models: readonly Model[]): string {
  let count = 0
  const item = (model: Model, indent: string): string => {
    const properties = Object.entries({ Name: model.Name ?? model.ClassName, ...model.Properties })
    return [
      `${indent}<Item class="${model.ClassName}" referent="RBX${count++}">`,
      `${indent}  <Properties>`,
      ...properties.map(([name, value]) => `${indent}    ${property(name, value)}`),
      `${indent}  </Properties>`,
      ...(model.Children ?? []).map((child) => item(child, `${indent}  `)),
      `${indent}</Item>`,
    ].join('\n')
  }
  return `<roblox version="4">\n${models.map((model) => item(model, '  ')).join('\n')}\n</roblox>\n`
}

/** A script with what is in it. */
export const script = (
  ClassName: 'ModuleScript' | 'Script' | 'LocalScript',
  Name: string,
  Source: string,
  Children: readonly Model[] = [],
): Model => ({ ClassName, Name, Properties: { Source: { Source } }, Children })

/** Read files by their names in clients/luau. */
type Read = (name: string) => string

/** The module with what is in it. */
export const clientModel = (read: Read, source: string): Model =>
  script('ModuleScript', 'CommunityClient', source, [script('ModuleScript', 'Messages', read('Messages.luau'))])

export const screenLayout = (read: Read, name: string): Model => JSON.parse(read(`screens/${name}.model.json`)) as Model

function screen(read: Read, name: string): Model {
  const layout = screenLayout(read, name)
  const show = script('LocalScript', 'Show', read(`screens/${name}.client.luau`))
  return { ...layout, Name: name, Children: [...(layout.Children ?? []), show] }
}

/** The Script with its settings and the two screens. */
export const screensModel = (read: Read): Model =>
  script('Script', 'CommunityScreens', read('screens/Screens.server.luau'), [
    script('ModuleScript', 'Settings', read('screens/Settings.luau')),
    screen(read, 'Board'),
    screen(read, 'Application'),
  ])

const part = (ClassName: string, Name: string, size: readonly number[], at: readonly number[]): Model => ({
  ClassName,
  Name,
  Properties: { Anchored: true, size: { Vector3: size }, CFrame: { Position: at } },
})

/** A place that Studio opens: a ground, the module and the screens. */
export const placeModels = (read: Read, source: string): Model[] => [
  {
    ClassName: 'Workspace',
    Children: [
      part('Part', 'Baseplate', [128, 4, 128], [0, -2, 0]),
      part('SpawnLocation', 'Spawn', [12, 1, 12], [0, 0.5, 0]),
    ],
  },
  { ClassName: 'ServerScriptService', Children: [clientModel(read, source), screensModel(read)] },
]
