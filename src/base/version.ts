// The version of the program, written when it is built (scripts/build.mjs).
import fs from 'node:fs'
import path from 'node:path'

interface Build {
  /** As in package.json, then `+` and the commit where it is known. */
  readonly version: string
  /** Its first 12 digits, with `.modified` for a changed checkout; '': unknown. */
  readonly commit: string
}

/** Where only the compiler ran, there is no `build.json`. */
const places = ['../../build.json', '../../package.json', '../../../package.json'].map((name) =>
  path.join(__dirname, name),
)

export const build = readBuild()

function readBuild(): Build {
  const file = places.find((place) => fs.existsSync(place))
  if (file === undefined) return { version: 'unknown', commit: '' }
  const { version, commit = '' } = JSON.parse(fs.readFileSync(file, 'utf8')) as { version: string; commit?: string }
  return { version, commit }
}
