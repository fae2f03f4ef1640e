import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { inTime } from '../support/in-time.ts'
import { standStill } from '../support/stand-still.ts'
import { egress, failedFor, LIMITS, listen, serve } from './loopback.ts'

test('A34 the deadline holds for all of it: a silent server, a slow drip, a stuck handshake', async () => {
  await using silent = await serve(() => {})
  await using dripping = await serve((_request, response) => {
    const timer = setInterval(() => response.write('x'), 20)
    response.on('close', () => clearInterval(timer))
  })
  await using mute = await listen(() => {})
  await using out = egress()
  const urls = [silent.url, dripping.url, `https://127.0.0.1:${mute.port}/`]

  for (const url of urls) {
    const fetching = out.fetch({ url, maxBytes: 1_000_000, timeoutMs: 200 })
    await assert.rejects(inTime(fetching, url), failedFor('timeout'), url)
  }
})

test('A34 the deadline holds while a name is being resolved', async () => {
  await using out = egress({ resolve: () => new Promise(() => {}) })
  const url = 'https://slow.example.com/'

  await assert.rejects(out.fetch({ url, maxBytes: 1, timeoutMs: 100 }), failedFor('timeout'))
})

test('A34 an answer that arrived while this process stood still is read, not given up', async () => {
  await using server = await serve((_request, response) => {
    response.end('here')
    standStill(1_500)
  })
  await using out = egress()

  const answer = await out.fetch({ url: server.url, maxBytes: 100, timeoutMs: 1_000 })

  assert.equal(answer.body.toString(), 'here')
})

test('A34 an endless body is cut off at the limit, declared or not', async () => {
  let sent = 0
  await using server = await serve((request, response) => {
    if (request.url === '/declared') response.setHeader('content-length', 1e12)
    const chunk = Buffer.alloc(16_384)
    const push = () => {
      while (!response.destroyed) {
        sent += chunk.length
        if (!response.write(chunk)) return response.once('drain', push)
      }
      return undefined
    }
    push()
  })
  await using out = egress()
  const ask = (path: string) =>
    out.fetch({ url: server.url + path, maxBytes: 100_000, timeoutMs: LIMITS.timeoutMs })

  await assert.rejects(ask('/'), failedFor('too_large'))
  await assert.rejects(ask('/declared'), failedFor('too_large'))

  assert.ok(sent < 20_000_000, `${sent} bytes were taken`)
})

test('A34 a compression bomb is cut off by its decoded size', async () => {
  const zeros = Buffer.alloc(50_000_000)
  const bombs: Record<string, Buffer> = { gzip: gzipSync(zeros), deflate: deflateSync(zeros) }
  await using server = await serve((request, response) => {
    const coding = request.url?.slice(1) ?? ''
    response.writeHead(200, { 'content-encoding': coding }).end(bombs[coding])
  })
  await using out = egress()

  for (const coding of Object.keys(bombs)) {
    const before = process.memoryUsage().arrayBuffers
    const request = {
      url: `${server.url}/${coding}`,
      maxBytes: 1_000_000,
      timeoutMs: LIMITS.timeoutMs,
    }
    await assert.rejects(out.fetch(request), failedFor('too_large'), coding)
    const grown = process.memoryUsage().arrayBuffers - before
    assert.ok(grown < 20_000_000, `${coding} took ${grown} bytes`)
  }
})

test('A34 encodings that hold nothing at any length are cut off too', async () => {
  const nothing = gzipSync('')
  await using server = await serve((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' })
    response.end(Buffer.concat(Array.from({ length: 20_000 }, () => nothing)))
  })
  await using out = egress()

  await assert.rejects(
    out.fetch({ url: server.url, maxBytes: 1_000, timeoutMs: LIMITS.timeoutMs }),
    failedFor('too_large'),
  )
})

test('A34 endless headers are refused', async () => {
  await using server = await listen((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    for (let line = 0; line < 2_000; line++) socket.write(`X-${line}: ${'y'.repeat(100)}\r\n`)
  })
  await using out = egress()
  const url = `http://127.0.0.1:${server.port}/`

  await assert.rejects(out.fetch({ url, ...LIMITS }), failedFor('headers'))
})

test('bodies in each encoding that is asked for are decoded', async () => {
  const text = 'the quick brown fox '.repeat(1000)
  const bodies: Record<string, [string, Buffer]> = {
    '/gzip': ['gzip', gzipSync(text)],
    '/br': ['br', brotliCompressSync(text)],
    '/zlib': ['deflate', deflateSync(text)],
    '/raw': ['deflate', deflateRawSync(text)],
    '/plain': ['identity', Buffer.from(text)],
  }
  await using server = await serve((request, response) => {
    const [coding, body] = bodies[request.url ?? ''] ?? ['', '']
    response.writeHead(200, { 'content-encoding': coding }).end(body)
  })
  await using out = egress()

  for (const path of Object.keys(bodies)) {
    const reply = await out.fetch({ url: server.url + path, ...LIMITS })
    assert.equal(reply.body.toString(), text, path)
    assert.equal(reply.headers['content-encoding'], undefined)
  }
})

