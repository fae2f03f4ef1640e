import type { Round } from './rounds.ts'

/** A row of the comparison: the rounds of each server, in the order of the servers. */
export interface Row {
  what: string
  rounds: Round[][]
}

const COLUMNS = ['', 'server', 'requests/s', 'p50 ms', 'p99 ms', 'CPU ms', 'ratio']

/**
 * Medians with the least and the most of all rounds. The ratio is that of CPU to the first server's in the same
 * round, or of p50 where the CPU of one of them is not known.
 *
 * @param names of the servers; one without rounds has no line
 */
export function tableOf(rows: readonly Row[], names: readonly string[]): string {
  const lines = [COLUMNS, COLUMNS.map((_, at) => (at < 2 ? '---' : '---:'))]
  for (const { what, rounds } of rows) {
    for (const [at, some] of rounds.entries()) {
      if (some.length === 0) continue
      const cpu = some.flatMap((round) => round.cpu ?? [])
      lines.push([
        what,
        names[at]!,
        spread(
          some.map(({ perSecond }) => perSecond),
          0,
        ),
        spread(
          some.map(({ p50 }) => p50),
          2,
        ),
        spread(
          some.map(({ p99 }) => p99),
          2,
        ),
        cpu.length === 0 ? '' : spread(cpu, 3),
        at === 0 || rounds[0]!.length === 0 ? '' : ratioOf(some, rounds[0]!),
      ])
    }
  }
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

function ratioOf(rounds: readonly Round[], first: readonly Round[]): string {
  const knowsCpu = [...rounds, ...first].every(({ cpu }) => cpu !== null)
  const cost = (round: Round) => (knowsCpu ? round.cpu! : round.p50)
  const text = spread(
    rounds.map((round, at) => cost(round) / cost(first[at]!)),
    2,
  )
  return knowsCpu ? text : `${text} of p50`
}

/** The median, and in brackets the least and the most. */
function spread(values: readonly number[], digits: number): string {
  const sorted = values.toSorted((a, b) => a - b)
  const [middle, least, most] = [sorted[Math.floor(sorted.length / 2)], sorted[0], sorted.at(-1)]
  const text = (value: number | undefined) => value?.toFixed(digits) ?? '–'
  return `${text(middle)} (${text(least)}–${text(most)})`
}
