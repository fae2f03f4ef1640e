import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { readTree, textOf } from './support/source-tree.ts'

const OWN = /^(app\/https|kernel\/acme)\//
/** Of a command, which no server loads. */
const DOCTOR = 'cli/checks/'
/** The health of a server has its certificate, and needs nothing of the authority's client; others load it when they look. */
const HEALTH = 'features/health/certificate.ts'

test('a server without HTTPS of its own loads nothing of it', () => {
  const tree = readTree(resolve(import.meta.dirname, '../src'))
  const loading = tree.files
    .filter((file) => !OWN.test(file) && !file.startsWith(DOCTOR))
    .filter((file) => importsOf(textOf(tree, file)).some((path) => /\/(https|acme)\//.test(path)))

  assert.deepEqual(loading, [HEALTH])
  const named = tree.files.filter((file) =>
    importsOf(textOf(tree, file)).some((path) =>
      /health\/certificate|\.\/certificate\.ts/.test(path),
    ),
  )
  assert.deepEqual(named, [])
  assert.match(textOf(tree, 'main.ts'), /settings === null\) return null\n[^\n]*await import\(/)
})

/** Modules that are there before anything runs. */
function importsOf(text: string): string[] {
  return [...text.matchAll(/^import (?!type\b)[^']*'([^']*)'/gm)].map(([, path = '']) => path)
}
