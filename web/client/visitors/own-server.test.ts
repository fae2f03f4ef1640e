import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressAt, pageAt, serverIn } from './own-server.ts'

test('a server is known by its domain, an address of it or a handle there', () => {
  for (const typed of [
    'home.example',
    ' HOME.example ',
    'https://home.example/@ann?x=1#y',
    '@ann@home.example',
    'ann@home.example',
  ]) {
    assert.equal(serverIn(typed), 'home.example', typed)
  }
  assert.equal(serverIn('bücher.example'), 'xn--bcher-kva.example')
  assert.equal(serverIn('home.example:8443'), 'home.example:8443')
  assert.equal(serverIn('localhost:3000'), 'localhost:3000')
})

test('what cannot be a server is none', () => {
  for (const typed of [
    '',
    'home',
    '@ann',
    'home.',
    '.example',
    'a b.example',
    'home..example',
    'javascript:x',
  ]) {
    assert.equal(serverIn(typed), null, typed)
  }
})

test('an address to go on at another server holds nothing that could change its meaning', () => {
  assert.equal(
    addressAt('home.example', 'https://here.example/@a/1?x=1&y#z'),
    'https://home.example/authorize_interaction?uri=https%3A%2F%2Fhere.example%2F%40a%2F1%3Fx%3D1%26y%23z',
  )
  assert.equal(
    pageAt('home.example', 'https://here.example/tags/K%C3%A4se?x'),
    'https://home.example/tags/K%C3%A4se',
  )
})
