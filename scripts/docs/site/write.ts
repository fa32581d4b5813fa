// Writes dist/site, the files of /docs, for `npm run build`.
import fs from 'node:fs'
import path from 'node:path'
import { renderSite } from '.'
import type { Contract } from '../../contract-rules/document'
import { readYaml } from '../../contract-rules/lines'
import { readable } from '../../contract-rules/parts'
import { siteFiles } from './files'

const root = path.resolve(__dirname, '../../..')
const folder = path.join(root, 'dist/site')

const { value } = readYaml(fs.readFileSync(path.join(root, 'openapi.yaml'), 'utf8'))
const files = siteFiles(renderSite(readable(value as Contract)))
fs.rmSync(folder, { recursive: true, force: true })
for (const [name, text] of files) {
  fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
  fs.writeFileSync(path.join(folder, name), text)
}
