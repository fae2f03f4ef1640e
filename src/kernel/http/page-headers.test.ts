import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { pageHeaders } from './page-headers.ts'

test('pages may load files, also by script, from the one place that serves them', async () => {
  const policyWith = async (mediaOrigin: string | null) => {
    const server = Fastify()
    server.decorate('mediaOrigin', mediaOrigin)
    server.get('/', async (_request, reply) => {
      pageHeaders(reply, { script: true })
      return ''
    })
    return String((await server.inject('/')).headers['content-security-policy']).split('; ')
  }

  assert.partialDeepStrictEqual(await policyWith('https://media.test'), [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data: https://media.test",
    "media-src 'self' https://media.test",
    "font-src 'self'",
    "script-src 'self'",
    "connect-src 'self' https://media.test",
  ])
  assert.ok(!(await policyWith(null)).some((rule) => rule.includes('https:')))
})
