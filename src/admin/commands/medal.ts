// `medal` and `qualification`: create, list, rename, describe, set-role, archive, restore.
import { createAward, updateAward } from '../../awards/medals/actions'
import { listDefinitions, type DefinitionChange, type DefinitionRow, type Kind } from '../../awards/medals/queries'
import { toAward } from '../../awards/medals/views'
import type { Ctx } from '../../context'
import { DomainError } from '../../base/errors'
import { awardDescription, awardName, name, wholeNumber } from '../arguments'
import { UsageError } from '../failure'
import type { Answer } from '../output'
import { optional, required, type AddNoun } from '../verbs'

const MOST = Number.MAX_SAFE_INTEGER

interface NameFlags {
  readonly name: string
}

interface RoleFlags {
  readonly role?: number
  readonly none?: boolean
}

export function addNouns(noun: AddNoun): void {
  addKind(noun, 'medal', 'Valor')
  addKind(noun, 'qualification', 'Pilot')
}

function addKind(noun: AddNoun, kind: Kind, sample: string): void {
  const nameFlag = () => required('--name <name>', 'its name, used by the API', name)
  const newNameFlag = () => required('--name <name>', 'its name, used by the API', awardName)
  const change = (ctx: Ctx, { name: current }: NameFlags, asked: DefinitionChange) => update(ctx, kind, current, asked)
  const example = ['--community cmt_… --name', sample].join(' ')
  noun(kind)
    .communityVerb<NameFlags & { description?: string }>({
      verb: 'create',
      summary: `create a ${kind}; an existing one is not changed`,
      flags: [newNameFlag(), optional('--description <text>', 'its description', awardDescription)],
      examples: [example],
      run: (ctx, flags) => create(ctx, kind, flags.name, flags.description),
    })
    .communityVerb({
      verb: 'list',
      csv: true,
      summary: `list the ${kind}s of a community, including archived ones`,
      examples: ['--community cmt_…'],
      run: (ctx) => listAll(ctx, kind),
    })
    .communityVerb<NameFlags & { to: string }>({
      verb: 'rename',
      summary: `rename a ${kind}; members keep it`,
      flags: [nameFlag(), required('--to <name>', 'its new name', awardName)],
      examples: [`${example} --to "${sample} first class"`],
      run: (ctx, flags) => change(ctx, flags, { name: flags.to }),
    })
    .communityVerb<NameFlags & { description: string }>({
      verb: 'describe',
      summary: 'set the description',
      flags: [nameFlag(), required('--description <text>', 'the description; "" clears it', awardDescription)],
      examples: [`${example} --description "After ten hours"`],
      run: (ctx, flags) => change(ctx, flags, { description: flags.description }),
    })
    .communityVerb<NameFlags & RoleFlags>({
      verb: 'set-role',
      summary: 'bind a role, which is given with it and taken with its removal from then on',
      flags: [
        nameFlag(),
        optional(
          '--role <uniqueId>',
          'a role that is no rank, by its unique id; see rank list',
          wholeNumber(1, MOST),
        ).conflicts('none'),
        optional('--none', 'no role'),
      ],
      examples: [`${example} --role 99513321`, `${example} --none`],
      run: (ctx, flags) => change(ctx, flags, { role: roleOf(flags) }),
    })
    .communityVerb<NameFlags>({
      verb: 'archive',
      summary: 'end awarding; members keep it',
      flags: [nameFlag()],
      examples: [example],
      run: (ctx, flags) => change(ctx, flags, { archived: true }),
    })
    .communityVerb<NameFlags>({
      verb: 'restore',
      summary: 'allow awarding again',
      flags: [nameFlag()],
      examples: [example],
      run: (ctx, flags) => change(ctx, flags, { archived: false }),
    })
}

function roleOf({ role, none }: RoleFlags): number | null {
  if (role === undefined && !none) throw new UsageError('the role is missing; give --role <uniqueId>, or --none')
  return role ?? null
}

async function create(ctx: Ctx, kind: Kind, name: string, description?: string): Promise<Answer> {
  const created = await createAward(ctx, kind, name, description).then(
    () => true,
    (error: unknown) => {
      if (error instanceof DomainError && error.code === `${kind}_exists`) return false
      throw error
    },
  )
  const note = created ? undefined : 'It exists already.'
  return { json: { name, created }, human: { fields: [[kind, name]], ...(note === undefined ? {} : { note }) } }
}

async function update(ctx: Ctx, kind: Kind, current: string, change: DefinitionChange): Promise<Answer> {
  const { audit_id, ...row } = await updateAward(ctx, kind, current, change)
  const changed = audit_id !== null
  return {
    json: { ...toAward(row), changed },
    human: {
      fields: [
        [kind, row.name],
        ['description', row.description],
        ['archived', row.archived],
        ['role', row.role_unique_id],
      ],
      ...(changed ? {} : { note: 'No change.' }),
    },
  }
}

async function listAll(ctx: Ctx, kind: Kind): Promise<Answer> {
  const rows = await everyOne(ctx, kind)
  return {
    json: { [`${kind}s`]: rows.map(toAward) },
    human: {
      table: {
        columns: ['CREATED', 'STATE', 'NAME', 'ROLE'],
        rows: rows.map((row) => [row.created_at, row.archived ? 'archived' : 'live', row.name, row.role_unique_id]),
      },
      ...(rows.length === 0 ? { note: `This community has no ${kind}s; create one with ${kind} create.` } : {}),
    },
  }
}

function everyOne(ctx: Ctx, kind: Kind): Promise<DefinitionRow[]> {
  return listDefinitions(ctx, kind, null, { after: null, limit: Number.MAX_SAFE_INTEGER })
}
