import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ToldFinding } from '../../src/features/health/finding.ts'
import { SOFTWARE } from '../../src/features/instance/software.ts'
import { DAY } from '../../src/kernel/base/durations.ts'
import { Operator } from '../support/operator.ts'

/** A forge on loopback, and an operator who has it asked. */
async function forgeAnd(answer: RequestListener) {
  const asked: (string | undefined)[] = []
  const forge = createServer((request, response) => {
    asked.push(request.headers['user-agent'])
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(forge, 'listening')
  const { port } = forge.address() as AddressInfo
  const operator = new Operator({
    ...{ ORIGIN: 'http://localhost:3000', PORT: '0', EGRESS_ALLOW: '127.0.0.0/8' },
    UPDATE_CHECK: `http://127.0.0.1:${port}/releases/latest`,
  })
  mkdirSync(operator.env.DATA_DIR!, { recursive: true })
  return {
    asked,
    operator,
    async look(): Promise<ToldFinding[]> {
      const { code, out } = await operator.run('doctor', '--json')
      assert.equal(code, 0, out)
      const found = out.split('\n').map((line) => JSON.parse(line) as ToldFinding)
      return found.filter(({ text }) => /release/i.test(text))
    },
    [Symbol.dispose]() {
      operator[Symbol.dispose]()
      forge.closeAllConnections()
      forge.close()
    },
  }
}

const json = (value: unknown): RequestListener => {
  return (_request, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
}

test('S-674 doctor asks nobody for releases unless the operator wants it', async () => {
  using forge = await forgeAnd(json({ tag_name: 'v999.0.0' }))
  forge.operator.env.UPDATE_CHECK = 'off'

  assert.deepEqual(await forge.look(), [])
  assert.deepEqual(forge.asked, [])
})

test('S-674 doctor names a newer release, asks once a day, and does not say which server this is', async () => {
  using forge = await forgeAnd(json({ tag_name: 'v999.0.0' }))

  const [first, again] = [await forge.look(), await forge.look()]
  const kept = join(forge.operator.env.DATA_DIR!, 'newest-release.json')
  const answer = JSON.parse(readFileSync(kept, 'utf8'))
  writeFileSync(kept, JSON.stringify({ ...answer, at: answer.at - DAY }))
  await forge.look()

  assert.deepEqual(first, again)
  assert.equal(first[0]?.level, 'warn')
  assert.match(first[0]?.text ?? '', /^Release 999\.0\.0 is there, and this is /)
  assert.deepEqual(forge.asked, Array(2).fill(`rookery/${SOFTWARE.version}`))
})

test('S-674 this release and those before it are no news, from a registry of packages too', async () => {
  using forge = await forgeAnd(json({ version: SOFTWARE.version }))

  const [finding] = await forge.look()

  assert.equal(finding?.level, 'ok')
})

const BROKEN: Record<string, RequestListener> = {
  'is away': (_request, response) => void response.writeHead(503).end(),
  'breaks off': ({ socket }) => void socket.destroy(),
  'answers with another text': (_request, response) =>
    void response.setHeader('content-type', 'text/html').end('<p>hello'),
  'answers without a version': json({ message: 'Not Found' }),
  'answers with more than a version': json({ tag_name: '9.0.0\u001b[2J' }),
  'never ends its answer': (_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.write(`"${'x'.repeat(2 << 20)}`)
  },
}

for (const [how, answer] of Object.entries(BROKEN)) {
  test(`S-674 a forge that ${how} fails nothing, and is not asked again at once`, async () => {
    using forge = await forgeAnd(answer)

    const [[finding]] = [await forge.look(), await forge.look()]

    assert.equal(finding?.level, 'warn')
    assert.match(
      finding?.text ?? '',
      /^Whether there is a newer release is not known: 127\.0\.0\.1/,
    )
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    assert.doesNotMatch(finding?.text ?? '', /[\u0000-\u001f]/)
    assert.ok(forge.asked.length <= 2, 'once, and once more after a connection that broke')
  })
}
