// Rules about ids of accounts, which a key of a domain reads and writes in its domain (src/contract/account-ids.ts).
import { nodeAt, writtenParameters, writtenSchemas, type Contract, type Path, type Rule, type Schema } from './document'

/** Names like these hold an account. */
const namesAccount = /(user|account|member|player|host|attendee)Ids?$/i

/** Names of which no value is translated, each with the reason. */
const otherIds: Readonly<Record<string, string>> = {
  chatUserId: 'an account of the chat platform, which has one id everywhere',
  groupUserId: 'the id in the group, which tells a key of a domain whose id it reports',
}

interface Named {
  readonly at: Path
  readonly name: string
  readonly schema: Schema
}

function namedIn(contract: Contract): Named[] {
  const properties = writtenSchemas(contract).flatMap(({ at, node }) =>
    Object.entries(node.properties ?? {}).map(([name, schema]) => ({ at: [...at, 'properties', name], name, schema })),
  )
  const parameters = writtenParameters(contract).map(({ at, node: { name, schema } }) => ({ at, name, schema }))
  return [...properties, ...parameters]
}

/** Follows references; of a list it looks at the items. */
function isMarked(contract: Contract, schema: Schema): boolean {
  const { $ref, items } = schema
  if ($ref !== undefined) return isMarked(contract, nodeAt(contract, $ref.split('/').slice(1)) as Schema)
  return schema['x-account-id'] !== undefined || (items !== undefined && isMarked(contract, items))
}

const marked: Rule = (contract) =>
  namedIn(contract)
    .filter(({ name, schema }) => namesAccount.test(name) && !(name in otherIds) && !isMarked(contract, schema))
    .map(({ at, name }) => ({
      where: at,
      rule: `${name} is named like the id of an account, and has no x-account-id.`,
      fix: 'Set x-account-id: id (or id-or-name), or add the name with a reason to otherIds in scripts/contract-rules/account-ids.ts.',
    }))

export const accountIdRules: Readonly<Record<string, Rule>> = {
  'the id of an account is marked': marked,
}
