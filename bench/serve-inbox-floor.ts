// The minimum work of an inbox: the body's hash, its JSON, one RSA signature, and a bare 202.
import { createPublicKey, hash, verify } from 'node:crypto'
import Fastify from 'fastify'
import { reportUsage } from './process.ts'

const server = Fastify()
const key = createPublicKey(process.env.PUBLIC_KEY!)
server.removeAllContentTypeParsers()
server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
server.post('/inbox', (request, reply) => {
  const { headers } = request
  const body = request.body as Buffer
  const digest = `SHA-256=${hash('sha256', body, 'base64')}`
  const activity = JSON.parse(body.toString())
  const text = `(request-target): post /inbox\nhost: ${headers.host}\ndate: ${headers.date}\ndigest: ${digest}`
  const signature = /signature="([^"]+)"/.exec(String(headers.signature))?.[1] ?? ''
  const holds = verify('sha256', Buffer.from(text), key, Buffer.from(signature, 'base64'))
  reply.code(holds && typeof activity.actor === 'string' ? 202 : 401).send()
})
await server.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
reportUsage(Number(process.env.PORT))
