import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractEntities } from './extract.ts'

const urls = (text: string) =>
  extractEntities(text).flatMap((entity) => (entity.kind === 'url' ? [entity.url] : []))
const handles = (text: string) =>
  extractEntities(text).flatMap((entity) => (entity.kind === 'mention' ? [entity.handle] : []))
const tags = (text: string) =>
  extractEntities(text).flatMap((entity) => (entity.kind === 'hashtag' ? [entity.name] : []))

test('entities come in order, without overlap, with their places in the text', () => {
  const text = '😀 @Alice https://example.com/@bob#tag and #Späti @carol@MÜNCHEN.example'

  const entities = extractEntities(text)

  assert.deepEqual(
    entities.map(({ kind, start, end }) => [kind, text.slice(start, end)]),
    [
      ['mention', '@Alice'],
      ['url', 'https://example.com/@bob#tag'],
      ['hashtag', '#Späti'],
      ['mention', '@carol@MÜNCHEN.example'],
    ],
  )
  assert.partialDeepStrictEqual(entities[0], { username: 'Alice', domain: null, handle: 'alice' })
  assert.partialDeepStrictEqual(entities[3], {
    username: 'carol',
    domain: 'xn--mnchen-3ya.example',
    handle: 'carol@xn--mnchen-3ya.example',
  })
})

test('an address ends where the sentence goes on', () => {
  const cases: [string, string][] = [
    ['see https://example.com/a. Then', 'https://example.com/a'],
    ['https://example.com!', 'https://example.com'],
    ["it's 'https://example.com/'", 'https://example.com/'],
    ['"https://example.com/a"', 'https://example.com/a'],
    ['<https://example.com/>', 'https://example.com/'],
    ['(https://example.com/)', 'https://example.com/'],
    ['[link](https://example.com/a)', 'https://example.com/a'],
    ['https://en.wikipedia.org/wiki/Diaspora_(software)', ''],
    ['https://example.com/a_(b_(c))_d', ''],
    ['https://example.com/a_(b', 'https://example.com/a_'],
    ['https://example.com/?q=(a)&b=(c)', ''],
    ['https://example.com/a?b=c&d=', ''],
    ['https://example.com/a?!', 'https://example.com/a'],
    ['https://example.com/#fragment', ''],
    ['https://example.com?q=1', ''],
    ['https://example.com:8080/path', ''],
    ['https://example.com:', 'https://example.com'],
    ['https://example.com/a　b', 'https://example.com/a'],
    ['「https://example.org/」', 'https://example.org/'],
    ['（https://example.org/あ）', 'https://example.org/あ'],
    ['https://ja.wikipedia.org/wiki/日本', ''],
    ['https://example.com/?utf8=✓&q=%E2%9C%93', ''],
    ['https://nic.みんな/', ''],
    ['https://example.comです', 'https://example.com'],
    ['https://xn--mnchen-3ya.example/', ''],
    ['http://localhost:3000/@alice', ''],
    ['http://127.0.0.1:3000/', ''],
    ['HTTPS://EXAMPLE.COM/A', ''],
    ['あhttps://example.com/', 'https://example.com/'],
    ['https://example.com/b<del>b</del>', 'https://example.com/b'],
    ['gemini://example.com/a', ''],
    ['ipfs://bafybeigdyrzt5/readme', ''],
    ['xmpp:user@example.com', ''],
    ['join xmpp:muc@example.com?join now', 'xmpp:muc@example.com?join'],
    ['magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a', ''],
  ]

  for (const [text, url] of cases) assert.deepEqual(urls(text), [url === '' ? text : url], text)
})

test('what only looks like an address is none', () => {
  for (const text of [
    'example.com',
    'www.example.com',
    'xhttps://example.com',
    '#https://example.com',
    'https://',
    'https://com',
    'https://example',
    'https://example.123',
    'https://.com',
    'http://www\\.example\\.com',
    'https://user:pass@example.com/',
    'https://user@example.com/',
    'https://bank.example@evil.example/',
    'https://bank.example:443@evil.example/',
    'https://999.1.1.1/',
    'javascript:alert(1)',
    'magnet:?',
    'xmpp:',
  ]) {
    assert.deepEqual(urls(text), [], text)
  }
})

test('A41 what turns the direction of text around ends an address', () => {
  assert.deepEqual(urls('https://example.com/\u202egnp.exe'), ['https://example.com/'])
})

test('mentions are found by themselves, not in mail addresses and paths', () => {
  const cases: [string, string[]][] = [
    ['Hello @alice and @Bob_1!', ['alice', 'bob_1']],
    ['.@alice (@bob) "@carol"', ['alice', 'bob', 'carol']],
    ['@alice@example.com.', ['alice@example.com']],
    ['@aLice@Example.COM', ['alice@example.com']],
    ['@a.b-c@social.example', ['a.b-c@social.example']],
    ['@alice. And', ['alice']],
    ['@alice@localhost:3000 @b@127.0.0.1:80', ['alice@localhost:3000', 'b@127.0.0.1:80']],
    ['@alice@example.com:3000', ['alice@example.com']],
    ['@aliceさん', ['alice']],
    ['@alice@example.comさん', ['alice@example.com']],
    ['toß @alice', ['alice']],
    ['alice@example.com', []],
    ['https://medium.example/@alice/a', []],
    ['medium.example/@alice', []],
    ['?x=@alice', []],
    ['@josé', []],
    ['@alice@', []],
    ['@alice@@bob', ['bob']],
    ['@alice://', []],
    ['@', []],
    [`@alice@${'b'.repeat(254)}.example`, []],
  ]

  for (const [text, found] of cases) assert.deepEqual(handles(text), found, text)
})

test('S-231 hashtags are found after spaces and brackets, not inside of other things', () => {
  const cases: [string, string[]][] = [
    ['#one #Two_2', ['one', 'Two_2']],
    ['(#one) "#two" 「#three」', ['one', 'two', 'three']],
    ['a\u00a0#one', ['one']],
    ['#3d #l33t #world2016', ['3d', 'l33t', 'world2016']],
    ['#0123 #_ #1_2', []],
    ['＃ｆｏｏ #ａｂｃ', ['ｆｏｏ', 'ａｂｃ']],
    ['#one·two· #·three', ['one·two']],
    ['#ぼっち・ざ・ろっく', ['ぼっち・ざ・ろっく']],
    ['#نرم\u200cافزار', ['نرم\u200cافزار']],
    ['#नमस्ते', ['नमस्ते']],
    ['#one, #two. #three!', ['one', 'two', 'three']],
    ['#taghttps://example', ['tag']],
    ['#tag://', ['tag']],
    ['a#one ß#two 1#three', []],
    ['##one &#x27; /#two =#three .#four', []],
    ['https://example.com/a#one?b=#two', []],
    ['#️⃣', []],
  ]

  for (const [text, found] of cases) assert.deepEqual(tags(text), found, text)
})
