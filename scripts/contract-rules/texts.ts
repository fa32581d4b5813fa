// Rules about what texts name.
import type { Contract, Path, Rule } from './document'

const TEXTS = new Set(['description', 'sentence', 'cause', 'remedy'])
/** Keywords of issues, which the server adds to those of schemas. */
const KEYWORDS = ['maxBytes', 'maxValues']

interface Read {
  readonly texts: { readonly at: Path; readonly text: string }[]
  /** Each name that occurs in the document outside of texts. */
  readonly names: Set<string>
}

function read(contract: Contract): Read {
  const found: Read = { texts: [], names: new Set(KEYWORDS) }
  const visit = (node: unknown, at: Path): void => {
    const key = at.at(-1)
    if (typeof key === 'string') found.names.add(key)
    if (typeof node === 'string') {
      if (typeof key === 'string' && TEXTS.has(key)) found.texts.push({ at, text: node })
      else for (const word of node.split(/\W+/)) found.names.add(word)
    } else if (typeof node === 'object' && node !== null) {
      for (const [name, inner] of Object.entries(node)) visit(inner, [...at, Array.isArray(node) ? Number(name) : name])
    }
  }
  visit(contract, [])
  return found
}

/** `refreshMember`; not `details.limit`, because the details of an error have no schema. */
const CODE = /(?<![.\w])[a-z]+[A-Z]\w*/g

const existing: Rule = (contract) => {
  const { texts, names } = read(contract)
  return texts.flatMap(({ at, text }) =>
    [...text.matchAll(/`([^`]+)`/g)]
      .flatMap(([, code = '']) => code.match(CODE) ?? [])
      .filter((name) => !names.has(name))
      .map((name) => ({
        where: at,
        rule: `The text names ${name}, which is neither an operation nor anything else of the contract.`,
        fix: 'Name an operation, a parameter or a property that exists; write details.<name> for a detail of an error.',
      })),
  )
}

export const textRules: Readonly<Record<string, Rule>> = { 'a text names what exists': existing }
