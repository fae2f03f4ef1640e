// node scripts/install.js prod|all: installs the packages of package-lock.json, unless they are installed.
// Plain JavaScript for Node 20: npm runs it before `npm test` and the like.
import { installPackages } from './install-packages.js'
import { exitWith } from './runtime.js'

const [wanted] = process.argv.slice(2)
if (wanted !== 'prod' && wanted !== 'all') exitWith('Usage: node scripts/install.js prod|all')
await installPackages(wanted).catch((error) => exitWith(error.message))
