// What change_points returns: the SQL that reads a member, without the table community.
import fs from 'node:fs'
import path from 'node:path'
import { changedColumns } from '../src/awards/points/queries'
import { memberRank } from '../src/members/queries'
import { singleRank } from '../src/ranks/queries'
import { replaceBetween } from './docs/marked'

const marks = ['-- generated:begin', '-- generated:end'] as const

/** The file of the function, with the text between the marks. */
export function memberFunction(root: string): Record<string, string> {
  const name = 'sql/functions/change_points.sql'
  const text = `
  return (select row_to_json(changed) from (
    select ${changedColumns}
    from (select change_points.property as property, value_before as value_before, value_after as value_after, entry as audit_id) change
    cross join member m ${memberRank} where m.community_id = :communityId and m.user_id = member_id) changed);
  `
  const ofFunction = text
    .replaceAll(singleRank, 'single_rank')
    .replaceAll(':communityId', 'community')
    .replaceAll('!"', '"')
  return { [name]: replaceBetween(fs.readFileSync(path.join(root, name), 'utf8'), marks, ofFunction) }
}
