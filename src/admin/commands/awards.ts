// `medal` and `qualification`: create, list, rename, describe, archive, restore.
import { createAward, updateAward } from '../../medals/actions'
import { listDefinitions, type DefinitionChange, type DefinitionRow, type Kind } from '../../medals/queries'
import { toAward } from '../../medals/views'
import type { Ctx } from '../../context'
import { awardDescription, awardName, name } from '../arguments'
import type { Answer } from '../output'
import { optional, required, type AddNoun } from '../verbs'

interface NameFlags {
  readonly name: string
}

/** Adds both nouns. */
export function addAwards(noun: AddNoun): void {
  addKind(noun, 'medal', 'Valor')
  addKind(noun, 'qualification', 'Pilot')
}

function addKind(noun: AddNoun, kind: Kind, example: string): void {
  const nameFlag = () => required('--name <name>', 'its name, by which the API awards it', name)
  const newNameFlag = () => required('--name <name>', 'its name, by which the API awards it', awardName)
  const change = (ctx: Ctx, { name: current }: NameFlags, asked: DefinitionChange) => update(ctx, kind, current, asked)
  const says = ['--community cmt_… --name', example].join(' ')
  noun(kind, `the ${kind}s a community can award`)
    .communityVerb<NameFlags & { description?: string }>({
      verb: 'create',
      says: `add a ${kind}; one of that name is left as it is`,
      flags: [newNameFlag(), optional('--description <text>', 'what it stands for', awardDescription)],
      examples: [says],
      run: (ctx, flags) => create(ctx, kind, flags.name, flags.description),
    })
    .communityVerb({
      verb: 'list',
      says: `the ${kind}s of a community, by name, with those that are archived`,
      examples: ['--community cmt_…'],
      run: (ctx) => listAll(ctx, kind),
    })
    .communityVerb<NameFlags & { to: string }>({
      verb: 'rename',
      says: `give a ${kind} another name; members keep what they hold`,
      flags: [nameFlag(), required('--to <name>', 'its new name', awardName)],
      examples: [`${says} --to "${example} first class"`],
      run: (ctx, flags) => change(ctx, flags, { name: flags.to }),
    })
    .communityVerb<NameFlags & { description: string }>({
      verb: 'describe',
      says: 'say what it stands for',
      flags: [nameFlag(), required('--description <text>', 'what it stands for; "" clears it', awardDescription)],
      examples: [`${says} --description "After ten hours"`],
      run: (ctx, flags) => change(ctx, flags, { description: flags.description }),
    })
    .communityVerb<NameFlags>({
      verb: 'archive',
      says: 'award it no more; members keep what they hold',
      flags: [nameFlag()],
      examples: [says],
      run: (ctx, flags) => change(ctx, flags, { archived: true }),
    })
    .communityVerb<NameFlags>({
      verb: 'restore',
      says: 'bring back what was archived',
      flags: [nameFlag()],
      examples: [says],
      run: (ctx, flags) => change(ctx, flags, { archived: false }),
    })
}

async function create(ctx: Ctx, kind: Kind, name: string, description?: string): Promise<Answer> {
  const created = (await createAward(ctx, kind, name, description)) !== null
  const note = created ? undefined : 'It was there already.'
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
      ],
      ...(changed ? {} : { note: 'It was so already.' }),
    },
  }
}

async function listAll(ctx: Ctx, kind: Kind): Promise<Answer> {
  const rows = await everyOne(ctx, kind)
  return {
    json: { [`${kind}s`]: rows.map(toAward) },
    human: {
      table: {
        columns: ['CREATED', 'STATE', 'NAME'],
        rows: rows.map((row) => [row.created_at, row.archived ? 'archived' : 'live', row.name]),
      },
      ...(rows.length === 0 ? { note: `This community has no ${kind} yet; add one with ${kind} create.` } : {}),
    },
  }
}

function everyOne(ctx: Ctx, kind: Kind): Promise<DefinitionRow[]> {
  return listDefinitions(ctx, kind, null, { after: null, limit: Number.MAX_SAFE_INTEGER })
}
