// `npm run clients`; --check compiles and runs them.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { checkClients } from './check'
import { clientFile, generate, languages, type Language } from './generators'

const help = `npm run clients -- [options]

Generates a client from openapi.yaml for each of ${languages.join(', ')}.

  --language L   only this one; may be given several times
  --out FOLDER   output folder (default clients/generated), with a folder for each language
  --check        generate into a temporary folder, compile where a compiler is installed, and call a live server with
                 the TypeScript, Python, Go and Java clients; exits with 1 on failure

The client for game servers is not generated: clients/luau/CommunityClient.luau.
`

const isLanguage = (name: string): name is Language => (languages as readonly string[]).includes(name)

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      language: { type: 'string', multiple: true },
      out: { type: 'string', default: path.resolve(__dirname, '../../clients/generated') },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return void process.stdout.write(help)
  const wanted = values.language ?? [...languages]
  const unknown = wanted.find((name) => !isLanguage(name))
  if (unknown !== undefined) throw new Error(`unknown language ${unknown}; choose from ${languages.join(', ')}`)
  const chosen = wanted.filter(isLanguage)
  if (values.check) {
    if (!(await checkClients(chosen))) process.exitCode = 1
    return
  }
  for (const language of chosen) {
    await generate(language, path.resolve(values.out))
    console.log(path.relative(process.cwd(), path.join(values.out, language, clientFile[language])))
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
