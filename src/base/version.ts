// scripts/build.mjs writes the version when the program is built.
import fs from 'node:fs'
import path from 'node:path'

interface Build {
  /** The commit follows after `+` where it is known. */
  readonly version: string
  readonly commit: string
}

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
