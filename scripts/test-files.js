// Plain JavaScript for Node 20: assigns test files to databases and processes.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { usesDatabase } from './test-imports.js'
import { cutIntoShards } from './test-shards.js'

const DATABASES = ['sqlite', 'postgres']

// Tests that use a database are in these folders of test/. Of them, those that open none run once, as all others do.
const ON_EVERY_DATABASE = /^test\/(api|federation|security|web|db|long)\//

// Only `npm run test:long` runs tests that take minutes.
const LONG = /^test\/long\//

// Browser tests share a browser in each of their processes, of which there are few.
const IN_A_BROWSER = /^test\/browser\//

/**
 * Reads `npm test -- [--long] [--db sqlite|postgres] [--NODE-OPTION=VALUE…] [FILE|FOLDER…]`.
 *
 * @returns `runs`, one for each process: its name, database, whether it takes long, its files in order (from the
 * root, with slashes) and Node's options; `isWhole`: whether no test is left out
 * @throws Error with one line for a missing file or folder
 */
export function planRuns(args, root, { cores, seconds }) {
  const { chosen, long, nodeOptions, paths } = readArguments(args)
  const files = selectFiles(root, paths).filter((file) =>
    LONG.test(file) ? long : !long || hasRounds(join(root, file)),
  )
  const opensDatabase = (file) => usesDatabase(root, file)
  const databases = chosen === null ? DATABASES : [chosen]
  const groups = databases.map((database, index) => ({
    name: database,
    database,
    files: files.filter((file) => {
      if (IN_A_BROWSER.test(file)) return false
      return index === 0 || (ON_EVERY_DATABASE.test(file) && opensDatabase(file))
    }),
  }))
  groups.push({
    name: 'browser',
    database: databases[0],
    files: files.filter((file) => IN_A_BROWSER.test(file)),
  })
  const runs = groups
    .filter((group) => group.files.length > 0)
    .map((group) => ({ ...group, long, nodeOptions }))
  const isWhole = paths.length === 0 && chosen === null && nodeOptions.length === 0 && !long
  return { isWhole, runs: long ? runs : cutIntoShards(runs, { root, cores, seconds }) }
}

function readArguments(args) {
  const read = { chosen: null, long: false, nodeOptions: [], paths: [] }
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]
    if (arg === '--long') read.long = true
    else if (arg === '--db') read.chosen = asDatabase(args[++index])
    else if (arg.startsWith('--db=')) read.chosen = asDatabase(arg.slice('--db='.length))
    else if (arg.startsWith('--')) read.nodeOptions.push(arg)
    else read.paths.push(arg)
  }
  return read
}

function asDatabase(name) {
  if (DATABASES.includes(name)) return name
  throw new Error(`--db is one of ${DATABASES.join(', ')}, not "${name ?? ''}".`)
}

function selectFiles(root, paths) {
  const all = ['src', 'web', 'test', 'conformance', 'bench']
    .flatMap((folder) => testFilesIn(root, folder))
    .sort()
  if (paths.length === 0) return all.filter((file) => !file.startsWith(`${LONG}/`))
  const asked = paths.map((path) => withSlashes(relative(root, resolve(root, path))))
  const isBelow = (file, path) => file === path || file.startsWith(`${path}/`)
  for (const path of asked) {
    if (!all.some((file) => isBelow(file, path))) throw new Error(`There is no test in ${path}.`)
  }
  return all.filter((file) => asked.some((path) => isBelow(file, path)))
}

function testFilesIn(root, folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { encoding: 'utf8', recursive: true })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => withSlashes(join(folder, file)))
}

/** Whether the file has tests that try more with full rounds: see test/support/rounds.ts. */
function hasRounds(path) {
  return readFileSync(path, 'utf8').includes("/rounds.ts'")
}

function withSlashes(path) {
  return path.split(sep).join('/')
}
