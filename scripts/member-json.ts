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
  return (select json_agg(changed) from (
    select ${changedColumns}
    from unnest(user_ids, properties, values_before, values_after, audit_ids)
      as change (user_id, property, value_before, value_after, audit_id)
    join member m on m.community_id = :communityId and m.user_id = change.user_id
    ${memberRank}
    where change.audit_id is not null) changed);
  `
  const ofFunction = text
    .replaceAll(singleRank, 'single_rank')
    .replaceAll(':communityId', 'community')
    .replaceAll('!"', '"')
  return { [name]: replaceBetween(fs.readFileSync(path.join(root, name), 'utf8'), marks, ofFunction) }
}
