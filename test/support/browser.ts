// A headless Chromium: the one that CHROMIUM names, the packaged one (unpacked once per checkout), or an installed one.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { chromium, type Browser } from 'playwright-core'

const root = path.resolve(__dirname, '..', '..')
const packaged = path.join(root, 'scripts/packages/node_modules/@sparticuz/chromium')
const usualNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome-headless-shell']

/** `home`: directory of an unpacked browser; null: the browser is installed on the machine. */
interface Program {
  readonly file: string
  readonly home: string | null
}

/** Why no browser can run here; null: one can. */
export function whyNoBrowser(): string | null {
  if (process.env['CHROMIUM'] || isPackaged() || installed() !== null) return null
  return `no Chromium: none on the PATH, and none in scripts/packages for ${process.platform} ${process.arch}; run npm run packages, or set CHROMIUM to one`
}

/** @throws Error if no browser can run ({@link whyNoBrowser}), or if it does not start */
export async function startBrowser(): Promise<Browser> {
  const { file, home } = await program()
  const libraries = home === null ? {} : { LD_LIBRARY_PATH: path.join(home, 'lib'), FONTCONFIG_PATH: home, HOME: home }
  return chromium.launch({
    executablePath: file,
    // no sandbox, since tests may run as root; no other hosts
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
    env: { ...process.env, ...libraries },
  })
}

async function program(): Promise<Program> {
  const named = process.env['CHROMIUM']
  if (named) return { file: named, home: null }
  if (isPackaged()) return unpacked()
  const found = installed()
  if (found === null) throw new Error(whyNoBrowser() ?? 'no Chromium')
  return found
}

function installed(): Program | null {
  const directories = (process.env['PATH'] ?? '').split(path.delimiter)
  const file = usualNames.flatMap((name) => directories.map((one) => path.join(one, name))).find(isExecutable)
  return file === undefined ? null : { file, home: null }
}

function isExecutable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Whether the packaged browser runs here: Linux, x86-64, glibc. */
function isPackaged(): boolean {
  if (process.platform !== 'linux' || process.arch !== 'x64' || !fs.existsSync(packaged)) return false
  const { header } = process.report.getReport() as unknown as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime !== undefined
}

/** Unpacks the browser. If runs do so at the same time, the last result is kept. */
async function unpacked(): Promise<Program> {
  const { version } = JSON.parse(fs.readFileSync(path.join(packaged, 'package.json'), 'utf8')) as { version: string }
  const home = path.join(root, '.cache', `chromium-${version}`)
  const file = path.join(home, 'chromium')
  if (fs.existsSync(file)) return { file, home }
  const unfinished = `${home}.${process.pid}`
  fs.mkdirSync(unfinished, { recursive: true })
  await decompress('chromium.br', path.join(unfinished, 'chromium'), 0o755)
  for (const name of ['al2023', 'fonts']) {
    const tar = path.join(unfinished, `${name}.tar`)
    await decompress(`${name}.tar.br`, tar, 0o644)
    execFileSync('tar', ['-xf', tar, '-C', unfinished, '--no-same-owner'])
    fs.rmSync(tar)
  }
  fs.writeFileSync(path.join(unfinished, 'fonts.conf'), fontsOf(home))
  try {
    fs.renameSync(unfinished, home)
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true })
    if (!fs.existsSync(file)) throw error
  }
  return { file, home }
}

const fontsOf = (home: string): string =>
  [
    '<?xml version="1.0"?><fontconfig>',
    '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>',
    `<dir>${path.join(home, 'fonts')}</dir><cachedir>${path.join(home, 'fonts-cache')}</cachedir>`,
    '</fontconfig>',
  ].join('')

function decompress(name: string, to: string, mode: number): Promise<void> {
  const source = fs.createReadStream(path.join(packaged, 'bin', name))
  return pipeline(source, createBrotliDecompress(), fs.createWriteStream(to, { mode }))
}
