import { runCommand } from './cli/run.ts'
import { terminalOf, watchOutput } from './cli/terminal.ts'

watchOutput(process)
process.exitCode = await runCommand(process.argv.slice(2), terminalOf(process))
