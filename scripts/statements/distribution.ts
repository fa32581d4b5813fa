// Distributes the database by community.
import type { Catalogue } from '../completeness/catalogue'
import { wholeServer } from './exceptions'

/** For Citus; referenced tables first. */
export function distributionSql({ tables, ofCommunity, foreignKeys }: Catalogue): string {
  const names = tables.filter((name) => ofCommunity.has(name))
  const ordered: string[] = []
  const add = (name: string): void => {
    if (ordered.includes(name) || !names.includes(name)) return
    for (const { from, to } of foreignKeys) if (from === name && to !== name) add(to)
    ordered.push(name)
  }
  for (const name of ['community', ...names]) add(name)
  const shared = Object.entries(wholeServer).filter(([, { as }]) => as === 'reference')
  return [
    '-- Generated from the schema by `npm run generate`: for a database with Citus, after the migrations.',
    ...shared.map(([name, { because }]) => `select create_reference_table('${name}'); -- ${because}`),
    `select create_distributed_table('community', 'community_id');`,
    ...ordered
      .filter((name) => name !== 'community')
      .map((name) => `select create_distributed_table('${name}', 'community_id', colocate_with => 'community');`),
    '',
  ].join('\n')
}
