// Plain JavaScript for Node 20: `rookery --settings FILE …` has the settings of a service, as systemd gives them to it.
import { readFileSync } from 'node:fs'
import { readEnvironment } from './package-deb/system/environment-file.js'

const OPTION = '--settings'

/** EX_CONFIG of sysexits.h, as for other settings that cannot be used. */
export const WRONG_SETTINGS = 78

/**
 * Takes the option from the front of a command.
 *
 * @param {readonly string[]} args
 * @returns {{ words: readonly string[], values: Record<string, string>, problem: string | null }} words: the rest; problem:
 * one line, if the file cannot be used
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
  return { words, ...readSettings(file) }
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
