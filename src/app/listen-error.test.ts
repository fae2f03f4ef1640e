import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StartError } from '../kernel/db/start-error.ts'
import { listenError } from './listen-error.ts'

test('a host that nobody knows as a name is one line, with a network and without', () => {
  // as Node reports HOST=300.1.1.1
  for (const code of ['ENOTFOUND', 'EAI_AGAIN']) {
    const error = Object.assign(new Error(`getaddrinfo ${code} 300.1.1.1`), { code })
    const told = listenError(error, { host: '300.1.1.1', port: 3000, setting: 'PORT' })

    assert.ok(told instanceof StartError)
    assert.equal(told.isSetting, false)
    assert.match(told.message, /^Cannot listen on 300\.1\.1\.1 port 3000: HOST is no address/)
  }
})

test('S-767 a port without the right to it needs another setting, a port or address in use may be free later', () => {
  const isSetting = (code: string) => {
    const error = Object.assign(new Error(code), { code })
    const told = listenError(error, { host: '::', port: 80, setting: 'PORT' })
    return told instanceof StartError && told.isSetting
  }

  assert.equal(isSetting('EACCES'), true)
  assert.equal(isSetting('EAFNOSUPPORT'), true)
  for (const code of ['EADDRINUSE', 'EADDRNOTAVAIL', 'ENOTFOUND']) {
    assert.equal(isSetting(code), false, code)
  }
})
