// The tests in groups, see scripts/test-groups.mjs: `npm test` runs `server/`, `npm run test:tools` runs `tools/`.
const { testMatch, testPathIgnorePatterns, ...base } = require('./jest.config.cjs')

module.exports = { ...base, testMatch: ['<rootDir>/.cache/test-groups/*/*.test.js'] }
