import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { readBody } from './read-body.ts'

test('a body that is closed before its end is a failure, also where nothing says why', async () => {
  const body = new PassThrough()
  const chunks: Buffer[] = []
  const reading = readBody(body, undefined, { maxBytes: 100, host: 'a.example' }, chunks)
  body.write('half')
  setImmediate(() => body.destroy())

  await assert.rejects(reading, /before the end/)
  assert.equal(Buffer.concat(chunks).toString(), 'half')
})
