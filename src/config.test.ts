import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'
import { proxyCheck } from './http/client-address.ts'
import { createAllowList } from './net/address-policy.ts'

const LISTS = ['TRUSTED_PROXIES', 'EGRESS_ALLOW'] as const

test('what is not given, or empty, has its default', () => {
  const empty = {
    ORIGIN: '',
    PORT: '',
    HOST: '',
    LOG_LEVEL: '',
    DATABASE_URL: '',
    EGRESS_ALLOW: '',
  }

  assert.deepEqual(readConfig(empty), readConfig({}))
  assert.equal(readConfig({}).origin, 'http://localhost:3000')
  assert.equal(readConfig({ PORT: '4000' }).origin, 'http://localhost:4000')
})

test('a setting that cannot be used is named', () => {
  for (const [name, value] of [
    ['ORIGIN', 'social.example'],
    ['ORIGIN', 'https://social.example/path'],
    ['ORIGIN', 'ftp://social.example'],
    ['PORT', '70000'],
    ['PORT', 'http'],
    ['HANDLE_DOMAIN', 'social.example/path'],
    ['DATABASE_URL', 'mysql://localhost/rookery'],
    ['MEDIA_STORAGE', 's3://bucket/media'],
    ['SMTP_URL', 'localhost:25'],
    ['SECURE_MODE', 'perhaps'],
    ['LOG_LEVEL', 'loud'],
  ] as const) {
    const named = (error: Error) => error instanceof ConfigError && error.message.includes(name)
    assert.throws(() => readConfig({ [name]: value }), named, `${name}=${value}`)
  }
})

test('lists of networks take addresses and CIDRs of both families', () => {
  const given = [
    '10.0.0.0/8',
    '192.0.2.7',
    'fd00::/8',
    '::1',
    '::ffff:10.0.0.1',
    '0.0.0.0/0',
    '::/0',
  ]

  for (const name of LISTS) {
    const config = readConfig({ [name]: given.join(', ') })
    const read = name === 'EGRESS_ALLOW' ? config.egressAllow : config.trustedProxies
    assert.deepEqual(read, given)
    // those who use the lists take what is let through here
    assert.equal(proxyCheck(read)('10.1.2.3'), true)
    assert.equal(createAllowList(read).includes('10.1.2.3'), true)
  }
})

test('a network that is none is named, with the list it stands in', () => {
  const wrong = [
    '10.0.0',
    '999.1.1.1',
    '10.0.0.0/33',
    'fd00::/129',
    '10.0.0.0/',
    'a:b',
    'localhost',
  ]

  for (const name of LISTS) {
    for (const network of wrong) {
      const named = (error: Error) =>
        error instanceof ConfigError &&
        error.message.startsWith(name) &&
        error.message.includes(`"${network}"`)
      assert.throws(() => readConfig({ [name]: `192.0.2.7 ${network}` }), named, network)
    }
  }
})

test('a translator is named with what it needs; DeepL’s address follows from the key', () => {
  const read = (backend: string, url = '', key = '') =>
    readConfig({ TRANSLATION_BACKEND: backend, TRANSLATION_URL: url, TRANSLATION_KEY: key })

  assert.equal(read('').translation, null)
  assert.deepEqual(read('libretranslate', 'http://10.0.0.1:5000/').translation, {
    backend: 'libretranslate',
    url: 'http://10.0.0.1:5000',
    key: null,
  })
  assert.equal(read('deepl', '', 'abc:fx').translation?.url, 'https://api-free.deepl.com')
  assert.equal(read('deepl', '', 'abc').translation?.url, 'https://api.deepl.com')
  assert.equal(
    read('deepl', 'https://deepl.example', 'a').translation?.url,
    'https://deepl.example',
  )
  assert.throws(() => read('google'), /TRANSLATION_BACKEND/)
  assert.throws(() => read('deepl'), /TRANSLATION_KEY/)
  assert.throws(() => read('libretranslate'), /TRANSLATION_URL/)
  assert.throws(() => read('libretranslate', 'x.example'), /TRANSLATION_URL/)
})

test('a token for the metrics is long and has no spaces; an empty one is none', () => {
  const read = (token: string) => readConfig({ METRICS_TOKEN: token }).metricsToken

  assert.equal(read(''), null)
  assert.equal(read('a-token-for-prometheus'), 'a-token-for-prometheus')
  assert.throws(() => read('short'), /METRICS_TOKEN/)
  assert.throws(() => read('a token for prometheus'), /METRICS_TOKEN/)
})
