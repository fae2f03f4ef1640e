// Plain JavaScript for Node 20: which test files run on which database.
import { existsSync, readdirSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'

const DATABASES = ['sqlite', 'postgres']

// What touches a database lives in these folders of test/. Everything else runs once.
const ON_EVERY_DATABASE = /^test\/(api|federation|security|web|db|long)\//

// What takes minutes runs by `npm run test:long` only.
const LONG = /^test\/long\//

/**
 * Reads `npm test -- [--long] [--db sqlite|postgres] [--NODE-OPTION=VALUE…] [FILE|FOLDER…]`.
 *
 * @returns the runs: a database, whether they take long, its files in order (from the root, with slashes) and Node's options
 * @throws Error with one line for what does not exist
 */
export function planRuns(args, root) {
  const { chosen, long, nodeOptions, paths } = readArguments(args)
  const files = selectFiles(root, paths).filter((file) => LONG.test(file) === long)
  const databases = chosen === null ? DATABASES : [chosen]
  return databases
    .map((database, index) => ({
      database,
      long,
      nodeOptions,
      files: index === 0 ? files : files.filter((file) => ON_EVERY_DATABASE.test(file)),
    }))
    .filter((run) => run.files.length > 0)
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
  const all = ['src', 'test', 'conformance'].flatMap((folder) => testFilesIn(root, folder)).sort()
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
  return readdirSync(join(root, folder), { recursive: true })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => withSlashes(join(folder, file)))
}

function withSlashes(path) {
  return path.split(sep).join('/')
}
