// Grants for the server's role, when another role owns the tables.
import type { Client } from 'pg'
import { StartError } from '../base/errors'
import { everyTable, type Right } from './tables'

const rights: readonly Right[] = ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']

const onTables: readonly Right[] = ['select', 'insert', 'update', 'delete']

/** Tables with other rights, by name with the schema. */
const restricted: ReadonlyMap<string, readonly Right[]> = new Map([
  ...everyTable.flatMap(({ name, rights: own }) => (own ? [[`public.${name}`, own] as const] : [])),
  ['graphile_worker.migrations', ['select']],
])

interface Relation {
  readonly name: string
  /** As PostgreSQL quotes the name. */
  readonly quoted: string
  /** pg_class.relkind: r a table, p one in partitions, v a view, S a sequence. */
  readonly kind: 'r' | 'p' | 'v' | 'S'
  readonly held: readonly Right[]
  /** Row level security without a policy for the role. */
  readonly closed: boolean
}

/**
 * Grants the rights that the role needs in the schemas `public` and `graphile_worker`, and revokes others. The caller
 * owns the tables and holds the migration lock.
 * @param role ignored when it is the owner itself
 * @throws StartError when the role does not exist
 */
export async function grantServerRights(client: Client, role: string): Promise<void> {
  const statements = await planServerRights(client, role)
  if (statements.length > 0) await client.query(['begin', ...statements, 'commit'].join('; '))
}

/**
 * @returns the statements that are left; none: the role has its rights
 * @throws StartError when the role does not exist
 */
export async function planServerRights(client: Client, role: string): Promise<string[]> {
  const found = await client.query<{ role: string; own: boolean }>(
    'select quote_ident(rolname) as role, rolname = current_user as own from pg_roles where rolname = $1',
    [role],
  )
  const [server] = found.rows
  if (!server) throw new StartError(`The database role ${role} does not exist. Create it, or correct DATABASE_URL.`)
  if (server.own) return []
  const statements = [
    ...(await listRelations(client, role)).flatMap((one) => statementsFor(one, server.role)),
    ...(await listFunctions(client, role)).map((one) => `grant execute on function ${one} to ${server.role}`),
  ]
  const schemas = `grant usage on schema public, graphile_worker to ${server.role}`
  return statements.length === 0 ? [] : [schemas, ...statements]
}

async function listRelations(client: Client, role: string): Promise<Relation[]> {
  const held = rights.map((right) => `case when has_table_privilege(r.oid, c.oid, '${right}') then '${right}' end`)
  const { rows } = await client.query<Relation>(
    `select n.nspname || '.' || c.relname as name, format('%I.%I', n.nspname, c.relname) as quoted, c.relkind as kind,
       case c.relkind when 'S'
         then array_remove(array[case when has_sequence_privilege(r.oid, c.oid, 'usage') then 'select' end], null)
         else array_remove(array[${held.join(', ')}], null) end as held,
       c.relrowsecurity and not exists (select from pg_policy p where p.polrelid = c.oid and r.oid = any (p.polroles)) as closed
     from pg_class c join pg_namespace n on n.oid = c.relnamespace, pg_roles r
     where r.rolname = $1 and c.relkind in ('r', 'p', 'v', 'S') and n.nspname in ('public', 'graphile_worker')
     order by 1`,
    [role],
  )
  return rows
}

/** Security definer functions that the role may not execute. */
async function listFunctions(client: Client, role: string): Promise<string[]> {
  const { rows } = await client.query<{ signature: string }>(
    `select p.oid::regprocedure::text as signature from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prosecdef and not has_function_privilege($1, p.oid, 'execute')`,
    [role],
  )
  return rows.map(({ signature }) => signature)
}

function statementsFor({ name, quoted, kind, held, closed }: Relation, role: string): string[] {
  if (kind === 'S') return held.length > 0 ? [] : [`grant usage, select on sequence ${quoted} to ${role}`]
  const wanted = restricted.get(name) ?? (kind === 'v' ? ['select'] : onTables)
  const missing = wanted.filter((right) => !held.includes(right))
  const excess = held.filter((right) => !wanted.includes(right))
  return [
    ...(missing.length > 0 ? [`grant ${missing.join(', ')} on ${quoted} to ${role}`] : []),
    ...(excess.length > 0 ? [`revoke ${excess.join(', ')} on ${quoted} from ${role}`] : []),
    // graphile-worker enables row level security without policies
    ...(closed ? [`create policy ${policyName(role)} on ${quoted} to ${role} using (true) with check (true)`] : []),
  ]
}

const policyName = (role: string): string => `"server ${role.replaceAll('"', '')}"`
