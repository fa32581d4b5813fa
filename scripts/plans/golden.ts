// Checked-in plans: a file for each room, a section for each hot statement.
import fs from 'node:fs'
import path from 'node:path'
import { queryFunctions } from '../statements/functions'
import type { HotStatement } from './hot'

export const GOLDEN = 'test/plans/golden'
const folder = path.join(__dirname, '../..', GOLDEN)

/** Plans by the names of their statements. */
export function readGoldens(): Map<string, string> {
  const texts = fs.readdirSync(folder).map((file) => fs.readFileSync(path.join(folder, file), 'utf8'))
  const sections = texts.flatMap((text) => text.split(/^== /m).slice(1))
  return new Map(
    sections.map((section) => {
      const end = section.indexOf('\n')
      return [section.slice(0, end), section.slice(end + 1).replace(/\n\n$/, '\n')]
    }),
  )
}

/** The file of each room, with its statements. */
function goldenFiles(statements: readonly HotStatement[]): Map<string, HotStatement[]> {
  const rooms = new Map(queryFunctions().map(({ fn, name }) => [fn, name.split(' ')[0] ?? '']))
  const files = new Map<string, HotStatement[]>()
  for (const hot of statements) {
    const file = `${(rooms.get(hot.of) ?? '').replaceAll('/', '-')}.txt`
    files.set(file, [...(files.get(file) ?? []), hot])
  }
  return files
}

/** Replaces plans that are given; removes those of statements that are gone. */
export function writeGoldens(statements: readonly HotStatement[], changed: ReadonlyMap<string, string>): void {
  const plans = new Map([...readGoldens(), ...changed])
  for (const file of fs.readdirSync(folder)) fs.rmSync(path.join(folder, file))
  for (const [file, ofRoom] of goldenFiles(statements)) {
    const sections = ofRoom.flatMap(({ name }) => {
      const plan = plans.get(name)
      return plan === undefined ? [] : [`== ${name}\n${plan}`]
    })
    fs.writeFileSync(path.join(folder, file), sections.join('\n'))
  }
}
