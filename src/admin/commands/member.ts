// `member find`.
import type { Ctx } from '../../context'
import { findMembersNamed } from '../../members/listing/actions'
import { name } from '../arguments'
import type { Answer } from '../output'
import { limitFlag, required } from '../options'
import type { Noun } from '../verbs'

interface FindFlags {
  readonly name: string
  readonly limit: number
}

export function addVerbs(noun: Noun): void {
  noun.communityVerb<FindFlags>({
    verb: 'find',
    csv: true,
    summary: 'find members by a part of their names',
    flags: [required('--name <text>', 'a part of the username or the display name', name), limitFlag(100, 50)],
    examples: ['--name build'],
    run: find,
  })
}

async function find(ctx: Ctx, { name: text, limit }: FindFlags): Promise<Answer> {
  const members = await findMembersNamed(ctx, text, limit)
  return {
    json: { members, nextCursor: null },
    human: {
      table: {
        columns: ['USER', 'USERNAME', 'DISPLAY NAME', 'RANK', 'EXPERIENCE', 'QUOTA POINTS'],
        rows: members.map((member) => [
          member.userId,
          member.username,
          member.displayName,
          member.rank?.name ?? null,
          member.experience,
          member.quotaPoints,
        ]),
      },
      note: members.length === 0 ? 'No member was found.' : undefined,
    },
  }
}
