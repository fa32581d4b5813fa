// `medal` and `qualification`: create, list.
import { createAward, type Kind } from '../../awards/actions'
import { listAwards } from '../../awards/queries'
import type { Ctx } from '../../context'
import { name } from '../arguments'
import type { Answer } from '../output'
import { required, type AddNoun } from '../verbs'

/** Adds both nouns. */
export function addAwards(noun: AddNoun): void {
  addKind(noun, 'medal', 'Valor')
  addKind(noun, 'qualification', 'Pilot')
}

function addKind(noun: AddNoun, kind: Kind, example: string): void {
  noun(kind, `the ${kind}s a community can award`)
    .communityVerb<{ name: string }>({
      verb: 'create',
      says: `add a ${kind}; one of that name is left as it is`,
      flags: [required('--name <name>', 'its name, by which the API awards it', name)],
      examples: [`--community cmt_… --name ${example}`],
      run: (ctx, flags) => create(ctx, kind, flags.name),
    })
    .communityVerb({
      verb: 'list',
      says: `the ${kind}s of a community, by name`,
      examples: ['--community cmt_…'],
      run: (ctx) => listAll(ctx, kind),
    })
}

async function create(ctx: Ctx, kind: Kind, name: string): Promise<Answer> {
  const created = await createAward(ctx, kind, name)
  const note = created ? undefined : 'It was there already.'
  return { json: { name, created }, human: { fields: [[kind, name]], ...(note === undefined ? {} : { note }) } }
}

async function listAll(ctx: Ctx, kind: Kind): Promise<Answer> {
  const rows = await listAwards(ctx, kind)
  return {
    json: { [`${kind}s`]: rows.map((row) => ({ name: row.name, createdAt: row.created_at })) },
    human: {
      table: { columns: ['CREATED', 'NAME'], rows: rows.map((row) => [row.created_at, row.name]) },
      ...(rows.length === 0 ? { note: `This community has no ${kind} yet; add one with ${kind} create.` } : {}),
    },
  }
}
