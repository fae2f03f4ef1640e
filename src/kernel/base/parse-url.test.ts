import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseUrl } from './parse-url.ts'

test('an address is read as ever, however long its path is', () => {
  for (const text of [
    'https://a.example/b?c#d',
    `https://a.example/${'ä/'.repeat(9_000)}`,
    `https://a.example?${'https://'.repeat(500)}`,
    'https://user:word@a.example:8080/',
    'mailto:a@a.example',
    'no address',
    '',
  ]) {
    assert.equal(parseUrl(text)?.href, URL.parse(text)?.href)
  }
  assert.equal(parseUrl('../b', 'https://a.example/c/d')?.href, 'https://a.example/b')
  assert.equal(parseUrl('//b.example', 'https://a.example')?.href, 'https://b.example/')
})

test('A139 one with a long host is none, however it is written', () => {
  const host = `a${'\u0301\u0316'.repeat(500)}.example`
  for (const begin of ['https://', 'HTTPS:', ' https:\\\\', 'ht\ntps:////', 'https:/\t/', 'ftp:']) {
    assert.equal(parseUrl(`${begin}${host}/path`), null, begin)
    assert.equal(parseUrl(`${begin}${encodeURIComponent(host)}?query`), null, begin)
    assert.equal(parseUrl(`${begin}me@${host}`), null, begin)
  }
  assert.equal(parseUrl(`//${host}/`, 'https://a.example'), null)
  assert.equal(parseUrl(`\\\\${host}/`, 'https://a.example'), null)
})
