import { availableParallelism, totalmem } from 'node:os'
import { type Config, MAX_WORKERS } from '../kernel/base/config.ts'
import { StartError } from '../kernel/db/start-error.ts'

/** Resources of a machine, or of the container around the process. */
export interface Machine {
  /** processors; a limit of the container counts, as far as the system tells it */
  processors: number
  /** bytes */
  memory: number
  /** several processes may listen on one port */
  sharesPorts: boolean
}

/** Workers cannot be started here; a server without them could be. */
export class NoWorkers extends StartError {}

export interface WorkerCount {
  count: number
  /** named by the operator: a start that cannot have them fails */
  isAsked: boolean
  /** for the operator; null where nothing was to be chosen */
  reason: string | null
}

/** bytes of memory for each process of a server, before it starts one more by itself */
const MEMORY_PER_PROCESS = 512 * 1024 * 1024

/** As Node's `reusePort`: elsewhere two processes cannot share a port. */
const SHARING_PLATFORMS = new Set(['linux', 'freebsd', 'sunos', 'aix'])

export function thisMachine(): Machine {
  return {
    processors: availableParallelism(),
    // without a limit it is a number above all memory, or 0
    memory: Math.min(totalmem(), process.constrainedMemory() || Infinity),
    sharesPorts: SHARING_PLATFORMS.has(process.platform),
  }
}

/**
 * How many workers `rookery serve` starts: as many as the operator names, else by the machine. PostgreSQL, which is often
 * on the same machine, works as much for a request as the server does.
 */
export function countWorkers(
  config: Pick<Config, 'workers' | 'databaseUrl' | 'severalProcesses' | 'parts'>,
  machine: Machine,
): WorkerCount {
  const { workers, databaseUrl, parts } = config
  if (!parts.has('web') && !parts.has('streaming')) {
    const reason = (workers ?? 0) > 0 ? 'jobs have no port to share' : null
    return { count: 0, isAsked: false, reason }
  }
  if (workers !== null) {
    return { count: workers, isAsked: true, reason: 'as WORKERS or --workers says' }
  }
  // with named parts or Redis, the operator arranges processes
  if (config.severalProcesses) return { count: 0, isAsked: false, reason: null }
  return { isAsked: false, ...countFor(machine, databaseUrl !== null) }
}

function countFor(
  { processors, memory, sharesPorts }: Machine,
  besideDatabase: boolean,
): { count: number; reason: string } {
  if (!sharesPorts) return { count: 0, reason: 'on this system processes cannot share a port' }
  if (processors <= 2) {
    return { count: 0, reason: processors === 1 ? 'one processor' : 'two processors' }
  }
  const byProcessors = besideDatabase ? Math.floor(processors / 2) : processors - 1
  const byMemory = Math.max(0, Math.floor(memory / MEMORY_PER_PROCESS) - 1)
  const count = Math.min(byProcessors, byMemory, MAX_WORKERS)
  if (count === MAX_WORKERS) return { count, reason: 'as many as there may be' }
  if (count === byMemory && byMemory < byProcessors) {
    return { count, reason: `${Math.floor(memory / 1024 ** 2)} MB of memory, 512 for each process` }
  }
  const share = besideDatabase ? 'half of' : 'one less than'
  return { count, reason: `${share} the ${processors} processors` }
}
