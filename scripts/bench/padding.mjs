// Copies or removes operations, to measure the effect of a contract's size.

export function countOperations({ paths }) {
  return Object.values(paths).reduce((sum, item) => sum + operationsOf(item).length, 0)
}

/** With `count` operations; copies have other paths. */
export function sized(document, count, keep) {
  return count < countOperations(document) ? trimmed(document, count, keep) : padded(document, count)
}

/** Keeps `keep` and the first others. */
function trimmed(document, count, keep) {
  let left = count - 1
  // and other keys of a path
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

/** OperationId. */
export const originalOf = (operationId) => operationId.replace(/Copy\d+$/, '')

function operationsOf(item) {
  return Object.entries(item).filter(([, operation]) => operation.operationId)
}
