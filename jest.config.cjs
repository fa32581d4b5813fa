const swc = {
  sourceMaps: true,
  module: { type: 'commonjs' },
}

/** Packages that are ES modules alone, which jest takes only when they are compiled. */
const modules = 'age-encryption|@noble|@scure|openid-client|oauth4webapi|jose'

/**
 * Tests of the tools under scripts/ and of packaging, which a user of the server does not run, and those that start processes or
 * clusters of PostgreSQL, which take as long as all others: `npm run test:tools`.
 */
const tools = [
  'bench|clients|conformance|console|deploy|dependencies|distribution|faults|fuzz|image|lint|plans|promises|simulator|upgrade',
  'workflows|simulate/(bugs|models)|docs/(browser|samples)|contract/(changes|completeness|openapi-31|yaml)|documentation/examples',
  'admin/(community-move-roles|program|terminal)|auth/limits-of-processes|db/(embedded(-access|-places)?|instance-lock|replica|same-database)',
  'encryption/(known-key|rotation)|http/request-path|idempotency/killed',
  'ops/(clocks|drain|help|npm-signals|production|result-link|rollback|start-errors|start-lines|start-warnings|tracing|version)',
]

/** Real PostgreSQL in every test: one embedded cluster for the run, a template database per schema, a clone per file. */
module.exports = {
  testEnvironment: 'node',
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  testRunner: '<rootDir>/test/support/processor/runner.cjs',
  testSequencer: '<rootDir>/test/support/sequencer.cjs',
  reporters: ['default', '<rootDir>/test/support/processor/reporter.cjs'],
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: [`/test/(${tools.join('|')})[/.]`],
  // the copy of the mutation tool
  modulePathIgnorePatterns: ['<rootDir>/.cache/mutation'],
  // for a test that hangs: beside other work, the longest take minutes
  testTimeout: 600_000,
  maxWorkers: 4,
  transformIgnorePatterns: [`/node_modules/(?!(${modules})/)`],
  // `import('./run.js')` of a file of TypeScript
  moduleNameMapper: { '^(\\.{1,2}/.+)\\.js$': ['$1.js', '$1.ts'] },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
        ...swc,
      },
    ],
    [`/node_modules/(${modules})/.+\\.js$`]: ['@swc/jest', { jsc: { target: 'es2022' }, ...swc }],
  },
}
