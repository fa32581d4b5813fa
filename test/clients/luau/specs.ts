// Runs Luau files in the Luau virtual machine against a server.
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

export interface Community {
  readonly communityId: string
  readonly key: string
  /** The id of a form. */
  readonly form?: string
}

export interface SpecRun {
  /** By the title of a case: what failed, or null. */
  readonly problems: Map<string, string | null>
  /** What the machine printed as an error. */
  readonly complaint: string
}

/** Runs the cases of a file. */
export async function runSpec(file: string, url: string, community: Community): Promise<SpecRun> {
  const { communityId, key, form = '' } = community
  const env = { ...process.env, SERVER_URL: url, COMMUNITY_ID: communityId, COMMUNITY_KEY: key, FORM_ID: form }
  const runner = path.join(__dirname, 'run.mjs')
  const more = { env, timeout: 120_000, maxBuffer: 16 * 1024 * 1024 }
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [runner, file], more)
  const problems = new Map<string, string | null>()
  for (const line of stdout.split('\n').filter(Boolean)) {
    const { name, problem } = JSON.parse(line) as { name: string; problem: string | null }
    problems.set(name, problem)
  }
  return { problems, complaint: stderr }
}
