// Prints why the server cannot start with the settings of this machine, for the package's scripts; nothing if it can.
import { readSettings, startProblem } from './settings.js'

const problem = startProblem(readSettings())
if (problem !== null) process.stdout.write(`${problem}\n`)
