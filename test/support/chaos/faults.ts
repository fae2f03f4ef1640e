import { setTimeout as delay } from 'node:timers/promises'
import { until } from '../in-time.ts'
import type { Machine, Machines } from '../machines.ts'
import type { Refusals } from './asking.ts'
import { inFlight } from './deliveries-in-flight.ts'
import type { Progress } from './progress.ts'
import type { Uploads } from './uploads.ts'

/** Everything that goes wrong, in this order: the leases of the processes with jobs take a while to end. */
const FAULTS = [
  ...[
    'kill D',
    'kill E',
    'crash PostgreSQL',
    'lose answers of PostgreSQL',
    'lose the store',
    'kill A',
    'restart Redis',
  ],
  ...['kill B', 'kill C', 'restart Redis'],
] as const
type Fault = (typeof FAULTS)[number]

/** of answers of PostgreSQL: connections of the pools of five processes wait for them */
const PIECES_LOST = 10
/** at each kill of a process that answers */
const ANSWERS_LOST = 4

export interface Chaos {
  machines: Machines
  progress: Progress
  refusals: Refusals
  uploads: Uploads
  /** ms for which the store is away */
  storeAway: number
  /** whether it is away now */
  isStoreAway: boolean
  /** called when a process with jobs was killed, and lives again */
  afterJobsKilled: () => void
  /** of activities that may arrive twice because of a kill */
  mayRepeat: Set<string>
}

/**
 * Brings all faults, one after the other, in the middle of the writes. The next one comes when its share of the
 * writes is acknowledged, and while one lasts no write of the share after the next begins.
 */
export async function bringFaults(chaos: Chaos, writes: number): Promise<void> {
  const { progress } = chaos
  const share = Math.floor(writes / (FAULTS.length + 1))
  try {
    for (const [at, fault] of FAULTS.entries()) {
      const begins = (at + 1) * share
      progress.limit = begins + share
      await progress.reached(begins)
      await bring(chaos, fault, () => progress.reached(begins + share / 2))
    }
  } finally {
    progress.limit = Number.POSITIVE_INFINITY
  }
}

/** @param meanwhile resolves when there have been writes during the fault */
async function bring(chaos: Chaos, fault: Fault, meanwhile: () => Promise<void>): Promise<void> {
  const { machines, refusals } = chaos
  if (fault === 'restart Redis') {
    await machines.redis.stop()
    await meanwhile()
    return machines.redis.start()
  }
  if (fault === 'crash PostgreSQL') {
    const before = refusals.later
    await machines.postgres.crash()
    await until(() => refusals.later > before) // nothing can be written
    return machines.postgres.start()
  }
  if (fault === 'lose answers of PostgreSQL') {
    const { wayToPostgres } = machines
    const before = wayToPostgres.lost
    wayToPostgres.lose()
    await until(() => wayToPostgres.lost >= before + PIECES_LOST)
    return wayToPostgres.cut()
  }
  if (fault === 'lose the store') return loseStore(chaos)
  const machine = fault.slice('kill '.length) as Machine
  const doesJobs = machine === 'D' || machine === 'E'
  if (doesJobs) await untilSending(chaos, meanwhile())
  if (machine === 'A' || machine === 'B') await loseAnswers(machines, machine)
  await machines.kill(machine)
  await noteInFlight(chaos)
  await meanwhile()
  await machines.start(machine)
  if (doesJobs) chaos.afterJobsKilled()
}

/** A store that breaks off connections, or takes them and says nothing: for each fifth request. */
async function loseStore(chaos: Chaos): Promise<void> {
  const { machines, uploads } = chaos
  let asked = 0
  chaos.isStoreAway = true
  machines.store.fault = {
    instead(response) {
      asked += 1
      if (asked % 5 !== 1) response.destroy()
    },
  }
  const before = asked
  await Promise.all([delay(chaos.storeAway), until(() => asked > before)])
  machines.store.fault = null
  chaos.isStoreAway = false
  const ended = () => uploads.whileAway.stored + uploads.whileAway.refused
  await until(() => ended() > 0)
}

/** A kill between a commit and its answer is rare, and what the test is about: some answers are lost before it. */
async function loseAnswers(machines: Machines, machine: Machine): Promise<void> {
  const { proxy } = machines
  const before = proxy.lost
  proxy.losing.add(machines.portOf(machine))
  await until(() => proxy.lost >= before + ANSWERS_LOST)
  proxy.losing.clear()
}

async function noteInFlight({ machines, mayRepeat }: Chaos): Promise<void> {
  for (const id of await inFlight(machines.postgres)) mayRepeat.add(id)
}

/** Waits for a moment in which something is being sent, but not longer than for the other writes. */
async function untilSending({ machines }: Chaos, latest: Promise<void>): Promise<void> {
  let isLate = false
  latest.then(() => {
    isLate = true
  })
  await until(async () => isLate || (await inFlight(machines.postgres)).length > 0)
}
