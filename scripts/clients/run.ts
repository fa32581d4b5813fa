// `npm run clients`: generates a client for each language; --check compiles and runs them (check.ts).
import fs from 'node:fs'
import path from 'node:path'
import type { Document } from 'openapi-backend'
import { loadContract, readContractTexts } from '../../src/contract/document'
import { readSelection, subsetOf, textOfSubset } from '../../src/contract/subset'
import { flag, namesOf, runCommand, text } from '../command'
import { generate, languages, type Language } from './generators'

const help = `npm run clients -- [options]

Generates a client from openapi.yaml for each of ${languages.join(', ')}.

  --language A,B  only these
  --tags A,B      only the operations of these tags, with what they refer to
  --only specification
                  only the operations of the specification, without the extensions
  --document      no client: writes openapi.yaml, with the operations that --tags and --only name
  --out FOLDER    output folder (default clients/generated), with a folder for each language
  --check         generate into a temporary folder, compile where a compiler is installed, and call a live server; exits with 1
                  on failure
  --help          print this help

Those for TypeScript, Python and Luau are packages in clients/.
`
const out = path.resolve(__dirname, '../../clients/generated')

runCommand(
  help,
  {
    language: text(languages.join(',')),
    tags: text(''),
    only: text(''),
    document: flag,
    out: text(out),
    check: flag,
  },
  async (values) => {
    const chosen = namesOf('language', values.language, languages) as Language[]
    if (values.check) {
      const { checkClients } = await import('./check.js')
      if (!(await checkClients(chosen))) process.exitCode = 1
      return
    }
    const { yaml, contract } = selected(values.tags, values.only)
    const folder = path.resolve(values.out)
    const show = (file: string): void => console.log(path.relative(process.cwd(), file))
    if (values.document) {
      const file = path.join(folder, 'openapi.yaml')
      fs.mkdirSync(folder, { recursive: true })
      fs.writeFileSync(file, yaml)
      return show(file)
    }
    for (const language of chosen) show(await generate(language, folder, contract))
  },
)

/** The contract, or a subset of it. @throws Error for an unknown tag */
function selected(tags: string, only: string): { readonly yaml: string; readonly contract: Document } {
  const [texts, whole] = [readContractTexts(), loadContract()]
  const known = (whole.tags ?? []).map(({ name }) => name)
  if (tags !== '') namesOf('tags', tags, known)
  if (only !== '') namesOf('only', only, ['specification'])
  const selection = readSelection(new URLSearchParams({ tags, only }).toString(), known)
  if (selection === null) return { yaml: texts.yaml, contract: whole }
  return { yaml: textOfSubset(texts, 'yaml', selection), contract: subsetOf(whole, selection) }
}
