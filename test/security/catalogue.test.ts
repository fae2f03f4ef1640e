import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '../..')

/** Numbers of attacks that names of tests say, anywhere in the project. */
function defended(): Set<string> {
  const files = ['src', 'test'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => join(ROOT, folder, file)),
  )
  const names = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\btest\(\s*['"`]([^\n]*)/g)].map(
      ([, name = '']) => name,
    ),
  )
  return new Set(
    names.flatMap((name) => [...name.matchAll(/\bA\d{2,3}\b/g)].map(([number]) => number)),
  )
}

test('every attack of the catalogue has a test that is named after it', () => {
  const catalogue = readFileSync(join(ROOT, 'docs/spec/security.md'), 'utf8')
  const attacks = [...catalogue.matchAll(/^\| (A\d{2,3}) \|/gm)].map(([, number = '']) => number)
  assert.ok(attacks.length >= 56)
  const tested = defended()

  assert.deepEqual(
    attacks.filter((number) => !tested.has(number)),
    [],
  )
})
