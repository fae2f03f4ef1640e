import type { Command, Options } from './command.ts'
import { commands } from './commands.ts'
import { table } from './table.ts'

/** The list of commands, or of those in one group such as `accounts`. */
export function listCommands(group: string | null): string {
  const listed = Object.entries(commands).filter(
    ([name]) => group === null || name.startsWith(`${group} `),
  )
  const rows = listed.map(([name, { summary }]) => [`  ${name}`, summary])
  return [
    `Usage: rookery ${group ?? 'COMMAND'} …`,
    '',
    ...table(rows),
    '',
    'Every command explains itself with --help. Settings of the machine come from the environment, or from the',
    'environment file of a service: rookery --settings FILE COMMAND …',
  ].join('\n')
}

/** The usage and help text of one command. */
export function describeCommand(name: string, command: Command): string {
  const lines = [usage(name, command), '', command.help]
  const options = optionLines({ ...command.options, help: { type: 'boolean', help: 'Show this' } })
  return [...lines, '', 'Options:', ...options].join('\n')
}

function usage(name: string, command: Command): string {
  const words = command.words.map((word) => ` ${word}`).join('')
  const options = Object.keys(command.options).length === 0 ? '' : ' [OPTIONS]'
  return `Usage: rookery ${name}${words}${options}`
}

function optionLines(options: Options): string[] {
  const rows = Object.entries(options).map(([name, option]) => {
    const value = option.type === 'string' ? ` ${option.value ?? 'TEXT'}` : ''
    return [`  --${name}${value}`, option.help]
  })
  return table(rows)
}
