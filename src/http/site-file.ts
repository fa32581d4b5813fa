// dist/site.json, which `npm run build` writes where the development packages are installed.
import fs from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../base/project-root'

const file = path.join(projectRoot, 'dist/site.json')

const text =
  'This server was built without its documentation, which needs the development packages: run `npm ci --include=dev` and `npm run build`, then start it again.'

const leftOut = {
  navigation: '',
  pages: [
    {
      path: '/docs',
      title: 'No documentation',
      markdown: `# No documentation\n\n${text}\n`,
      html: `<h1>No documentation</h1><p>${text.replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</p>`,
    },
  ],
  search: [],
  files: [],
}

/** One page that says how to build the others, where there are none. */
export const readSiteFile = (): unknown => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : leftOut)
