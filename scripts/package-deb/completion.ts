import type { DescribedCommand } from './described-commands.ts'

/** Words of a command that are names of files. */
const FILES = /^\[?(?:FILE|FOLDER|PLACE)/

/** The completion of bash: groups, commands and options, and files where a command takes some. */
export function completionOf(commands: readonly DescribedCommand[]): string {
  const firsts = [...new Set(commands.map(({ name }) => name.split(' ')[0]))]
  const groups = Map.groupBy(
    commands.filter(({ name }) => name.includes(' ')),
    ({ name }) => name.split(' ')[0]!,
  )
  return [
    "# Completion of bash for rookery, made of the program's table of commands",
    '_rookery() {',
    '    local word=$2 options= files= at=2',
    '    COMPREPLY=()',
    '    if [ "$COMP_CWORD" -eq 1 ]; then',
    `        COMPREPLY=($(compgen -W '${[...firsts, '--help', '--version'].join(' ')}' -- "$word"))`,
    '        return',
    '    fi',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: bash's own
    '    case ${COMP_WORDS[1]} in',
    ...[...groups].flatMap(([group, members]) => groupCase(group, members)),
    '    esac',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: bash's own
    '    case "${COMP_WORDS[*]:1:at-1}" in',
    ...commands.map(commandCase),
    '    esac',
    '    case $word in',
    '    -*) COMPREPLY=($(compgen -W "$options --help" -- "$word")) ;;',
    '    *) if [ -n "$files" ]; then compopt -o default; fi ;;',
    '    esac',
    '}',
    'complete -F _rookery rookery',
    '',
  ].join('\n')
}

function groupCase(group: string, members: readonly DescribedCommand[]): string[] {
  const seconds = members.map(({ name }) => name.split(' ')[1]).join(' ')
  return [
    `    ${group})`,
    '        at=3',
    '        if [ "$COMP_CWORD" -eq 2 ]; then',
    `            COMPREPLY=($(compgen -W '${seconds} --help' -- "$word"))`,
    '            return',
    '        fi',
    '        ;;',
  ]
}

function commandCase({ name, words, options }: DescribedCommand): string {
  const names = Object.keys(options).map((option) => `--${option}`)
  const takesFiles =
    words.some((word) => FILES.test(word)) ||
    Object.values(options).some(({ value }) => value !== undefined && FILES.test(value))
  return `    '${name}') options='${names.join(' ')}'${takesFiles ? ' files=yes' : ''} ;;`
}
