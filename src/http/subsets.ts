// Subsets of the contract, by the query of its documents.
import { LRUCache } from 'lru-cache'
import { readSelection, textOfSubset, type ContractTexts, type Form } from '../contract/subset'
import type { PageText } from './document'

/** Kept in memory; an old one is made again. */
const MAX_SUBSETS = 30

const JSON_TYPE = 'application/json; charset=utf-8'
const forms: Readonly<Record<string, readonly [form: Form, type: string]>> = {
  '/openapi.yaml': ['yaml', 'application/yaml; charset=utf-8'],
  '/openapi.json': ['json', JSON_TYPE],
  '/openapi-3.1.json': ['json31', JSON_TYPE],
}

/**
 * @returns what is served at the URL; undefined: it asks for no subset. Throws DomainError 400 when it asks for one
 *   that does not exist
 */
export function makeSubsets<Served extends object>(
  contract: ContractTexts,
  serve: (text: () => PageText) => Served,
): (url?: string) => Served | undefined {
  const served = new LRUCache<string, Served>({ max: MAX_SUBSETS })
  let tags: string[] | null = null
  return (url = '') => {
    const [path = '', query] = url.split('?', 2)
    const [form, type] = forms[path] ?? []
    if (form === undefined || type === undefined || query === undefined) return undefined
    tags ??= (JSON.parse(contract.json) as { tags: { name: string }[] }).tags.map(({ name }) => name)
    const selection = readSelection(query, tags)
    if (selection === null) return undefined
    const key = JSON.stringify([form, selection])
    const known = served.get(key)
    if (known) return known
    const document = serve(() => ({ type, text: textOfSubset(contract, form, selection) }))
    served.set(key, document)
    return document
  }
}
