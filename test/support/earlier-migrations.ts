// The migrations of an earlier version, to make a database as that version left it.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { projectRoot } from '../../src/base/project-root'
import { checksumListName } from '../../src/db/migrations/checksums'
import { listMigrations } from '../../src/db/migrations/files'

const sqlDir = path.join(projectRoot, 'sql')

/**
 * A folder with the migrations before that number, without functions. The caller removes it.
 * @param number as `0020`
 */
export function migrationsBefore(number: string): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `before-${number}-`))
  const files = listMigrations(sqlDir).filter(({ name }) => name < number)
  for (const { name, file } of files) fs.copyFileSync(file, path.join(folder, name))
  fs.copyFileSync(path.join(sqlDir, checksumListName), path.join(folder, checksumListName))
  return folder
}
