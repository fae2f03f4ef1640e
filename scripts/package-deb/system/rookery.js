// The program of the package, started by /usr/bin/rookery: gives the settings of the machine to bin/rookery.js.
import { existsSync } from 'node:fs'
import { readSettings, startProblem } from './settings.js'

/** EX_CONFIG of sysexits.h: systemd does not start the service again before somebody does something. */
const WRONG_SETTINGS = 78
const CACHE = '/var/cache/rookery'

const [command] = process.argv.slice(2)
const asksForHelp = process.argv.slice(2).some((word) => ['--help', '-h'].includes(word))
const needsNothing = asksForHelp || [undefined, 'help', '--version'].includes(command)

if (!needsNothing) {
  const settings = settingsOrEnd()
  const problem = command === 'serve' ? startProblem(settings) : settings.problem
  if (problem !== null) end(problem, WRONG_SETTINGS)
  Object.assign(process.env, settings.values)
}
if (process.env.CACHE_DIRECTORY === undefined && existsSync(CACHE)) {
  process.env.CACHE_DIRECTORY = CACHE
}
await import(new URL('../bin/rookery.js', import.meta.url).href)

function settingsOrEnd() {
  try {
    return readSettings()
  } catch (error) {
    if (error.code !== 'EACCES') throw error
    return end(`It works on the data of the server: run "sudo rookery ${command} …".`, 1)
  }
}

/** @returns {never} */
function end(line, code) {
  process.stderr.write(`rookery: ${line}\n`)
  process.exit(code)
}
