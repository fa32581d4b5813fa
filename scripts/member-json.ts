// The medals and qualifications that change_points reads, with the SQL that reads those of a member.
import fs from 'node:fs'
import path from 'node:path'
import { medalsOf, qualificationsOf } from '../src/members/queries'
import { replaceBetween } from './docs/marked'

const marks = ['-- generated:begin', '-- generated:end'] as const

/** The file of the function, with the text between the marks. */
export function memberFunction(root: string): Record<string, string> {
  const name = 'sql/functions/change_points.sql'
  const text = `
  if m.medal_occurrences > 0 then
    medals := ${medalsOf};
  end if;
  if m.qualifications_held > 0 then
    qualifications := ${qualificationsOf};
  end if;
  `.replaceAll(':communityId', 'community')
  return { [name]: replaceBetween(fs.readFileSync(path.join(root, name), 'utf8'), marks, text) }
}
