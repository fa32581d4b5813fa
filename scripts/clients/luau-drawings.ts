// Drawings of the screens from the layouts of their models. They are no screenshots: the engine lays out and draws texts by itself.
import type { Model } from './luau-files'

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
type Pairs = readonly [readonly [number, number], readonly [number, number]]

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** With other properties, and children in place of its own if there are any. */
export function changed(
  model: Model,
  properties: Readonly<Record<string, unknown>>,
  children?: readonly Model[],
): Model {
  return { ...model, Properties: { ...model.Properties, ...properties }, Children: children ?? model.Children ?? [] }
}

/** The model with changes of what is in it, by its name. */
export function withChildren(model: Model, changes: Readonly<Record<string, (child: Model) => Model>>): Model {
  const inner = (model.Children ?? []).map((child) => withChildren(child, changes))
  const next = { ...model, Children: inner }
  return changes[model.Name ?? '']?.(next) ?? next
}

/** @throws Error when the model has none of this name */
export function childNamed(model: Model, name: string): Model {
  const found = model.Children?.find((child) => child.Name === name)
  if (!found) throw new Error(`${model.Name ?? model.ClassName} has no ${name}`)
  return found
}

const numberIn = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise)
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

const colorOf = (value: unknown): string =>
  Array.isArray(value) ? `rgb(${value.map((part) => Math.round(Number(part) * 255)).join(',')})` : 'rgb(163,162,165)'

function boxOf({ Properties: { Position, Size } = {} }: Model, within: Box): Box {
  const pairs = (value: unknown): Pairs =>
    (value as { UDim2?: Pairs } | undefined)?.UDim2 ?? [
      [0, 0],
      [0, 0],
    ]
  const [[xs, xo], [ys, yo]] = pairs(Position)
  const [[ws, wo], [hs, ho]] = pairs(Size)
  return {
    x: within.x + xs * within.width + xo,
    y: within.y + ys * within.height + yo,
    width: ws * within.width + wo,
    height: hs * within.height + ho,
  }
}

/** Lines of a text; a letter is about half as wide as it is high. */
function linesOf(text: string, size: number, width: number, isWrapped: boolean): string[] {
  const most = Math.max(1, Math.floor(width / (size * 0.52)))
  const wrap = (line: string): string[] => {
    const lines = ['']
    for (const word of line.split(' ')) {
      const last = lines.at(-1) ?? ''
      if (last !== '' && last.length + word.length >= most) lines.push(word)
      else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
    }
    return lines
  }
  return text.split('\n').flatMap((line) => (isWrapped ? wrap(line) : [line]))
}

function drawnText({ Properties: all = {} }: Model, { x, y, width, height }: Box): string {
  const text = textIn(all['Text'])
  if (text === '') return ''
  const size = numberIn(all['TextSize'], 14)
  const lines = linesOf(text, size, width, all['TextWrapped'] === true)
  const side = textIn(all['TextXAlignment']) || 'Center'
  const [at, anchor] = { Left: [x, 'start'], Right: [x + width, 'end'], Center: [x + width / 2, 'middle'] }[side] ?? [
    x,
    'start',
  ]
  const top = all['TextYAlignment'] === 'Top' ? y : y + (height - lines.length * size * 1.2) / 2
  return lines
    .map((line, index) => {
      const baseline = (top + size * (0.95 + index * 1.2)).toFixed(1)
      return `<text x="${at}" y="${baseline}" text-anchor="${anchor}" font-size="${size}" fill="${colorOf(all['TextColor3'])}">${escapeXml(line)}</text>`
    })
    .join('\n')
}

function drawn(model: Model, within: Box): string {
  const { Properties: all = {}, Children = [], ClassName } = model
  if (all['Visible'] === false || ['UICorner', 'UIListLayout'].includes(ClassName)) return ''
  const box = ClassName === 'ScreenGui' ? within : boxOf(model, within)
  const corner = Children.find((child) => child.ClassName === 'UICorner')
  const radius = (corner?.Properties?.['CornerRadius'] as { UDim?: readonly number[] } | undefined)?.UDim?.[1] ?? 0
  const isFilled = ClassName !== 'ScreenGui' && all['BackgroundTransparency'] !== 1
  const { x, y, width, height } = box
  const fill = colorOf(all['BackgroundColor3'])
  const own = isFilled
    ? `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`
    : ''
  return [own, drawnText(model, box), ...listed(Children, box)].filter(Boolean).join('\n')
}

/** One below the other where the parent has a list. */
function listed(children: readonly Model[], box: Box): string[] {
  const list = children.find((child) => child.ClassName === 'UIListLayout')
  const padding = (list?.Properties?.['Padding'] as { UDim?: readonly number[] } | undefined)?.UDim?.[1] ?? 0
  let below = 0
  return children.map((child) => {
    if (!list || child.Properties?.['Visible'] === false || child === list) return drawn(child, box)
    const text = drawn(child, { ...box, y: box.y + below })
    below += boxOf(child, box).height + padding
    return text
  })
}

/** An SVG of the screen, with a line that says what it is. */
export function drawing(screen: Model, width: number, height: number): string {
  const label = 'Drawn from the model; not a screenshot of Roblox.'
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif">
<rect width="${width}" height="${height}" fill="rgb(126,160,190)"/>
${drawn(screen, { x: 0, y: 0, width, height })}
<text x="8" y="${height - 8}" font-size="11" fill="rgb(30,40,50)">${label}</text>
</svg>
`
}
