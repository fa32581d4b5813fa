// Every migration says which servers run on it, or why none of before does.
import { readMigrations, type MigrationFile } from '../src/db/migrations/files'

/** The last file without the line; databases have recorded it so. */
const LAST_WITHOUT = '0019'

const INCOMPATIBLE = /^-- incompatible: *\S/m

type Said = Pick<MigrationFile, 'name' | 'text' | 'compatibleFrom'>

/** The files that say neither; they are not recorded before they do, so that the line can still be added. */
export function undeclared(directory: string): MigrationFile[] {
  return readMigrations(directory).filter((file) => isUndeclared(file))
}

const isUndeclared = ({ name, text, compatibleFrom }: Said): boolean =>
  name.slice(0, 4) > LAST_WITHOUT && compatibleFrom === null && !INCOMPATIBLE.test(text)

/** A line for each file, `sql/<name>:1: …`. @param files {@link undeclared} */
export function printUndeclared(files: readonly Said[], all: readonly Said[]): string {
  const newest = all.findLast(({ compatibleFrom }) => compatibleFrom !== null)?.compatibleFrom ?? LAST_WITHOUT
  return files
    .map(
      ({ name }) =>
        `sql/${name}:1: The migration does not say which servers run on it, so the release before would not start. ` +
        `Write "-- compatible-from: ${newest}" where servers with the migrations up to ${newest} run on it, as after a new table or a new column that is nullable or has a default; ` +
        'otherwise "-- incompatible: <why>" (docs/operations/upgrade.md).',
    )
    .join('\n')
}
