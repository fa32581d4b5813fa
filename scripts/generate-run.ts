// A run of `npm run generate`: the files that it writes, and what it reports.
import fs from 'node:fs'
import path from 'node:path'

/** Collects the faults of all phases, so that one does not hide another. */
export class GenerateRun {
  readonly errors: string[] = []
  private readonly changed: string[] = []

  constructor(
    private readonly isCheck: boolean,
    private readonly root = path.resolve(__dirname, '..'),
  ) {}

  /** Runs a phase. A failure ends this phase only. @param what its subject, for an error of the generator itself */
  async phase(work: () => Promise<void> | void, what?: string): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.errors.push(textOf(error, what))
    }
  }

  write(files: Readonly<Record<string, string>>): void {
    this.changed.push(...this.differing(files))
  }

  /** The files that differ from what is stored; they are written unless the run only checks. */
  private differing(files: Readonly<Record<string, string>>): string[] {
    return Object.entries(files).flatMap(([name, text]) => {
      const file = path.join(this.root, name)
      if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === text) return []
      if (!this.isCheck) fs.writeFileSync(file, text)
      return [name]
    })
  }

  /** Prints everything. @returns whether nothing is wrong */
  report(): boolean {
    const { changed, errors } = this
    if (this.isCheck && changed.length > 0) errors.push(`${changed.join(', ')}: out of date. Run npm run generate.`)
    if (!this.isCheck)
      console.log(changed.length > 0 ? `wrote ${changed.join(', ')}` : 'everything generated is up to date')
    for (const text of errors) console.error(text)
    return errors.length === 0
  }
}

function textOf(error: unknown, what: string | undefined): string {
  if (!(error instanceof Error)) return String(error)
  const isBug = error instanceof TypeError || error instanceof RangeError
  if (!isBug || what === undefined) return error.message
  const place = error.stack?.split('\n').find((line) => line.startsWith('    at '))
  return `${what}: left out, because the generator failed (${error.message}${place ?? ''}).`
}
