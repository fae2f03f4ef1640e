import { runCommand } from './cli/run.ts'
import { terminalOf } from './cli/terminal.ts'

process.exitCode = await runCommand(process.argv.slice(2), terminalOf(process))
