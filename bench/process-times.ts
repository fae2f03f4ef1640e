import { readdirSync, readFileSync } from 'node:fs'

/** ms of a tick of `/proc/PID/stat` */
const TICK = 10

/** A process of this machine as Linux counts its time. */
export interface ProcessTimes {
  pid: number
  parent: number
  name: string
  /** ms of CPU of all its threads, and of its children that ended */
  own: number
  ofEnded: number
}

/** All processes; empty elsewhere than on Linux. */
export function runningProcesses(): ProcessTimes[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return []
    try {
      return timesIn(readFileSync(`/proc/${entry}/stat`, 'utf8'))
    } catch {
      return [] // it has ended
    }
  })
}

/** @see man 5 proc: fields 1, 2, 4 and 14 to 17 */
export function timesIn(stat: string): ProcessTimes {
  const [, pid, name, rest] = /^(\d+) \((.*)\) (.*)$/s.exec(stat)!
  const fields = rest!.split(' ')
  const ticks = (from: number) => (Number(fields[from]) + Number(fields[from + 1])) * TICK
  return {
    pid: Number(pid),
    parent: Number(fields[1]),
    name: name!,
    own: ticks(11),
    ofEnded: ticks(13),
  }
}

/** The processes with these ids and all below them. */
export function withChildren(
  processes: readonly ProcessTimes[],
  pids: readonly number[],
): ProcessTimes[] {
  const found = new Set(pids)
  const isNew = ({ pid, parent }: ProcessTimes) => !found.has(pid) && found.has(parent)
  for (let added = processes.filter(isNew); added.length > 0; added = processes.filter(isNew)) {
    for (const { pid } of added) found.add(pid)
  }
  return processes.filter(({ pid }) => found.has(pid))
}

/** ms of CPU of processes and of their children that ended */
export function cpuOfAll(processes: readonly ProcessTimes[]): number {
  return processes.reduce((sum, { own, ofEnded }) => sum + own + ofEnded, 0)
}
