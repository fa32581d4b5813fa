// Starts the longest files first, so that the workers end at about the same time. Jest knows durations of earlier runs alone, which a
// clean clone has not.
const { default: Sequencer } = require('@jest/test-sequencer')

/** Groups of scripts/test-groups.mjs, then files of the tools. */
const longest = [
  ...['test-groups/auth-', 'test-groups/idempotency', 'test-groups/admin-', 'test-groups/operations-'],
  ...['documentation/examples', 'faults/short', 'simulate/bugs', 'faults/obeyed', 'promises/checks', 'ops/production'],
  ...['ops/help', 'simulate/models/database', 'conformance/', 'clients/', 'workflows/'],
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
