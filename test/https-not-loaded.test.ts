import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { readTree, textOf } from './support/source-tree.ts'

const OWN = /^(app\/https|kernel\/acme)\//
/** `rookery doctor` looks at certificates, and loads the authority's client for nothing. */
const DOCTOR = 'cli/checks/certificate.ts'

test('a server without HTTPS of its own loads nothing of it', () => {
  const tree = readTree(resolve(import.meta.dirname, '../src'))
  const loading = tree.files
    .filter((file) => !OWN.test(file))
    .filter((file) => importsOf(textOf(tree, file)).some((path) => /\/(https|acme)\//.test(path)))

  assert.deepEqual(loading, [DOCTOR])
  assert.match(textOf(tree, 'main.ts'), /settings === null\) return null\n[^\n]*await import\(/)
})

/** Modules that are there before anything runs. */
function importsOf(text: string): string[] {
  return [...text.matchAll(/^import (?!type\b)[^']*'([^']*)'/gm)].map(([, path = '']) => path)
}
