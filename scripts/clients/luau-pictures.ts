// What the pictures of the screens show: an evening of the demo community, with the texts of the module.
import { changed, childNamed, drawing, withChildren } from './luau-drawings'
import { screenLayout, type Model } from './luau-files'

type Read = (name: string) => string
type Change = (model: Model) => Model

const set =
  (properties: Readonly<Record<string, unknown>>): Change =>
  (model) =>
    changed(model, properties)
const write = (text: string): Change => set({ Text: text, Visible: true })

/** The English messages of Messages.luau by key. */
function messagesIn(source: string): (key: string, values?: Readonly<Record<string, unknown>>) => string {
  const english = source.slice(source.indexOf('\ten = {'), source.indexOf('\tes = {'))
  const found = new Map([...english.matchAll(/^\t\t\["([\w.]+)"\] = "(.*)",$/gm)].map(([, key, text]) => [key, text]))
  return (key, values = {}) =>
    (found.get(key) ?? key).replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
}

const best = [
  [1, 'Ace Pilot', 4200],
  [2, 'The Builder', 3150],
  [3, 'Nova', 2980],
  [4, 'Quartz', 2410],
  [5, 'Juniper', 2200],
] as const
const around = [
  [41, 'Willow', 420],
  [42, null, 405],
  [43, 'Pebble', 390],
] as const

function board(read: Read): Model {
  const say = messagesIn(read('Messages.luau'))
  const layout = screenLayout(read, 'Board')
  const rows = childNamed(childNamed(layout, 'Panel'), 'Rows')
  const heading = (text: string): Model => write(text)(childNamed(rows, 'Heading'))
  const row = ([place, name, experience]: readonly [number, string | null, number]): Model =>
    withChildren(changed(childNamed(rows, 'Row'), { Visible: true }), {
      Place: write(String(place)),
      Player: write(name ?? say('board.you')),
      Experience: write(say('board.experience', { amount: experience })),
    })
  const shown = [heading(say('board.top')), ...best.map(row), heading(say('board.around')), ...around.map(row)]
  return withChildren(layout, {
    Open: write(say('board.title')),
    Title: write(say('board.title')),
    Panel: set({ Visible: true }),
    Rows: (model) => changed(model, {}, [childNamed(model, 'Layout'), ...shown]),
  })
}

function application(read: Read): Model {
  const say = messagesIn(read('Messages.luau'))
  const layout = screenLayout(read, 'Application')
  const option = childNamed(childNamed(childNamed(layout, 'Panel'), 'Options'), 'Option')
  const options = ['[x] In the evening', '[  ] At the weekend', '[  ] Both'].map((text) => write(text)(option))
  return withChildren(layout, {
    Open: write(say('form.open')),
    Panel: set({ Visible: true }),
    Title: write('Pilot school'),
    Progress: write(say('form.question', { number: 3, count: 3 })),
    Question: write('When do you want to fly?'),
    Help: write('Choose one. The lessons take an hour.'),
    Options: (model) => changed(model, { Visible: true }, [childNamed(model, 'Layout'), ...options]),
    Consent: write(`[x] ${say('form.consent')}`),
    Back: write(say('form.back')),
    Next: write(say('form.send')),
  })
}

export const boardPicture = (read: Read): string => drawing(board(read), 720, 500)
export const applicationPicture = (read: Read): string => drawing(application(read), 720, 520)
