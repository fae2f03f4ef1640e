import { CommandError, type Terminal } from '../command.ts'
import { type Checks, type Failure, messageOf } from './check.ts'
import type { Made } from './make.ts'

export const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1024)} KB`

export function tellMade(terminal: Terminal, made: Made): void {
  terminal.out(`${made.place}: ${made.name}, ${kilobytes(made.bytes)}`)
  if (made.lack !== null) {
    terminal.note(made.keptOlder ? `${made.lack}. So nothing was removed` : made.lack)
  }
  if (made.unknown !== null) terminal.note(made.unknown)
  if (made.removed.length > 0) terminal.out(`Removed: ${made.removed.join(', ')}`)
}

/**
 * A line for each archive, but one for all that fail for the same reason.
 * @throws the worst of the failures, whose line is the last
 */
export function tellChecks(terminal: Terminal, { good, failures }: Checks): void {
  for (const { name, rows, files, isCompared } of good) {
    terminal.out(
      isCompared
        ? `${name} is good: ${rows} rows and ${files} files were restored and are as they were saved`
        : `${name} can be restored; it is from an older version, whose archives say nothing to compare with`,
    )
  }
  const [worst, ...others] = failures
  if (worst === undefined) return
  const told = new Set([messageOf(worst.error)])
  const isAlone = good.length === 0 && failures.every(({ error }) => told.has(messageOf(error)))
  for (const other of others) {
    if (!told.has(messageOf(other.error))) {
      terminal.note(`rookery: ${messageOf(naming(other))}`)
    }
    told.add(messageOf(other.error))
  }
  throw isAlone ? worst.error : naming(worst)
}

/** Of several archives each line says which one it is about. */
function naming({ name, error }: Failure): unknown {
  if (!(error instanceof CommandError) || name === null) return error
  if (error.message.includes(name)) return error
  return new CommandError(`${name}: ${error.message}`, error.exitCode)
}
