// Makes a contract larger without changing what it says, to see what its size costs.

/** How many operations a document has. */
export function countOperations({ paths }) {
  return Object.values(paths).reduce((sum, item) => sum + operationsOf(item).length, 0)
}

/** The document with copies of its operations under other paths, until there are `count` operations. */
export function padded(document, count) {
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

function operationsOf(item) {
  return Object.entries(item).filter(([, operation]) => operation.operationId)
}
