import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from './config.ts'
import { idleSettings } from './idle-settings.ts'
import { SETTING_NAMES } from './misspelt-settings.ts'

const ORIGIN = 'https://social.example'
const linesOf = (env: Record<string, string>, https?: boolean) =>
  idleSettings(env, readConfig({ ORIGIN, ...env }, undefined, undefined, https))

test('S-712 settings without the one that they belong to are named', () => {
  const files = { TLS_CERT_FILE: '/a.pem', TLS_KEY_FILE: '/b.pem' }

  assert.deepEqual(linesOf(files), [
    'TLS_CERT_FILE, TLS_KEY_FILE in the environment: no effect without HTTPS=on',
  ])
  assert.deepEqual(linesOf({ ...files, HTTPS: 'on' }), [])
  assert.deepEqual(linesOf(files, true), [], 'rookery serve --https')
  assert.deepEqual(linesOf({ TLS_CERT_FILE: '' }), [], 'an empty variable is not set')
})

test('S-712 every setting whose name says to what it belongs is looked at', () => {
  const owned = SETTING_NAMES.filter((name) => /^(ACME|TLS|HSTS|HTTPS?)_/.test(name))

  assert.equal(owned.length, 8)
  for (const name of owned) {
    assert.equal(idleSettings({ [name]: 'x' }, { https: null }).length, 1, name)
  }
})
