// The rules of openapi.yaml beyond OpenAPI.
import type { Contract, Fault, Rule } from './document'
import { accountIdRules } from './account-ids'
import { actingRules } from './acting'
import { deprecationRules } from './deprecation'
import { exampleRules } from './examples'
import { generatorRules } from './generators'
import { nameRules } from './names'
import { openapiFaults } from './openapi'
import { operationRules } from './operations'
import { preconditionRules } from './preconditions'
import { registryRules } from './registries'
import { requestRules } from './requests'
import { responseRules } from './responses'
import { references, schemaRules } from './schemas'

export type { Contract, Fault, Path, Rule } from './document'

/** By demand. */
export const rules: Readonly<Record<string, Rule>> = {
  'a reference names what exists': references,
  ...registryRules,
  ...operationRules,
  ...deprecationRules,
  ...preconditionRules,
  ...responseRules,
  ...schemaRules,
  ...requestRules,
  ...exampleRules,
  ...nameRules,
  ...accountIdRules,
  ...actingRules,
  ...generatorRules,
}

/** Dangling references and violations of OpenAPI. */
export async function unreadable(contract: Contract): Promise<Fault[]> {
  const dangling = references(contract)
  return dangling.length > 0 ? dangling : openapiFaults(contract)
}

/** @param contract without {@link unreadable} */
export function ruleFaults(contract: Contract): Fault[] {
  const faults = Object.values(rules).flatMap((rule) => rule(contract))
  return [...new Map(faults.map((fault) => [`${fault.where.join('/')} ${fault.rule}`, fault])).values()]
}

export async function contractFaults(contract: Contract): Promise<Fault[]> {
  const faults = await unreadable(contract)
  return faults.length > 0 ? faults : ruleFaults(contract)
}
