import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { bearer, startSmallServer } from './conventions-server.ts'

/** The log lines that a server writes at a level while it answers one request. */
async function linesAt(level: string): Promise<Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = []
  const log = pino({ level }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  await using server = await startSmallServer(
    (http) => {
      http.get('/api/v1/things/:id', { config: { scope: 'any' } }, async () => ({ id: '1' }))
    },
    { log },
  )
  await server.http.inject({
    url: '/api/v1/things/secret-id?access_token=secret-token',
    headers: bearer('alice', 'read'),
  })
  return lines.filter(({ msg }) => msg === 'a request')
}

test('at debug there is one line for each request, which names neither address nor token', async () => {
  const lines = await linesAt('debug')

  assert.equal(lines.length, 1)
  const { requestId, accountId, ms, bytes, ...rest } = lines[0]!
  assert.partialDeepStrictEqual(rest, { method: 'GET', route: '/api/v1/things/:id', status: 200 })
  assert.match(String(requestId), /^[\w-]{8,}$/)
  assert.equal(typeof accountId, 'string')
  assert.equal(typeof ms, 'number')
  assert.equal(bytes, 10)
  assert.doesNotMatch(JSON.stringify(lines), /secret/)
})

test('at info there is no line for a request', async () => {
  assert.deepEqual(await linesAt('info'), [])
})
