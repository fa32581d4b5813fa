// `npm test`: the tests of jest.config.cjs in groups, see scripts/test-groups.mjs.
const { testMatch, testPathIgnorePatterns, ...base } = require('./jest.config.cjs')

module.exports = { ...base, testMatch: ['<rootDir>/.cache/test-groups/*.test.js'] }
