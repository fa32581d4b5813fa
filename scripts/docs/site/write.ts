// Writes dist/site.json, the pages of /docs, for `npm run build`.
import fs from 'node:fs'
import path from 'node:path'
import { renderSite } from '.'
import type { Contract } from '../../contract-rules/document'
import { readYaml } from '../../contract-rules/lines'
import { readable } from '../../contract-rules/parts'

const root = path.resolve(__dirname, '../../..')

const { value } = readYaml(fs.readFileSync(path.join(root, 'openapi.yaml'), 'utf8'))
fs.mkdirSync(path.join(root, 'dist'), { recursive: true })
fs.writeFileSync(path.join(root, 'dist/site.json'), renderSite(readable(value as Contract)))
