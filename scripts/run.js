// node scripts/run.js FILE [ARGUMENT…]: runs a file on the pinned Node, whatever Node runs this script.
import { exitWith, handOver } from './runtime.js'

const args = process.argv.slice(2)
if (args.length === 0) exitWith('Usage: node scripts/run.js FILE [ARGUMENT…]')
handOver(args)
