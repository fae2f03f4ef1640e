// Plain JavaScript for Node 20: finds out which test files open a database.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

// what says which database a test gets: test/support/database.ts, and tests that start servers themselves
const CHOOSES = /ROOKERY_TEST_DB|TEST_DATABASE_URL/
const IMPORT = /(?:from|import) '(\.[^']+)'|import\('(\.[^']+)'\)/g

/** @returns whether a file of `test/`, or a file of `test/` that it imports, asks for the database of the run */
export function usesDatabase(root, file, seen = new Set()) {
  if (seen.has(file) || !existsSync(join(root, file))) return false
  seen.add(file)
  const text = readFileSync(join(root, file), 'utf8')
  if (CHOOSES.test(text)) return true
  return [...text.matchAll(IMPORT)]
    .map(([, plain, lazy]) => join(dirname(file), plain ?? lazy))
    .some((imported) => imported.startsWith('test') && usesDatabase(root, imported, seen))
}
