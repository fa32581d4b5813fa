/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  plugins: [import.meta.resolve('@stryker-mutator/jest-runner')],
  testRunner: 'jest',
  jest: { projectType: 'custom', configFile: 'scripts/mutation/jest.config.cjs', enableFindRelatedTests: true },
  mutate: [
    'src/applications/submissions/rules.ts',
    'src/auth/rules.ts',
    'src/limits/window.ts',
    'src/operations/{rules,limits}.ts',
    'src/operations/dispatch/{next,state}.ts',
    'src/ranks/rules.ts',
    'src/webhooks/rules.ts',
  ],
  coverageAnalysis: 'perTest',
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: '.cache/mutation.json' },
  tempDirName: '.cache/mutation',
  inPlace: false,
  ignorePatterns: ['dist', '.data', 'docs', 'clients', 'scripts/packages', 'console', 'deploy'],
  concurrency: 2,
  allowConsoleColors: false,
}
