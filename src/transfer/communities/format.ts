// The file of a moved community: a header, the rows of each table, the secrets, a checksum.
import type { Client } from 'pg'
import { damagedLine, parseObject, type CopiedTable } from '../copy-script'
import type { Figures, FileKind } from '../file'
import { isLike, isListOf, isOrigin, listTables, type Origin } from '../snapshot'
import { StartError } from '../../base/errors'
import type { Plan } from '../../../generated/database'
import { everyTable, ownerOfSecret, sealedColumns } from '../../db/tables'

/** Raised when the lines change their meaning. */
export const FORMAT = 2

/** The first line, after `headerMark`. */
export interface Header extends Origin {
  readonly format: number
  readonly communityId: string
  readonly name: string
  /** Of its subscription. */
  readonly plans: readonly Plan[]
  /** Every cursor of its audit log is before it; a bigint as text. */
  readonly auditEnd: string
}

/** @throws StartError for another format, and for a value that no export writes */
export function parseHeader(text: string): Header {
  const header = parseObject<Header>(text)
  if (header.format !== FORMAT) {
    throw new StartError(
      `The file has the format ${JSON.stringify(header.format)}, this version reads ${FORMAT}. Import it with the version that made it.`,
    )
  }
  if (isHeader(header)) return header
  throw damagedLine()
}

const isHeader = (header: Partial<Header>): header is Header =>
  isOrigin(header) &&
  isLike(header.communityId, /^cmt_[a-z2-7]{20}$/) &&
  isLike(header.name, /^[^\p{Cc}]{1,100}$/u) &&
  isLike(header.auditEnd, /^\d{1,19}$/) &&
  isListOf(header.plans, ({ name }) => isLike(name, /^[a-z][a-z0-9-]{0,39}$/))

/** A line after `secretMark`. */
export interface Secret {
  readonly table: string
  readonly column: string
  /** The key of the row within its community, as PostgreSQL writes it. */
  readonly id: readonly string[]
  readonly plain: string
}

/** Encrypted columns of a community's rows. `id`: the columns of `Secret.id`. */
export const movedSecrets = sealedColumns
  .filter(({ key }) => key[0] === 'community_id')
  .map(({ table, column, key: [, ...id] }) => ({ table, column, id }))

/** What the ciphertext is bound to. */
export const ownerOfMoved = (communityId: string, id: readonly string[]): string =>
  ownerOfSecret({}, [communityId, ...id])

export interface MoveFigures extends Figures {
  readonly communityId: string
  readonly name: string
  readonly madeAt: string
  readonly secrets: number
}

export const communityFile: FileKind = {
  headerMark: '-- community-management community ',
  endMark: '-- end of community ',
  name: 'a file of community export',
}
export const secretMark = '-- secret '

export interface MovedTable extends CopiedTable {
  /** SQL of the values, as `columns`. */
  readonly values: string
}

/** In the order of their names. */
export async function listMovedTables(client: Client): Promise<MovedTable[]> {
  return (await listTables(client)).flatMap((table) => {
    const move = everyTable.find(({ name }) => table.name === `public.${name}`)?.moves
    if (move === undefined || !('values' in move)) return []
    const values = { ...secretsOf(table), ...move.values }
    const sent = table.columns.split(', ').map((column) => values[column] ?? column)
    return [{ ...table, values: sent.join(', ') }]
  })
}

/** Empty in the rows: the secrets follow in clear text. */
const secretsOf = ({ name }: CopiedTable): Record<string, string> =>
  Object.fromEntries(
    movedSecrets
      .filter(({ table }) => name === `public.${table}`)
      .map(({ column }) => [column, `case when ${column} is not null then '\\x'::bytea end`]),
  )

export async function listIdentities(
  client: Client,
  tables: readonly MovedTable[],
): Promise<{ table: string; column: string; sequence: string }[]> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select t.name as table, quote_ident(a.attname) as column, pg_get_serial_sequence(t.name, a.attname) as sequence
     from unnest($1::text[]) as t (name) join pg_attribute a on a.attrelid = t.name::regclass
     where a.attidentity <> '' order by 1, 2`,
    [tables.map(({ name }) => name)],
  )
  return rows
}
