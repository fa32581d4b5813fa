// The rules of openapi.yaml beyond OpenAPI.
import type { Contract, Fault, Rule } from './document'
import { accountIdRules } from './account-ids'
import { actingRules } from './acting'
import { deprecationRules } from './deprecation'
import { effectRules } from './effects'
import { exampleRules } from './examples'
import { generatorRules } from './generators'
import { nameRules } from './names'
import { operationRules } from './operations'
import { orderRules } from './order'
import { missingParts, readable } from './parts'
import { preconditionRules } from './preconditions'
import { proofRules } from './proofs'
import { requestRules } from './requests'
import { responseRules } from './responses'
import { references, schemaRules } from './schemas'
import { textRules } from './texts'
import { writtenByPeopleRules } from './written-by-people'

export type { Contract, Fault, Path, Rule } from './document'

/** By what each demands. */
export const rules: Readonly<Record<string, Rule>> = {
  'a reference names what exists': references,
  'an operation has its parts': missingParts,
  ...effectRules,
  ...operationRules,
  ...orderRules,
  ...deprecationRules,
  ...preconditionRules,
  ...responseRules,
  ...schemaRules,
  ...requestRules,
  ...exampleRules,
  ...nameRules,
  ...accountIdRules,
  ...actingRules,
  ...proofRules,
  ...generatorRules,
  ...textRules,
  ...writtenByPeopleRules,
}

/** Checked first, because the other rules follow references. */
export const danglingReferences = references
export { readable }

/** @param contract without {@link danglingReferences} */
export function contractFaults(contract: Contract): Fault[] {
  const rest = readable(contract)
  const faults = [...missingParts(contract), ...Object.values(rules).flatMap((rule) => rule(rest))]
  return [...new Map(faults.map((fault) => [`${fault.where.join('/')} ${fault.rule}`, fault])).values()]
}
