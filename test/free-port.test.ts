import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { freePort } from './support/free-port.ts'

const MODULE = join(import.meta.dirname, 'support/free-port.ts')

test('no two processes are given the same port, though nobody listens on it yet', async () => {
  const port = await freePort()

  // the same numbers in turn: that of the port, then the next one
  const script = `
    const numbers = [${port}, ${port}, ${port + 1}].map((port) => (port - 11_000) / 10_500 + 1e-9)
    Math.random = () => numbers.shift() ?? 0.5
    const { freePort } = await import(${JSON.stringify(MODULE)})
    console.log(await freePort())`
  const given = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  })

  assert.notEqual(Number(given), port)
  assert.ok(Number(given) > 0)
})
