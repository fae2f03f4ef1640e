import { CommandError } from '../command.ts'

/**
 * A variable that a script forgot to set would name the current folder, and `-`, which other programs take for a pipe, a
 * file of that name.
 *
 * @param option as the operator wrote it
 * @throws CommandError
 */
export function demandPlace(option: '--to' | '--check', text: string | undefined): void {
  if (text === undefined || !(isEmpty(text) || text === '-')) return
  throw new CommandError(`${option} must be a folder or s3://…, not "${text}"`, 2)
}

/**
 * The same of an archive's FILE.
 * @param piped what to say of `-`
 * @throws CommandError
 */
export function demandFile(text: string | undefined, piped: string): void {
  if (text === undefined) return
  if (isEmpty(text)) throw new CommandError(`FILE must name a file, not "${text}"`, 2)
  if (text === '-') throw new CommandError(piped, 2)
}

/** @throws CommandError if an option that names a folder is empty */
export function demandFolder(option: string, text: string | undefined): void {
  if (text === undefined || !isEmpty(text)) return
  throw new CommandError(`${option} must be a folder, not "${text}"`, 2)
}

const isEmpty = (text: string) => text.trim() === ''
