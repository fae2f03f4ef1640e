import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { freePort } from '../support/free-port.ts'
import { inTime, until } from '../support/in-time.ts'
import { environmentOf, startProcess } from '../support/server-process.ts'

const skip = process.platform !== 'linux' && 'processes share ports on Linux'

/** Has a server take its machine for another one. */
function machineOf(processors: number, gigabytes: number): string {
  const program = `import os from 'node:os'
    import { syncBuiltinESMExports } from 'node:module'
    os.availableParallelism = () => ${processors}
    os.totalmem = () => ${gigabytes} * 1024 ** 3
    process.constrainedMemory = () => 0
    syncBuiltinESMExports()`
  return `--import=data:text/javascript,${encodeURIComponent(program)}`
}

/** Starts a server without a word about workers: the line that it prints about them, and how many it has. */
async function startOn(NODE_OPTIONS: string, folder: string, expected: number) {
  const dataDir = await mkdtemp(join(tmpdir(), 'rookery-machine-'))
  after(() => rm(dataDir, { recursive: true, force: true }))
  const PORT = String(await freePort())
  const settings = { DATA_DIR: join(dataDir, folder), PORT, WORKERS: '', NODE_OPTIONS }
  const server = await startProcess(environmentOf(settings))
  const readMetrics = async () => (await fetch(`http://127.0.0.1:${PORT}/metrics`)).text()
  // from then on the parent takes signals
  await until(async () => /^rookery_workers [^0]/m.test(await readMetrics()) || expected === 0)
  const metrics = await readMetrics()
  server.kill('SIGTERM')
  const { code, stdout, stderr } = await inTime(server.ended, 'the server ends')
  assert.equal(code, 0, stderr)
  return {
    line: /^Workers: .*$/m.exec(stdout)?.[0],
    workers: Number(/^rookery_workers (\d+)$/m.exec(metrics)?.[1] ?? 0),
  }
}

test('a server has a worker for each processor but one', { skip }, async () => {
  assert.deepEqual(await startOn(machineOf(3, 8), 'data', 2), {
    line: 'Workers: 2 (one less than the 3 processors)',
    workers: 2,
  })
})

test('on two processors a server does everything itself', { skip }, async () => {
  assert.deepEqual(await startOn(machineOf(2, 8), 'data', 0), {
    line: 'Workers: 0 (two processors)',
    workers: 0,
  })
})

test('a server that cannot have the workers that nobody asked for starts without', {
  skip,
}, async () => {
  const { line, workers } = await startOn(machineOf(3, 8), 'long/'.repeat(20), 0)

  assert.match(line ?? '', /^Workers: 0 \(The path of DATA_DIR is too long for a socket/)
  assert.equal(workers, 0)
})