test('a success that breaks off is a failure, an error that does is told by its status', async () => {
  await using server = await serve((request, response) => {
    const status = request.url === '/gone' ? 410 : 200
    const length = request.method === 'POST' ? {} : { 'content-length': 100 }
    response.writeHead(status, length).write('half')
    setTimeout(() => response.destroy(), 20)
  })
  await using out = egress()

  for (const method of ['GET', 'POST'] as const) {
    await assert.rejects(
      out.fetch({ url: server.url, method, ...LIMITS }),
      failedFor('connection'),
      method,
    )
    const gone = await out.fetch({ url: `${server.url}/gone`, method, ...LIMITS })
    assert.equal(gone.status, 410)
    assert.equal(gone.body.toString(), 'half')
  }
})

test('a body that is not what its encoding says, or in one not asked for, is a failure', async () => {
  await using server = await serve((request, response) => {
    response.writeHead(200, { 'content-encoding': request.url?.slice(1) }).end('plain text')
  })
  await using out = egress()

  for (const path of ['/gzip', '/br', '/zstd', '/gzip,%20gzip']) {
    await assert.rejects(
      out.fetch({ url: server.url + path, ...LIMITS }),
      failedFor('encoding'),
      path,
    )
  }
})

test('a success of another type than asked for is a failure; an error comes back as it is', async () => {
  await using server = await serve((request, response) => {
    const status = request.url === '/gone' ? 410 : 200
    response.writeHead(status, { 'Content-Type': 'Text/HTML; charset=utf-8' }).end('<p>')
  })
  await using out = egress()
  const ask = (path: string, accept: string[]) =>
    out.fetch({ url: server.url + path, accept, ...LIMITS })

  await assert.rejects(ask('/', ['application/json']), failedFor('content_type'))
  const page = await ask('/', ['application/json', 'text/html;q=0.5'])
  const gone = await ask('/gone', ['application/json'])

  assert.equal(page.contentType, 'text/html')
  assert.deepEqual([gone.status, gone.body.toString()], [410, '<p>'])
})

test('connections are kept and used again', async () => {
  await using server = await serve((_request, response) => response.end('ok'))
  await using out = egress()

  for (let turn = 0; turn < 10; turn++) await out.fetch({ url: server.url, ...LIMITS })

  // undici opens a second one when the next request comes in the tick that the last one ends in
  assert.ok(server.connections() <= 2, `${server.connections()} connections`)
})

test('a download is handed over in chunks, capped, and nothing of an error is', async () => {
  await using server = await serve((request, response) => {
    if (request.url === '/missing') response.writeHead(404).end('not here')
    else response.end(Buffer.alloc(300_000, 'x'))
  })
  await using out = egress()
  let received = 0
  const count = (chunk: Buffer) => {
    received += chunk.length
  }

  const done = await out.download({ url: server.url, ...LIMITS }, count)
  const missing = await out.download({ url: `${server.url}/missing`, ...LIMITS }, count)
  const sink = new PassThrough().resume()
  await out.download({ url: server.url, ...LIMITS }, sink)
  const cut = new PassThrough().resume()
  const tooLarge = out.download(
    { url: server.url, maxBytes: 1_000, timeoutMs: LIMITS.timeoutMs },
    cut,
  )

  await assert.rejects(tooLarge, failedFor('too_large'))
  assert.deepEqual([done.bytes, received], [300_000, 300_000])
  assert.deepEqual([missing.status, missing.bytes], [404, 0])
  assert.ok(sink.writableFinished)
  assert.ok(cut.destroyed)
})

test('failures say what is wrong in words that are safe to show', async () => {
  const closed = await serve((_request, response) => response.end())
  await closed[Symbol.asyncDispose]()
  await using plain = await serve((_request, response) => response.end())
  await using out = egress({ resolve: async () => [] })
  const ask = (url: string) => out.fetch({ url, ...LIMITS })

  await assert.rejects(ask(closed.url), failedFor('connection'))
  await assert.rejects(ask(plain.url.replace('http:', 'https:')), failedFor('tls'))
  await assert.rejects(ask('https://nowhere.example.com/'), failedFor('dns'))
  await assert.rejects(ask('https://nowhere.example.com/'), {
    message: 'The name nowhere.example.com has no address',
  })
})

test('a caller can give a request up', async () => {
  await using silent = await serve(() => {})
  await using out = egress()
  const controller = new AbortController()
  const answer = out.fetch({ url: silent.url, signal: controller.signal, ...LIMITS })

  controller.abort()

  await assert.rejects(answer, failedFor('aborted'))
})
