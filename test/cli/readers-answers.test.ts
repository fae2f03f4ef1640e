import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readSurface } from '../../conformance/spec/surface.ts'
import { makePerson } from '../support/server-process.ts'
import {
  type Line,
  type Reply,
  type ServerWithWorkers,
  startWithWorkers,
  withToken,
} from '../support/workers.ts'

/** Readers answer what the writer would, whether they answer themselves or pass the request on. */
describe('answers of readers', { skip: process.platform !== 'linux' }, () => {
  let server: ServerWithWorkers
  let [reader, writer]: [Line?, Line?] = []
  let owner: string
  let ids: readonly [RegExp, string][]

  before(async () => {
    server = await startWithWorkers(1)
    ;[reader, writer] = [server.open(), server.openWriter()]
    owner = await makePerson(server.env, 'boss', 'Owner')
    ids = await seed(reader, owner, await makePerson(server.env, 'ann'))
  })
  after(async () => {
    reader?.[Symbol.dispose]()
    writer?.[Symbol.dispose]()
    await server?.[Symbol.asyncDispose]()
  })

  test('every GET of the surface, with a token and without', async () => {
    const rows = (await readSurface()).filter(({ method }) => method === 'GET')
    assert.ok(rows.length > 200)
    const differing: string[] = []
    let found = 0
    for (const { path } of rows) {
      // it stays open, or tells when it was made
      if (path.startsWith('/api/v1/streaming') || path === '/metrics') continue
      const url = filled(path, ids)
      const all = [{}, withToken(owner), { accept: 'application/activity+json' }]
      // as large as all sources
      const asked = path === '/source.tar.gz' ? all.slice(0, 1) : all
      for (const headers of asked) {
        const expected = await writer!.ask(url, { headers })
        const given = await reader!.ask(url, { headers })
        if (given.status === 200) found += 1
        assert.ok(given.status < 500 || isNotBuilt(given), `${url} ${given.text}`)
        if (shown(given) === shown(expected)) continue
        // a state that reading changes, such as a fetch that was begun
        const again = await writer!.ask(url, { headers })
        if (shown(given) !== shown(again))
          differing.push(`${url}\n${shown(given)}\n${shown(again)}`)
      }
    }
    assert.deepEqual(differing, [])
    assert.ok(found > 200, `${found} were there`)
  })

  test('a GET that asks another server is answered by the writer, and counts once', async () => {
    const url = '/api/v2/search?resolve=true&q=@bob@nowhere.invalid'
    const headers = withToken(owner)
    const expected = await writer!.ask(url, { headers })
    const before = await answers()
    const given = await reader!.ask(url, { headers })
    assert.equal(shown(given), shown(expected))
    assert.equal(await answers(), before + 1)
  })

  /** Answers to searches so far, of both processes. */
  async function answers(): Promise<number> {
    const { text } = await reader!.ask('/metrics')
    const counter = /_requests_total\{method="GET",route="\/api\/v2\/search",status="2xx"\} (\d+)/
    return Number(counter.exec(text)?.[1])
  }

  test('a GET with a body is read by the writer, and a HEAD has the headers of its GET', async () => {
    const { id } = JSON.parse((await reader!.ask('/api/v1/accounts/lookup?acct=boss')).text)
    const headers = withToken(owner)
    const body = JSON.stringify({ id: [id] })
    const listed = await reader!.ask('/api/v1/accounts', { headers, body })
    assert.equal(listed.status, 200, listed.text)
    assert.deepEqual(
      JSON.parse(listed.text).map((one: { id: string }) => one.id),
      [id],
    )
    const head = await reader!.ask(`/api/v1/accounts/${id}`, { method: 'HEAD' })
    const got = await reader!.ask(`/api/v1/accounts/${id}`)
    assert.equal(head.headers['content-length'], got.headers['content-length'])
    assert.equal(head.text, '')
  })
})

async function seed(line: Line, owner: string, other: string) {
  const post = async (token: string, path: string, body: object = {}) => {
    const asking = { method: 'POST', headers: withToken(token), body: JSON.stringify(body) }
    const reply = await line.ask(path, asking)
    assert.ok(reply.status < 300, `${path} ${reply.text}`)
    return JSON.parse(reply.text)
  }
  const status = await post(owner, '/api/v1/statuses', {
    status: 'hello #birds @ann',
    poll: { options: ['a', 'b'], expires_in: 3600 },
  })
  await post(other, '/api/v1/statuses', { status: '@boss hi', in_reply_to_id: status.id })
  await post(other, '/api/v1/statuses', { status: '@boss dear', visibility: 'direct' })
  await post(other, `/api/v1/accounts/${status.account.id}/follow`)
  await post(other, `/api/v1/statuses/${status.id}/favourite`)
  await post(other, `/api/v1/statuses/${status.id}/reblog`)
  const list = await post(owner, '/api/v1/lists', { title: 'friends' })
  const filter = await post(owner, '/api/v2/filters', { title: 'f', context: ['home'] })
  const report = await post(other, '/api/v1/reports', { account_id: status.account.id })
  const rule = await post(owner, '/api/rookery/v1/admin/rules', { text: 'be kind' })
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString()
  const scheduled = await post(owner, '/api/v1/statuses', { status: 'later', scheduled_at })
  return [
    [/^\/api\/.*polls\//, status.poll.id],
    [/^\/api\/v1\/scheduled_statuses\//, scheduled.id],
    [/^\/api\/.*statuses\/|^\/@?.*:username\/:id|^\/users\/.*:id/, status.id],
    [/^\/api\/.*lists?\//, list.id],
    [/^\/api\/v2\/filters\//, filter.id],
    [/^\/api\/.*reports\//, report.id],
    [/^\/api\/.*rules\//, rule.id],
    [/^\/api\/.*accounts\/|^\/ap\/users\//, status.account.id],
    [/tags?\//, 'birds'],
  ] as const satisfies [RegExp, string][]
}

function filled(path: string, ids: readonly [RegExp, string][]): string {
  const id = ids.find(([pattern]) => pattern.test(path))?.[1] ?? '1'
  const url = path.replaceAll(':username', 'boss').replaceAll(/:\w+/g, id).replaceAll('*', 'x')
  if (path.endsWith('/lookup')) return `${url}?acct=boss`
  if (path === '/.well-known/webfinger') return `${url}?resource=acct:boss@127.0.0.1`
  return path.endsWith('/search') ? `${url}?q=boss` : url
}

function isNotBuilt({ status, text }: Reply): boolean {
  return status === 503 && text.includes('Not built yet')
}

/** Secrets of forms and of pages' scripts are new each time, and others write to the disk as well. */
function shown({ status, headers, text }: Reply): string {
  const kept = ['content-type', 'link', 'cache-control', 'vary', 'location', 'www-authenticate']
  const own = kept.map((name) => `${name}: ${headers[name] ?? ''}`)
  const changing = /nonce-[\w+/=-]+|(value|nonce|content)="[^"]{20,}"|"free_bytes":\d+/g
  const same = text.replaceAll(changing, '')
  return [status, ...own, same].join('\n')
}
