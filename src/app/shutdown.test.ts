import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

/** Interrupts a process at these times (ms); its disposal takes 1.5 s. @returns its exit code */
function interruptAt(...times: number[]): number | null {
  const script = `
    import { setTimeout as delay } from 'node:timers/promises'
    import { createShutdown } from '${import.meta.resolve('./shutdown.ts')}'
    const open = new AsyncDisposableStack()
    open.defer(() => delay(1500))
    const shutdown = createShutdown(open, console, 8_000)
    process.on('SIGINT', shutdown.interrupt)
    for (const at of ${JSON.stringify(times)}) setTimeout(() => process.kill(process.pid, 'SIGINT'), at)`
  const options = ['--input-type=module-typescript', '-e', script]
  return spawnSync(process.execPath, options, { timeout: 20_000 }).status
}

test('a signal that comes twice at once, as through npm, stops in good order', () => {
  assert.equal(interruptAt(0, 50), 0)
})

test('a second signal after a second ends at once', () => {
  assert.equal(interruptAt(0, 1200), 1)
})
