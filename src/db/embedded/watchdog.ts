// Stops the cluster with its last user, even if that is killed. Each process that uses the cluster has a mark (a file) and a
// watchdog (a shell that reads a pipe). When the process ends, or leaves the cluster, the pipe closes; the watchdog then removes
// the mark and stops PostgreSQL if there is no other mark.
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClusterPlace } from './directories'
import { postgresEnvironment, runningPostmaster } from './postmaster'
import { isAlive, isRunning, ownIdentity } from './process'

/**
 * The watchdog. As in Dekker's algorithm, it announces that it stops the cluster and then looks for marks, while a joining process
 * writes its mark and then looks for announcements, so at least one of them sees the other.
 */
const script = `
mark=$1 users=$2 stopping=$3 cluster=$4
trap '' HUP INT TERM
while read -r _; do :; done
rm -f "$mark"
touch "$stopping/$$" || exit 1
trap 'rm -f "$stopping/$$"' EXIT
for user in "$users"/*; do
  pid=\${user##*/}
  if [ -e "$user" ] && kill -0 "\${pid%%-*}"; then exit 0; fi
done
pid=$(head -n 1 "$cluster/postmaster.pid") && [ -n "$pid" ] || exit 0
running() {
  case "$(tr '\\0' ' ' <"/proc/$pid/cmdline" || ps -o command= -p "$pid")" in
    *"postgres -D $cluster "*) return 0 ;;
  esac
  return 1
}
for signal in INT QUIT; do
  running && kill -s "$signal" "$pid"
  rounds=750
  while running && [ "$rounds" -gt 0 ]; do
    rounds=$((rounds - 1))
    sleep 0.02 || sleep 1
  done
done
`

/** A watchdog sends SIGINT, after 15 s SIGQUIT, and ends after 15 s more. */
const STOP_TIMEOUT_MS = 40_000
const REPLACE_RETRY_MS = 1_000

export interface Membership {
  /** Waits while a watchdog is stopping the cluster. */
  whenNotStopping(): Promise<void>
  /** Leaves the cluster. Resolves when it has stopped, or another process uses it. */
  leave(): Promise<void>
}

let count = 0

/** Registers this process as a user of the cluster. */
export function joinCluster(place: ClusterPlace): Membership {
  removeDeadMarks(place.users)
  const { pid, startTime } = ownIdentity()
  const mark = path.join(place.users, `${pid}-${startTime}-${++count}`)
  let left: Promise<void> | undefined
  let watchdog = watch()

  function watch(): ChildProcess {
    writeFileSync(mark, '')
    const parameters = [mark, place.users, place.stopping, place.cluster]
    const child = spawn('/bin/sh', ['-c', script, 'postgres-watchdog', ...parameters], {
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      env: postgresEnvironment,
    })
    child.unref()
    if (child.stdin instanceof Socket) child.stdin.unref()
    child.stdin.on('error', () => undefined)
    child.on('error', () => undefined)
    // a signal killed it
    child.on('exit', (_code, signal) => {
      if (signal) replace()
    })
    return child
  }

  /** Starts another watchdog; retries when that fails, for example without file descriptors. */
  function replace(): void {
    if (left) return
    try {
      watchdog = watch()
    } catch {
      setTimeout(replace, REPLACE_RETRY_MS).unref()
    }
  }

  async function leave(): Promise<void> {
    if (watchdog.exitCode !== null || watchdog.signalCode !== null) watchdog = watch()
    const ended = once(watchdog, 'exit')
    watchdog.ref()
    watchdog.stdin?.end()
    await ended
  }

  return {
    whenNotStopping: () => whenNotStopping(place),
    leave: () => (left ??= leave()),
  }
}

/** Removes marks whose process was killed together with its watchdog. */
function removeDeadMarks(users: string): void {
  for (const name of readdirSync(users)) {
    const [pid, startTime] = name.split('-').map(Number)
    if (!isRunning({ pid: pid ?? 0, startTime: startTime ?? 0 })) rmSync(path.join(users, name), { force: true })
  }
}

async function whenNotStopping(place: ClusterPlace): Promise<void> {
  for (const name of readdirSync(place.stopping)) {
    const announcement = path.join(place.stopping, name)
    const deadline = Date.now() + STOP_TIMEOUT_MS
    while (existsSync(announcement) && isAlive(Number(name)) && Date.now() < deadline) {
      if (!runningPostmaster(place)) return
      await sleep(20)
    }
    rmSync(announcement, { force: true })
  }
}
