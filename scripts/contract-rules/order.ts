// The specification's operations come first: a reader of openapi.yaml meets the interface before what this server adds.
import { operationsOf } from './document'
import type { Contract, Fault, FoundOperation, Rule } from './document'

const isSpecified = ({ node }: FoundOperation): boolean => !node['x-extension']

/** Those before the last one that is marked. */
function before<Node>(nodes: readonly Node[], isMarked: (node: Node) => boolean): Node[] {
  return nodes.slice(0, nodes.findLastIndex(isMarked)).filter((node) => !isMarked(node))
}

/** A path whose operations are all extensions. A path with one of the specification stays whole. */
function extensionsLast(contract: Contract): Fault[] {
  const specified = new Set(
    operationsOf(contract)
      .filter(isSpecified)
      .map(({ path }) => path),
  )
  return before(operationsOf(contract), ({ path }) => specified.has(path)).map(({ at, id }) => ({
    where: at,
    rule: `${id} is an extension, but stands before operations of the specification.`,
    fix: 'Move its path to the extensions of its tag, below those of the specification.',
  }))
}

function tagsOfExtensionsLast(contract: Contract): Fault[] {
  const specified = new Set(
    operationsOf(contract)
      .filter(isSpecified)
      .flatMap(({ node }) => node.tags ?? []),
  )
  return before(contract.tags, ({ name }) => specified.has(name)).map((tag) => ({
    where: ['tags', contract.tags.indexOf(tag)],
    rule: `The tag ${tag.name} has no operation of the specification, but stands before tags that have one.`,
    fix: 'Move it below them.',
  }))
}

export const orderRules: Readonly<Record<string, Rule>> = {
  'extensions come after the specification': (contract) => [
    ...extensionsLast(contract),
    ...tagsOfExtensionsLast(contract),
  ],
}
