import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie, setCookie } from './cookies.ts'

function read(cookie: string | undefined, name: string): string | null {
  return readCookie({ headers: { cookie } } as unknown as FastifyRequest, name)
}

function written(...args: [string, string, Parameters<typeof setCookie>[3]]): string {
  let header = ''
  const reply = {
    header(_: string, value: string) {
      header = value
    },
  }
  setCookie(reply as unknown as FastifyReply, ...args)
  return header
}

test('a cookie is found by its whole name, decoded', () => {
  const cookies = 'session=no; a=1;b = x%20y ; c'

  assert.equal(read(cookies, 'b'), 'x y')
  assert.equal(read(cookies, 'a'), '1')
  assert.equal(read(cookies, 'ession'), null)
  assert.equal(read(cookies, 'c'), null)
  assert.equal(read('a=%', 'a'), null)
  assert.equal(read(undefined, 'a'), null)
})

test('A53 cookies are out of reach for scripts and for other sites', () => {
  assert.equal(
    written('session', 'a b;c', { secure: true, maxAge: 60 }),
    'session=a%20b%3Bc; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=60',
  )
  assert.equal(
    written('s', '', { secure: false, maxAge: 0, path: '/auth', sameSite: 'Strict' }),
    's=; Path=/auth; HttpOnly; SameSite=Strict; Max-Age=0',
  )
})
