import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, type LoadResult, loadOver, type Pace } from '../load.ts'
import { cpuOfAll, runningProcesses, withChildren } from '../process-times.ts'
import type { PeerServer } from './arguments.ts'

/** ms in which a server that rests uses less than `RESTING` ms of CPU, and how long that is waited for */
const REST = 300
const RESTING = 20
const LONGEST_REST = 60_000

/** rounds that warm up: V8 and other compilers take some seconds */
const WARM_UP = 2

/** One round of one server. */
export interface Round {
  perSecond: number
  /** ms */
  p50: number
  p99: number
  /** ms of CPU for a request; null without processes to look at */
  cpu: number | null
}

/** The requests of one server in a round of a row. */
export type Work = () => Promise<LoadResult>

/** @returns ms of CPU of a server's processes since they began, or null without any */
export function cpuOf({ pids }: PeerServer): number | null {
  if (pids.length === 0) return null
  const counted = withChildren(runningProcesses(), pids)
  if (counted.length < pids.length) throw new Error(`A process of ${pids} does not run here`)
  return cpuOfAll(counted)
}

/**
 * Measures a row: the servers work by turns, after rounds that warm up and do not count. With processes to
 * look at, a round ends when they rest, so that work behind an answer counts.
 *
 * @returns the rounds of each server
 * @throws Error if a request failed
 */
export async function roundsOf(
  works: readonly { server: PeerServer; work: Work }[],
  count: number,
): Promise<Round[][]> {
  const rounds: Round[][] = works.map(() => [])
  for (let round = -WARM_UP; round < count; round++) {
    for (const [at, { server, work }] of works.entries()) {
      const result = await roundOf(server, work)
      if (round >= 0) rounds[at]!.push(result)
    }
  }
  return rounds
}

async function roundOf(server: PeerServer, work: Work): Promise<Round> {
  const before = cpuOf(server)
  const result = await work()
  const after = before === null ? null : await restingCpu(server)
  if (result.failures > 0) {
    throw new Error(`${server.address.origin}: ${result.failures} requests failed`)
  }
  const at = (share: number) => result.latencies[Math.floor(result.latencies.length * share)] ?? 0
  return {
    perSecond: (result.requests / result.elapsed) * 1000,
    p50: at(0.5),
    p99: at(0.99),
    cpu: before === null || after === null ? null : (after - before) / result.requests,
  }
}

/** CPU of a server when it has nothing more to do. */
async function restingCpu(server: PeerServer): Promise<number> {
  let last = cpuOf(server)!
  for (let waited = 0; waited < LONGEST_REST; waited += REST) {
    await sleep(REST)
    const now = cpuOf(server)!
    if (now - last < RESTING) return last
    last = now
  }
  throw new Error(`${server.address.origin} does not come to rest`)
}

/** Work for a time. */
export function lasting(open: () => Connection, pace: Omit<Pace, 'until'>): Work {
  return () => loadOver(open, pace)
}

/** Work of so many requests. */
export function counted(open: () => Connection, requests: number, connections: number): Work {
  return () => {
    let begun = connections
    const until = () => begun++ >= requests
    return loadOver(open, { connections, duration: Number.POSITIVE_INFINITY, until, awake: false })
  }
}
