// `npm run test:tools`: what jest.config.cjs leaves out.
const { testMatch, testPathIgnorePatterns, ...base } = require('./jest.config.cjs')

module.exports = {
  ...base,
  testRegex: testPathIgnorePatterns.map((folder) => `${folder}.*test\\.ts$`),
}
