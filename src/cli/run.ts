import { parseArgs } from 'node:util'
import { SOFTWARE } from '../features/instance/software.ts'
import { ConfigError, WRONG_SETTINGS } from '../kernel/base/config.ts'
import { DomainError, ReadOnly, StorageFull, Unreachable } from '../kernel/base/errors.ts'
import { fileProblem } from '../kernel/base/file-problem.ts'
import { firstFailure } from '../kernel/base/first-failure.ts'
import { trimmedSettings } from '../kernel/base/trimmed-settings.ts'
import { ArchiveError } from '../kernel/db/archive/format.ts'
import { StartError } from '../kernel/db/start-error.ts'
import { type Command, CommandError, type Options, type Terminal, type Values } from './command.ts'
import { commands } from './commands.ts'
import { describeCommand, listCommands } from './help.ts'

/** Failures whose message is enough for the operator. */
const EXPECTED = [CommandError, ConfigError, StartError, DomainError, ArchiveError]

/**
 * Runs one command of the operator's tool.
 * @param args words after `rookery`
 * @returns the exit code: 1 if it failed, 2 for an invalid command line, 78 for settings that cannot be used; one line
 * gives the reason
 */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await dispatch(args, { ...terminal, env: trimmedSettings(terminal.env) })
    return Number(process.exitCode ?? 0)
  } catch (thrown) {
    const error = firstFailure(thrown)
    terminal.note(`rookery: ${describe(error)}`)
    if (!isExpected(error) && error instanceof Error) terminal.note(String(error.stack))
    return exitCodeOf(error)
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof ConfigError) return WRONG_SETTINGS
  if (error instanceof StartError && error.isSetting) return WRONG_SETTINGS
  return error instanceof CommandError ? error.exitCode : 1
}

async function dispatch(args: readonly string[], terminal: Terminal): Promise<void> {
  const [first, second] = args
  if (first === 'help' && second !== undefined)
    return dispatch([...args.slice(1), '--help'], terminal)
  if (first === undefined || ['help', '--help', '-h'].includes(first)) {
    return terminal.out(listCommands(null))
  }
  if (first === '--version') return terminal.out(SOFTWARE.version)
  const name = [`${first} ${second}`, first].find((words) => Object.hasOwn(commands, words))
  if (name === undefined) return terminal.out(listGroup(first, second))
  const command = await commands[name]!.load()
  const rest = args.slice(name.split(' ').length)
  if (rest.includes('--help') || rest.includes('-h')) {
    return terminal.out(describeCommand(name, command))
  }
  const { words, values } = parse(name, command, rest)
  await command.run(terminal, words, values)
}

/** @throws CommandError if there is no such group of commands */
function listGroup(first: string, second: string | undefined): string {
  const isGroup = Object.keys(commands).some((name) => name.startsWith(`${first} `))
  if (isGroup && (second === undefined || second === '--help' || second === '-h')) {
    return listCommands(first)
  }
  const asked = isGroup ? `${first} ${second}` : first
  throw new CommandError(`There is no command "${asked}"; rookery --help lists them`, 2)
}

function parse(name: string, { options, words }: Command, args: string[]) {
  const hint = `rookery ${name} --help tells how to call it`
  const { positionals, values } = parseOptions(options, args, hint)
  const needed = words.filter((word) => !word.startsWith('['))
  const missing = needed[positionals.length]
  if (missing !== undefined) throw new CommandError(`${missing} is missing; ${hint}`, 2)
  const most = words.some((word) => word.includes('…')) ? Infinity : words.length
  const extra = positionals[most]
  if (extra !== undefined) throw new CommandError(`"${extra}" is one word too many; ${hint}`, 2)
  return { words: positionals, values }
}

function parseOptions(options: Options, args: string[], hint: string) {
  const known = Object.entries(options).map(([option, { type }]) => [option, { type }] as const)
  try {
    const parsed = parseArgs({
      args,
      options: Object.fromEntries(known),
      allowPositionals: true,
      strict: true,
    })
    return { positionals: parsed.positionals, values: parsed.values as Values<Options> }
  } catch (error) {
    const [message = ''] = (error as Error).message.split(/[.\n]/)
    const reason = message.replace(/^Option '(\S+)\b.* argument is ambiguous$/, '$1 needs a value')
    throw new CommandError(`${reason}; ${hint}`, 2)
  }
}

function isExpected(error: unknown): boolean {
  return EXPECTED.some((kind) => error instanceof kind) || isFull(error) || isOfFile(error)
}

/** As the system says it, whichever file was being written. */
function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')
}

/** Of a file or folder that the system refuses: the operator can do something about it, and we cannot. */
function isOfFile(error: unknown): error is NodeJS.ErrnoException & { path: string } {
  if (!(error instanceof Error && 'syscall' in error && 'path' in error)) return false
  // a program that cannot be started is no file of the operator's
  return !String(error.syscall).startsWith('spawn')
}

/** Of the system calls that are refused, those that read. */
const accessOf = ({ syscall = '' }: NodeJS.ErrnoException) =>
  /^(?:open|read|scandir|stat|lstat|access)$/.test(syscall) ? 'read' : 'write'

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof ReadOnly) return error.reason
  if (error instanceof StorageFull || isFull(error)) {
    return 'The disk is full; make room and try again'
  }
  if (error instanceof Unreachable && error.cause instanceof Error) {
    return `${error.message} (${error.cause.message.split('\n', 1)[0]})`
  }
  if (isOfFile(error)) return `${error.path}: ${fileProblem(error, error.path, accessOf(error))}`
  return isExpected(error) ? error.message : `this should not have happened: ${error.message}`
}
