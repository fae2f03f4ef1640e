import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PASSWORD, startTestServer } from '../support/server.ts'
import { PageClient } from '../web/page-client.ts'

const READING = new Set(['GET', 'HEAD'])
/** They stay open, or are large. */
const LEFT_OUT = /streaming|\/source\.tar\.gz$/

test('A40, A53: whatever is asked with a session alone nothing is changed, guessed at, framed or broken', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice', { role: 'Owner' })
  const { id } = await alice.publish('hello')
  const browser = new PageClient(server.http)
  await browser.signIn('alice', PASSWORD)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const wrong: string[] = []

  for (const { method, url } of server.http.routeList) {
    const [name = ''] = [method].flat()
    if (LEFT_OUT.test(url)) continue
    const path = url
      .replace(':username', 'alice')
      .replace(/:id\b/, id)
      .replace(/:\w+|\*/g, 'x')
    const reads = READING.has(name)
    const sent = reads ? {} : { payload: 'a=b' }
    const type = reads ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
    for (const accept of ['text/html', 'application/json']) {
      const headers = { cookie, accept, ...type }
      const reply = await server.http.inject({ method: name as 'GET', url: path, headers, ...sent })
      const { statusCode } = reply
      const problems = problemsOf(reply.headers)
      if (!reads && statusCode < 400) problems.push('was done without a token')
      if (statusCode === 500) problems.push('broke')
      wrong.push(...problems.map((problem) => `${name} ${path} (${accept}): ${problem}`))
    }
  }

  assert.deepEqual(wrong, [])
})

function problemsOf(headers: Record<string, unknown>): string[] {
  const problems: string[] = []
  const policy = String(headers['content-security-policy'] ?? '')
  const isPage = String(headers['content-type'] ?? '').startsWith('text/html')
  if (headers['x-content-type-options'] !== 'nosniff') problems.push('its type may be guessed')
  if (isPage && !/frame-ancestors ('none'|\*)/.test(policy)) problems.push('may be framed')
  if (isPage && !policy.includes("default-src 'none'")) problems.push('has no policy')
  return problems
}
