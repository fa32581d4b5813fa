// The tests of pure rules, which the mutation tool runs for each mutant: scripts/mutation.
const { transform, transformIgnorePatterns } = require('../../jest.config.cjs')

module.exports = {
  rootDir: '../..',
  testEnvironment: 'node',
  testMatch: [
    '<rootDir>/test/applications/submissions/rules.test.ts',
    '<rootDir>/test/auth/{keys,rules,window}.test.ts',
    '<rootDir>/test/operations/{next,restore,roles,rules,state}.test.ts',
    '<rootDir>/test/ranks/{rules,targets}.test.ts',
    '<rootDir>/test/webhooks/rules.test.ts',
  ],
  transform,
  transformIgnorePatterns,
}
