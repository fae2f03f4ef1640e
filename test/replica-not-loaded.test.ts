import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { readTree, textOf, wrongImports } from './support/source-tree.ts'

const REPLICA = 'kernel/db/postgres/replica.ts'
const OPENING = 'kernel/db/postgres/open.ts'

test('a server without a replica loads nothing of it', () => {
  const tree = readTree(resolve(import.meta.dirname, '../src'))

  const imports = wrongImports(tree, (_file, other) => other === REPLICA)

  assert.deepEqual(new Set(imports), new Set([`${OPENING} imports ${REPLICA}`]))
  // only after it has looked whether there is one
  const text = textOf(tree, OPENING)
  assert.doesNotMatch(text, /import \{[^}]*\} from '\.\/replica\.ts'/)
  assert.match(text, /=== null\) return null[\s\S]*await import\('\.\/replica\.ts'\)/)
})
