// Starts the longest files first, so that the workers end at about the same time. Jest knows durations only from
// earlier runs, which a new clone lacks.
const { default: Sequencer } = require('@jest/test-sequencer')

/** Longest groups of scripts/test-groups.mjs (server lane, tools lane), in order. */
const longest = [
  ...['auth', 'idempotency', 'admin', 'operations'].map((name) => `server/${name}`),
  ...[
    ...['documentation-examples', 'console', 'ops', 'faults-', 'simulate-bugs', 'clients', 'docs-samples', 'promises-'],
    ...['idempotency-killed', 'upgrade-', 'conformance', 'db'],
  ].map((name) => `tools/${name}`),
]

const placeOf = ({ path }) => {
  const place = longest.findIndex((name) => path.includes(name))
  return place === -1 ? longest.length : place
}

module.exports = class extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => placeOf(one) - placeOf(other))
  }
}
