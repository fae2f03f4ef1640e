// Plain JavaScript for Node 20: `rookery --settings FILE …` has the settings of a service, as systemd gives them to it.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { readEnvironment } from './package-deb/system/environment-file.js'

const OPTION = '--settings'
const HELP = ['help', '--help', '-h', '--version']

/** EX_CONFIG of sysexits.h, as for other settings that cannot be used. */
export const WRONG_SETTINGS = 78

/**
 * Takes the option from the front of a command.
 *
 * @param {readonly string[]} args
 * @returns {{ words: readonly string[], values: Record<string, string>, problem: string | null, file?: string }} words: the
 * rest; problem: one line, if the file cannot be used
 */
export function takeSettings([first = '', second, ...rest]) {
  const isOne = first.startsWith(`${OPTION}=`)
  const after = second === undefined ? rest : [second, ...rest]
  if (!isOne && first !== OPTION)
    return { words: first === '' ? [] : [first, ...after], values: {}, problem: null }
  const file = isOne ? first.slice(OPTION.length + 1) : second
  const words = isOne ? after : rest
  if (!file)
    return { words, values: {}, problem: `${OPTION} needs the path of an environment file` }
  return { words, file, ...readSettings(file) }
}

/**
 * A line about DATA_DIR, which a unit may set beside its environment file: a command would judge another server.
 *
 * @param {ReturnType<typeof takeSettings>} taken
 * @param {Record<string, string | undefined>} env with the settings of the file
 */
export function hintOf({ file, words }, env) {
  const isHelp = words.length === 0 || words.some((word) => HELP.includes(word))
  if (file === undefined || isHelp || env.DATA_DIR) return null
  return `${file} has no DATA_DIR, so the data are looked for in ${resolve('data')}: if the unit of the service has Environment=DATA_DIR=…, write that into the file, too`
}

function readSettings(file) {
  try {
    const { values, problem } = readEnvironment(readFileSync(file, 'utf8'))
    return { values, problem: problem === null ? null : `${file}: ${problem}` }
  } catch (error) {
    return { values: {}, problem: `${file}: ${reasonOf(error)}` }
  }
}

function reasonOf({ code, message }) {
  if (code === 'ENOENT') return 'there is no such file; name the environment file of the service'
  if (code === 'EACCES') {
    return 'this user may not read it; run this as the user of the service (sudo -u rookery …)'
  }
  return message
}
