// Former names of commands, which work for one release.

interface Renamed {
  readonly from: string
  /** The former command is meant when it has all of these flags. */
  readonly having: readonly string[]
  /** Not when it has one of these. */
  readonly lacking?: readonly string[]
  readonly to: string
  /** Flags with a new name; null: the flag is gone. */
  readonly flags: Readonly<Record<string, string | null>>
}

const award = (of: string, flag: string): readonly Renamed[] => [
  {
    from: 'member award',
    having: [flag, '--take'],
    to: `member remove-${of}`,
    flags: { [flag]: '--name', '--take': null },
  },
  { from: 'member award', having: [flag], to: `member award-${of}`, flags: { [flag]: '--name' } },
]

/** The first that matches counts. */
const renamed: readonly Renamed[] = [
  ...award('medal', '--medal'),
  ...award('qualification', '--qualification'),
  {
    from: 'member award',
    having: ['--quota-points'],
    to: 'member change-quota-points',
    flags: { '--quota-points': '--amount' },
  },
  { from: 'member award', having: [], to: 'member change-experience', flags: { '--experience': '--amount' } },
  { from: 'member rank', having: ['--promote'], to: 'member promote', flags: { '--promote': null } },
  { from: 'member rank', having: ['--demote'], to: 'member demote', flags: { '--demote': null } },
  { from: 'member rank', having: [], to: 'member set-rank', flags: { '--to': '--rank' } },
  { from: 'member find', having: [], lacking: ['--name', '--help'], to: 'member list', flags: {} },
  {
    from: 'suspension add',
    having: ['--keep-rank'],
    to: 'suspension keep-rank',
    flags: { '--keep-rank': null },
  },
  { from: 'webhook redeliver', having: ['--parked'], to: 'webhook redeliver-parked', flags: { '--parked': null } },
  { from: 'audit list', having: ['--before'], to: 'audit list', flags: { '--before': '--cursor' } },
  { from: 'notification list', having: ['--before'], to: 'notification list', flags: { '--before': '--cursor' } },
  { from: 'member history', having: ['--before'], to: 'member history', flags: { '--before': '--cursor' } },
]

export interface Current {
  readonly args: readonly string[]
  /** Names the new command to someone who used a former name. */
  readonly note: string | null
}

export function withCurrentNames(args: readonly string[]): Current {
  const [noun = '', verb = '', ...flags] = args
  const names = flags.map((flag) => flag.split('=', 1)[0] ?? '')
  const from = `${noun} ${verb}`
  const fits = ({ having, lacking = [] }: Renamed): boolean =>
    having.every((flag) => names.includes(flag)) && !lacking.some((flag) => names.includes(flag))
  const found = renamed.find((one) => one.from === from && fits(one))
  if (!found) return { args, note: null }
  const current = flags.flatMap((flag, at) => {
    const name = names[at] ?? ''
    const to = found.flags[name]
    return to === undefined ? [flag] : to === null ? [] : [to + flag.slice(name.length)]
  })
  const changes = Object.entries(found.flags).flatMap(([old, to]) => (to !== null && names.includes(old) ? [to] : []))
  const now = [found.to, ...changes].join(' ')
  const former = [from, ...names.filter((name) => found.having.includes(name) || name in found.flags)].join(' ')
  return {
    args: [...found.to.split(' '), ...current],
    note: `${former} is now ${now}; the former name is gone in the next release`,
  }
}
