// `identity`: list, set, delete.
import type { Ctx } from '../../context'
import { toIdentity } from '../../members/identity-reports/views'
import { removeIdentity, setIdentity, type IdentityKey } from '../../identities/operator/actions'
import { listOpenIdentities, type OpenIdentity } from '../../identities/operator/queries'
import { domain, member, wholeNumber } from '../arguments'
import { account } from '../names'
import type { Answer } from '../output'
import { limitFlag, required } from '../options'
import type { Noun } from '../verbs'

type SetFlags = IdentityKey & { readonly user: number }

const identityFlags = () => [
  required('--domain <domain>', 'the domain of the id, such as universe-4242', domain),
  required('--id <n>', 'the id in this domain', wholeNumber(1, Number.MAX_SAFE_INTEGER)),
]
const exampleIdentity = '--domain universe-4242 --id 9001'

export function addVerbs(noun: Noun): void {
  noun
    .communityVerb<{ limit: number }>({
      verb: 'list',
      csv: true,
      summary: 'list the reported ids whose account is not known or was contradicted, the last reported first',
      flags: [limitFlag(10_000, 1_000)],
      examples: [''],
      run: listOpen,
    })
    .communityVerb<SetFlags>({
      verb: 'set',
      summary: 'say which account an id belongs to, in place of what was known',
      flags: [...identityFlags(), required('--user <id|name>', 'the account', member('write'))],
      examples: [`${exampleIdentity} --user 90210`],
      run: set,
    })
    .communityVerb<IdentityKey>({
      verb: 'delete',
      summary: 'delete an id of a domain; the next report finds its account again',
      flags: identityFlags(),
      examples: [exampleIdentity],
      run: remove,
    })
}

const toOpen = (row: OpenIdentity) => ({
  ...toIdentity(row),
  conflictAt: row.conflict_at,
  claimsAccount: row.conflict_user_id === null ? null : String(row.conflict_user_id),
})

async function listOpen(ctx: Ctx, { limit }: { readonly limit: number }): Promise<Answer> {
  const rows = await listOpenIdentities(ctx, limit)
  return {
    json: { identities: rows.map(toOpen) },
    human: {
      table: {
        columns: ['DOMAIN', 'ID', 'STATE', 'NAME', 'ACCOUNT', 'CLAIMS', 'REPORTED'],
        rows: rows.map((row) => [
          row.domain,
          String(row.id),
          row.conflict_at === null ? 'pending' : 'conflict',
          row.username,
          account(row.user_id),
          account(row.conflict_user_id),
          row.reported_at,
        ]),
      },
      note: rows.length === 0 ? 'The account of every reported id is known.' : undefined,
    },
  }
}

async function set(ctx: Ctx, { user, ...identity }: SetFlags): Promise<Answer> {
  const before = await setIdentity(ctx, identity, user)
  return {
    json: {
      ...identity,
      id: String(identity.id),
      userId: String(user),
      before: before === null ? null : String(before),
    },
    human: {
      fields: { id: `${identity.id} of ${identity.domain}`, account: account(user), before: account(before) },
    },
  }
}

async function remove(ctx: Ctx, identity: IdentityKey): Promise<Answer> {
  const before = await removeIdentity(ctx, identity)
  return {
    json: { ...identity, id: String(identity.id), before: before === null ? null : String(before) },
    human: {
      fields: { id: `${identity.id} of ${identity.domain}`, account: account(before), deleted: true },
    },
  }
}
