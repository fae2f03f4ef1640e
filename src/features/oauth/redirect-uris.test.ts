import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRedirectUri, OUT_OF_BAND, redirectAddress, splitRedirectUris } from './redirect-uris.ts'

test('S-435 web addresses, custom schemes and out-of-band can be registered', () => {
  for (const uri of [
    OUT_OF_BAND,
    'https://app.example/callback',
    'http://localhost:8080/',
    'http://[::1]:3000/cb?x=1',
    'https://app.example/a%2Fb?next=%2F',
    'app://oauth.example/',
    'com.example.app:/callback',
    'tusky://callback',
    'https://bücher.example/ü',
  ]) {
    assert.equal(isRedirectUri(uri), true, uri)
  }
})

test('S-435 what is relative, has a fragment or would run as script cannot', () => {
  for (const uri of [
    '',
    '/callback',
    'app.example',
    'https://',
    'https:app.example',
    'https://app.example/#fragment',
    'https://app.example/#',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'https://a;b.example/',
    'https://a,b.example/',
    "https://a'b.example/",
    'https://app.example/\u0001',
  ]) {
    assert.equal(isRedirectUri(uri), false, uri)
  }
})

test('S-435 a list and a text with line breaks mean the same', () => {
  const uris = ['https://a.example/', 'app://b/']

  assert.deepEqual(splitRedirectUris(uris), uris)
  assert.deepEqual(splitRedirectUris('https://a.example/\r\napp://b/\n'), uris)
})

test('S-436 parameters are added to the address as it was registered', () => {
  assert.equal(
    redirectAddress('https://app.example/a%2Fb', { code: 'x y', state: undefined }),
    'https://app.example/a%2Fb?code=x+y',
  )
  assert.equal(
    redirectAddress('app://cb?from=%7Ehere', { code: 'c', state: '&=' }),
    'app://cb?from=%7Ehere&code=c&state=%26%3D',
  )
  assert.equal(
    redirectAddress('https://x.example/ü', { code: 'c' }),
    'https://x.example/%C3%BC?code=c',
  )
})
