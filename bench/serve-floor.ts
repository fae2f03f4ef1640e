// The cost of HTTP alone: Fastify serves the same number of bytes from memory.
import Fastify from 'fastify'
import { reportUsage } from './process.ts'

const server = Fastify()
const bodies = new Map<string, string>()
server.get<{ Params: { bytes: string } }>('/floor/:bytes', (request, reply) => {
  const { bytes } = request.params
  const body = bodies.get(bytes) ?? JSON.stringify('x'.repeat(Number(bytes) - 2))
  bodies.set(bytes, body)
  reply.header('content-type', 'application/json; charset=utf-8').send(body)
})
await server.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
reportUsage(Number(process.env.PORT))
