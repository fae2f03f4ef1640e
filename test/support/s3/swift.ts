import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { S3Config } from '../../../src/kernel/base/s3-config.ts'
import { createS3Client } from '../../../src/kernel/storage/s3/client.ts'
import { freePort } from '../free-port.ts'
import { inTime } from '../in-time.ts'

/** of Debian, as its package python3-swift is for no other */
const PYTHON = '/usr/bin/python3'
const PACKAGE = '/usr/lib/python3/dist-packages/swift/common/middleware/s3api/s3api.py'

/** Why there can be no store here, or false. */
export const withoutSwift: string | false =
  existsSync(PYTHON) && existsSync(PACKAGE)
    ? false
    : 'needs OpenStack Swift: apt-get install --no-install-recommends python3-swift'

/** A foreign S3 store of this test alone: OpenStack Swift. */
export interface Swift extends AsyncDisposable {
  port: number
  /** with one bucket, which is there */
  config: S3Config
}

export async function startSwift(): Promise<Swift> {
  const folder = await mkdtemp(join(tmpdir(), 'rookery-swift-'))
  const port = await freePort()
  const [key, secret] = ['test:tester', 'testing']
  const program = join(import.meta.dirname, 'run-swift.py')
  const child = spawn(PYTHON, [program, folder, String(port), key, secret], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const config: S3Config = {
    bucket: 'rookery-test',
    prefix: '',
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    pathStyle: true,
    accessKeyId: key,
    secretAccessKey: secret,
    sessionToken: null,
  }
  const stop = async () => {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  try {
    await inTime(readyLine(child), 'Swift is ready')
    await createS3Client(config).send({ method: 'PUT' })
  } catch (error) {
    await stop()
    throw error
  }
  return { port, config, [Symbol.asyncDispose]: stop }
}

async function readyLine(child: ChildProcess): Promise<void> {
  const lines = createInterface({ input: child.stdout! })
  await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(() => {
      throw new Error('Swift ended')
    }),
  ])
}
