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
  const file = `${encodeURIComponent('ä'.repeat(200))}.png`
  assert.equal(parseUrl(file, 'https://a.example/b/')?.href, `https://a.example/b/${file}`)
  assert.equal(parseUrl('../b', 'https://a.example/c/d')?.href, 'https://a.example/b')
  assert.equal(parseUrl('//b.example', 'https://a.example')?.href, 'https://b.example/')
})

test('A139 one with a long host is none, however it is written', () => {
  for (const letters of ['\u0301\u0316'.repeat(60), '鴉'.repeat(120), '\u0301'.repeat(5_000)]) {
    refuseHost(`a${letters}.example`)
  }
  assert.equal(parseUrl(`https://${'a'.repeat(1001)}/`), null)
})

function refuseHost(host: string): void {
  for (const begin of ['https://', 'HTTPS:', ' https:\\\\', 'ht\ntps:////', 'https:/\t/', 'ftp:']) {
    assert.equal(parseUrl(`${begin}${host}/path`), null, begin)
    assert.equal(parseUrl(`${begin}${encodeURIComponent(host)}?query`), null, begin)
    assert.equal(parseUrl(`${begin}me@${host}`), null, begin)
  }
  assert.equal(parseUrl(`//${host}/`, 'https://a.example'), null)
  assert.equal(parseUrl(`\\\\${host}/`, 'https://a.example'), null)
}
