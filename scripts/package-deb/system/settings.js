// Plain JavaScript: settings of an installed package, and what is wrong with them.
import { readFileSync } from 'node:fs'
import { readEnvironment } from './environment-file.js'

export const FILE = '/etc/rookery/environment'

/** Where the package keeps things, unless the file says otherwise. */
const DEFAULTS = { DATA_DIR: '/var/lib/rookery', NODE_USE_SYSTEM_CA: '1' }

/**
 * The environment of the program: the file counts before what is set around it, as with systemd.
 *
 * @returns {{ values: Record<string, string>, problem: string | null }} problem: one sentence for the operator
 * @throws an error of the system with `code`, if the file is there and cannot be read
 */
export function readSettings() {
  const { values, problem } = readEnvironment(readOrEmpty())
  const named = problem === null ? null : `${FILE}: ${problem}`
  return { values: { ...DEFAULTS, ...values }, problem: named }
}

/**
 * Why a server cannot start with these settings, or null. ORIGIN becomes part of every id, so no start may guess it.
 *
 * @param {{ values: Record<string, string>, problem: string | null }} settings
 */
export function startProblem({ values, problem }) {
  if (problem !== null) return problem
  if (values.ORIGIN) return null
  return `Set ORIGIN in ${FILE}, the public address like https://social.example, then: systemctl start rookery`
}

function readOrEmpty() {
  try {
    return readFileSync(FILE, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return ''
    throw error
  }
}
