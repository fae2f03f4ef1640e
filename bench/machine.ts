import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'

/** One line about the machine of the figures. */
export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `${cpus().length} × ${model}, ${memory} GB, ${process.platform}, Node ${process.versions.node}, SQLite ${process.versions.sqlite}`
}

/** ms of CPU used by all processes of the machine, or null if the system does not report it. */
export function machineCpu(): number | null {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1)
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = line
      .split(/\s+/)
      .slice(1)
      .map(Number)
    return (user + nice + system + irq + softirq) * 10
  } catch {
    return null
  }
}
