/** Real PostgreSQL in every test: one embedded cluster for the run, a template database per schema, a clone per file. */
module.exports = {
  testEnvironment: 'node',
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testTimeout: 30_000,
  maxWorkers: 4,
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
}
