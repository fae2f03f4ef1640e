import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { createEgress, type Egress, type EgressOptions } from '../../src/kernel/net/egress.ts'
import { EgressFailed, EgressRefused } from '../../src/kernel/net/errors.ts'
import { GENEROUS, KEPT_OPEN } from '../support/in-time.ts'

const LOOPBACK = ['127.0.0.1/32']
export const LIMITS = { maxBytes: 1_000_000, timeoutMs: GENEROUS }

/** An egress that may reach 127.0.0.1. */
export function egress(options: Partial<EgressOptions> = {}): Egress {
  return createEgress({ allow: LOOPBACK, userAgent: 'Rookery/test', ...options })
}

export interface Server extends AsyncDisposable {
  url: string
  port: number
  connections: () => number
}

/** An HTTP server on a free port. */
export async function serve(listener: RequestListener, host = '127.0.0.1'): Promise<Server> {
  const server = createServer({ keepAliveTimeout: KEPT_OPEN }, listener)
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject)
    server.listen(0, host, resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${host}:${port}`,
    port,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A server below HTTP. */
export async function listen(
  onConnection: (socket: Socket) => void,
): Promise<AsyncDisposable & { port: number }> {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    onConnection(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** For `assert.rejects`: policy refused it for this reason. */
export const refusedFor = (reason: string) => (error: unknown) => {
  assert.ok(error instanceof EgressRefused, String(error))
  assert.equal(error.reason, reason)
  return true
}

/** For `assert.rejects`: it was tried and failed for this reason. */
export const failedFor = (reason: string) => (error: unknown) => {
  assert.ok(error instanceof EgressFailed, String(error))
  assert.equal(error.reason, reason)
  return true
}
