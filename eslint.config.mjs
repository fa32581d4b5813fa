import tseslint from 'typescript-eslint'

export default tseslint.config(
  {
    // what lies beside a generated client is compiled there
    ignores: [
      ...['dist', 'generated', 'scripts/clients/live/*.*', 'node_modules', '.data', '.cache', 'coverage'],
      ...['clients/*', '!clients/conformance', 'clients/conformance/dist'],
    ],
  },
  {
    files: ['src/**/*.ts', 'scripts/**/*.ts', 'test/**/*.ts', 'clients/conformance/src/**/*.ts'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { project: ['test/tsconfig.json'] } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      // functions of the house are closures behind interfaces, not methods of a this
      '@typescript-eslint/unbound-method': 'off',
      // graphile-worker's levels are strings behind an enum
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      // express and the worker take async callbacks and handle their rejections
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: { 'max-lines-per-function': ['error', 80] },
  },
  {
    // bodies of answers are read as they come; the contract check has seen them whole
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    // what people read is in the catalogue of texts
    files: ['console/src/**/*.{ts,tsx}'],
    languageOptions: { parser: tseslint.parser, parserOptions: { ecmaFeatures: { jsx: true } } },
    rules: {
      'no-restricted-syntax': [
        'error',
        ...[
          'JSXElement:not([openingElement.name.name="Kbd"]) > JSXText[value=/[a-z]{2}/]',
          'JSXFragment > JSXText[value=/[a-z]{2}/]',
          'JSXExpressionContainer > Literal[value=/[A-Z][a-z]+/]',
          'JSXAttribute[name.name=/^(aria-label|label|title|description|placeholder|alt|text)$/] > Literal[value=/^(?!https:).*[a-z]{2}/]',
          'Property[key.value="aria-label"] > Literal.value',
          'AssignmentExpression[left.property.name="title"] TemplateElement[value.raw=/[a-z]{2}/]',
          'AssignmentPattern > Literal[value=/^[A-Z][a-z]+/]',
          'NewExpression[callee.name="Error"] > Literal',
          'NewExpression[callee.name="Error"] > TemplateLiteral',
        ].map((selector) => ({ selector, message: 'Declare the text with catalogue() of patterns/texts.ts.' })),
      ],
    },
  },
  {
    // the types they import are generated in a test, which compiles them
    files: ['scripts/clients/live/others/*.ts'],
    extends: [tseslint.configs.disableTypeChecked],
    rules: { '@typescript-eslint/switch-exhaustiveness-check': 'off' },
  },
)
