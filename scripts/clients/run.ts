// `npm run clients`: generates a client for each language; --check compiles and runs them (check.ts).
import path from 'node:path'
import { flag, namesOf, runCommand, text } from '../command'
import { generate, languages, type Language } from './generators'

const help = `npm run clients -- [options]

Generates a client from openapi.yaml for each of ${languages.join(', ')}.

  --language A,B  only these
  --out FOLDER    output folder (default clients/generated), with a folder for each language
  --check         generate into a temporary folder, compile where a compiler is installed, and call a live server; exits with 1
                  on failure
  --help          print this help

Those for TypeScript, Python and Luau are packages in clients/.
`
const out = path.resolve(__dirname, '../../clients/generated')

runCommand(help, { language: text(languages.join(',')), out: text(out), check: flag }, async (values) => {
  const chosen = namesOf('language', values.language, languages) as Language[]
  if (values.check) {
    const { checkClients } = await import('./check.js')
    if (!(await checkClients(chosen))) process.exitCode = 1
    return
  }
  for (const language of chosen)
    console.log(path.relative(process.cwd(), await generate(language, path.resolve(values.out))))
})
