import type { DescribedCommand } from './described-commands.ts'

interface About {
  version: string
  /** seconds since 1970 */
  time: number
}

const FILES = {
  '/etc/rookery/environment':
    'Settings, read at each start and by each command; NAME=value, one a line.',
  '/var/lib/rookery': 'Database, media, mails and keys, unless DATA_DIR says otherwise.',
  '/var/backups/rookery':
    'Backups that updates made before they changed the database. The three newest are kept.',
  '/usr/share/doc/rookery/README.md.gz': 'All settings.',
}

/** The page of the manual, rookery(1). */
export function manualOf(commands: readonly DescribedCommand[], { version, time }: About): string {
  const date = new Date(time * 1000).toISOString().slice(0, 10)
  const parts = [
    `.TH ROOKERY 1 "${date}" "Rookery ${escaped(version)}" "Rookery"`,
    ...section('NAME', 'rookery \\- run and look after a federated social server'),
    ...section(
      'SYNOPSIS',
      '.B rookery',
      '\\fICOMMAND\\fR [\\fIOPTIONS\\fR]',
      '.br',
      '.B rookery',
      '\\fICOMMAND\\fR \\-\\-help',
    ),
    ...section(
      'DESCRIPTION',
      'Rookery speaks ActivityPub and the API of Mastodon. The service is started by systemd; commands work',
      'beside it, except restore and move\\-database. Started by root they continue as the user rookery, with the settings of the service, so',
      'files that they read or write have to be where this user may.',
    ),
    '.SH COMMANDS',
    ...commands.flatMap(describe),
    '.SH FILES',
    ...Object.entries(FILES).flatMap(([file, text]) => item(`\\fI${escaped(file)}\\fR`, text)),
    '.SH EXIT STATUS',
    ...item('0', 'It is done.'),
    ...item('1', 'It failed; a line says why.'),
    ...item('2', 'The command line makes no sense.'),
    ...item('78', 'The settings of the machine cannot be used.'),
    ...section('SEE ALSO', '.BR systemctl (1),', '.BR journalctl (1)'),
  ]
  return `${parts.join('\n')}\n`
}

function describe({ name, words, options, help }: DescribedCommand): string[] {
  const usage = words.map((word) => ` \\fI${escaped(word)}\\fR`).join('')
  return [
    `.SS "rookery ${escaped(name)}${usage}"`,
    ...help.split('\n').map(line),
    ...Object.entries(options).flatMap(([option, { type, value, help: text }]) => {
      const given = type === 'string' ? ` \\fI${escaped(value ?? 'TEXT')}\\fR` : ''
      return item(`\\fB\\-\\-${escaped(option)}\\fR${given}`, text)
    }),
  ]
}

function section(title: string, ...lines: string[]): string[] {
  return [`.SH ${title}`, ...lines]
}

function item(tag: string, text: string): string[] {
  return ['.TP', tag, line(text)]
}

/** A line of text, which is no request of roff's whatever it begins with. */
function line(text: string): string {
  const safe = escaped(text)
  return /^[.']/.test(safe) ? `\\&${safe}` : safe
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('"', '\\(dq')
}
