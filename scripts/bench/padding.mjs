// Makes a contract larger or smaller without changing what it says, to see what its size costs.

/** How many operations a document has. */
export function countOperations({ paths }) {
  return Object.values(paths).reduce((sum, item) => sum + operationsOf(item).length, 0)
}

/** The document with so many operations: with copies of its own under other paths, or without some. */
export function sized(document, count, keep) {
  return count < countOperations(document) ? trimmed(document, count, keep) : padded(document, count)
}

/** The operation to `keep` and the first of the others. */
function trimmed(document, count, keep) {
  let left = count - 1
  // what a path has beside its operations stays
  const stays = ([, { operationId }]) => !operationId || operationId === keep || left-- > 0
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    Object.fromEntries(Object.entries(item).filter(stays)),
  ])
  return { ...document, paths: Object.fromEntries(paths.filter(([, item]) => operationsOf(item).length > 0)) }
}

function padded(document, count) {
  const paths = { ...document.paths }
  let missing = count - countOperations(document)
  for (let copy = 1; missing > 0; copy++) {
    for (const [path, item] of Object.entries(document.paths)) {
      const taken = operationsOf(item).slice(0, Math.max(0, missing))
      if (taken.length === 0) break
      missing -= taken.length
      paths[`/copy-${copy}${path}`] = Object.fromEntries(
        taken.map(([method, operation]) => [method, renamed(operation, copy)]),
      )
    }
  }
  return { ...document, paths }
}

function renamed(operation, copy) {
  return { ...operation, operationId: `${operation.operationId}Copy${copy}` }
}

/** The operation that one is a copy of, by their operationIds. */
export const originalOf = (operationId) => operationId.replace(/Copy\d+$/, '')

function operationsOf(item) {
  return Object.entries(item).filter(([, operation]) => operation.operationId)
}
