import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setAccount } from '../support/account-state.ts'
import { insertRemoteStatus } from '../support/remote-status.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { pageAt } from '../web/public-page.ts'

/** Each would run script or load something, if it were taken as HTML where it is put. */
const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' autofocus onfocus=alert(1) '",
  '<a href="javascript:alert(1)">x</a>',
  '</title></style></textarea><iframe src=//evil.example>',
  '<p style="position:fixed;inset:0">x</p>',
  '<form action="//evil.example"><input name="password">',
  '<meta http-equiv="refresh" content="0;url=//evil.example"><base href="//evil.example">',
  ':a<b onmouseover=alert(1)>:',
]

const ATTRIBUTES = new Set(
  (
    'alt aria-current aria-describedby aria-hidden aria-label aria-labelledby aria-pressed autocapitalize ' +
    'autocomplete charset class content controls d datetime dir fill for height href id inputmode ' +
    'lang loading loop max maxlength media method muted name placeholder playsinline poster preload ' +
    'property rel required spellcheck src srcset stroke stroke-linecap stroke-linejoin stroke-width ' +
    'tabindex target title translate type value viewBox width action cx cy r data-until-program ' +
    'data-program fetchpriority preserveAspectRatio transform aria-haspopup enterkeyhint hidden points popover popovertarget ' +
    'popovertargetaction role rx ry x x1 x2 y y1 y2'
  ).split(' '),
)
const ELEMENTS = new Set(
  (
    'html head meta title link body a header nav main footer section article figcaption div span p h1 h2 ul ol ' +
    'li dl dt dd img picture source video audio figure details summary time progress form label input ' +
    'button svg path circle bdi br strong em b i u del code pre blockquote base aside h3 line polyline ' +
    'rect search symbol use'
  ).split(' '),
)

/** The client, which takes public pages over. */
const PROGRAM = /^<script type="module" src="\/assets\/web\/[\w.-]+">$|^<\/script>$/

/** Holds every tag of a page against what our templates and the sanitiser write. */
function assertInert(html: string, where: string): void {
  const [doctype, ...tags] = html.match(/<!?\/?[^\s<>/]+(?:[^<>"']|"[^"]*"|'[^']*')*>/g) ?? []
  assert.equal(doctype, '<!doctype html>')
  assert.equal(tags.length + 1, html.split('<').length - 1, `${where}: a stray <`)
  for (const tag of tags) {
    if (PROGRAM.test(tag)) continue
    const name = /^<\/?([a-z0-9]+)/.exec(tag)?.[1] ?? ''
    assert.ok(ELEMENTS.has(name), `${where}: ${tag}`)
    const attributes = tag.replace(/^<\/?[a-z0-9]+/, '').matchAll(/\s([^\s=>]+)(?:="([^"]*)")?/g)
    for (const [, attribute = '', value = ''] of attributes) {
      assert.ok(ATTRIBUTES.has(attribute), `${where}: ${attribute} in ${tag}`)
      if (/^(?:href|src|action|srcset|poster)$/.test(attribute)) {
        assert.match(value, /^(?:https?:\/\/|\/(?!\/)|#|mailto:)/, `${where}: ${tag}`)
        if (attribute !== 'href') assert.doesNotMatch(value, /evil\.example/, `${where}: ${tag}`)
      }
    }
  }
}

test('A40 script in whatever people of this server write is inert on every page', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')

  for (const text of HOSTILE) {
    const profile = await alice.patch('/api/v1/accounts/update_credentials', {
      display_name: text.slice(0, 40),
      note: text,
      fields_attributes: [{ name: text, value: text }],
    })
    assert.equal(profile.statusCode, 200, profile.body)
    const post = await alice.publish(`${text} #tag https://a.example/${text}`, {
      spoiler_text: text,
      language: 'en',
      poll: { options: [text.slice(0, 50), 'b'], expires_in: 600 },
    })
    await alice.put(`/api/v1/statuses/${post.id}`, { status: `${text} again`, spoiler_text: text })
    await server.set('title', text)
    await server.set('description', text)
    await server.set('contact_email', text)
    const { pathname } = new URL(post.url)

    for (const path of ['/', '/about', '/@alice', '/tags/tag', pathname, `${pathname}/embed`]) {
      assertInert(await pageAt(server, path), `${path} with ${text}`)
    }
    const missing = await server.anonymous.send('GET', `/@${encodeURIComponent(text)}`, undefined, {
      accept: 'text/html',
    })
    assertInert(missing.body, `no page for ${text}`)
  }
})

test('A40 what another server sent is cleaned once more where it is shown', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const id = await insertRemoteStatus(server.app, { tag: 'birds' })
  assert.equal((await alice.post(`/api/v1/statuses/${id}/reblog`)).statusCode, 200)

  for (const text of HOSTILE) {
    await makeHostile(server, id, text)
    for (const path of ['/@alice', '/tags/birds']) {
      const html = await pageAt(server, path)
      assertInert(html, `${path} with ${text}`)
      assert.match(html, /class="status"/)
    }
  }
})

/** As if the sanitiser had let everything through. */
async function makeHostile({ app }: TestServer, statusId: string, text: string): Promise<void> {
  await app.transact(async (tx) => {
    await tx.db
      .updateTable('status')
      .set((eb) => ({
        content: text,
        spoiler_text: text,
        language: text,
        url: `javascript:alert(1)//${text}`,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', statusId)
      .execute()
    await tx.db
      .updateTable('account')
      .set((eb) => ({
        display_name: text,
        note: text,
        url: `javascript:alert(1)//${text}`,
        version: eb('version', '+', 1),
      }))
      .where('domain', '=', 'away.test')
      .execute()
  })
}

test('A50 an address that another server gave leads a browser to a page or nowhere', async () => {
  await using server = await startTestServer()
  const id = await insertRemoteStatus(server.app, { tag: 'birds' })
  const { account } = (await server.anonymous.get(`/api/v1/statuses/${id}`)).json()
  const answers: [string, number, string | undefined][] = [
    ['https://away.test/@é', 302, 'https://away.test/@%C3%A9'],
    ['https://away.test/a\r\nset-cookie: x=y', 302, 'https://away.test/aset-cookie:%20x=y'],
    ['javascript:alert(1)', 404, undefined],
    ['data:text/html,x', 404, undefined],
    ['//evil.example', 404, undefined],
    ['', 404, undefined],
  ]

  for (const [url, statusCode, location] of answers) {
    await setAccount(server, account, { url })
    const answer = await server.anonymous.get(`/@${account.acct}`)
    assert.equal(answer.statusCode, statusCode, url)
    assert.equal(answer.headers.location, location)
  }
})

test('A41 a verified link shows its host, however long it is', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const url = `https://good.example.${'sub.'.repeat(12)}evil.example/path/that/goes/on/and/on/and/on`
  const fields = JSON.stringify([{ name: 'Site', value: url, verified_at: Date.now() }])
  await setAccount(server, alice, { fields })

  const html = await pageAt(server, '/@alice')

  const shown = /class="is-verified">.*?<span class="ellipsis">([^<]*)<\/span>/s.exec(html)?.[1]
  assert.ok(shown?.startsWith(new URL(url).host), `${shown}`)
})
