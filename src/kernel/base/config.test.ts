import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proxyCheck } from '../http/client-address.ts'
import { createAllowList } from '../net/address-policy.ts'
import { ConfigError, readConfig } from './config.ts'

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
    ['REDIS_URL', 'http://localhost:6379'],
    ['REDIS_URL', 'redis://localhost/name'],
    ['MEDIA_STORAGE', 's3://bucket/media'], // without keys
    ['MEDIA_STORAGE', 'ftp://store/media'],
    ['MEDIA_STORAGE_OLD', 's3://bucket/media'],
    ['MEDIA_BASE_URL', 'media.example'],
    ['MEDIA_BASE_URL', 'https://media.example/?a=b'],
    ['SMTP_URL', 'localhost:25'],
    ['SECURE_MODE', 'perhaps'],
    ['LOG_LEVEL', 'loud'],
  ] as const) {
    const named = (error: Error) => error instanceof ConfigError && error.message.includes(name)
    assert.throws(() => readConfig({ [name]: value }), named, `${name}=${value}`)
  }
})

const KEYS = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }

test('a bucket is read from its address, the keys from their usual variables', () => {
  const address = 's3://my-bucket/some/where/?endpoint=https://s3.example:9000&region=eu-1'
  const { s3, mediaStorage } = readConfig({ ...KEYS, DATA_DIR: '/data', MEDIA_STORAGE: address })

  assert.deepEqual(s3, {
    bucket: 'my-bucket',
    prefix: 'some/where/',
    endpoint: 'https://s3.example:9000',
    region: 'eu-1',
    pathStyle: true,
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    sessionToken: null,
  })
  assert.equal(mediaStorage, '/data/media')
  const amazon = readConfig({
    ...KEYS,
    AWS_REGION: 'eu-central-1',
    AWS_SESSION_TOKEN: 'token',
    MEDIA_STORAGE: 's3://my-bucket',
  }).s3
  assert.partialDeepStrictEqual(amazon, {
    prefix: '',
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    region: 'eu-central-1',
    pathStyle: false,
    sessionToken: 'token',
  })
})

test('S-768 the endpoint of a store may have a path', () => {
  const address = 's3://bucket?endpoint=https://x.supabase.example/storage/v1/s3/&region=eu-1'

  assert.equal(
    readConfig({ ...KEYS, MEDIA_STORAGE: address }).s3?.endpoint,
    'https://x.supabase.example/storage/v1/s3',
  )
})

test('S-765 blanks around a setting are no part of it', () => {
  const config = readConfig({
    ...{ DATA_DIR: ' /srv/data\t', ORIGIN: 'https://social.example ', HOST: ' ', HTTPS: ' off' },
    ...{
      AWS_ACCESS_KEY_ID: ' id',
      AWS_SECRET_ACCESS_KEY: 'secret ',
      MEDIA_STORAGE: ' s3://bucket',
    },
  })

  assert.partialDeepStrictEqual(config, {
    ...{ dataDir: '/srv/data', origin: 'https://social.example', host: '::' },
    s3: { bucket: 'bucket', accessKeyId: 'id', secretAccessKey: 'secret' },
  })
})

test('S-767 HOST may be an address in brackets, and must be an address or a name', () => {
  for (const [given, host] of [
    ['[::1]', '::1'],
    ['127.0.0.1', '127.0.0.1'],
    ['fe80::1%eth0', 'fe80::1%eth0'],
    ['localhost', 'localhost'],
  ] as const) {
    assert.equal(readConfig({ HOST: given }).host, host)
  }
  for (const given of ['*', '300.1.1.1', '[::1', '::1]:3000', 'a b']) {
    const refused = (error: Error) =>
      error instanceof ConfigError && error.message.startsWith('HOST must be an address')
    assert.throws(() => readConfig({ HOST: given }), refused, given)
  }
})

test('A133 S-762 a message about a mistyped setting shows no key', () => {
  const https = { ORIGIN: 'https://social.example', HTTPS: 'on' }
  for (const [name, value, around] of [
    ['MEDIA_STORAGE', 'https://AKIA:SECRET@s3.example/bucket'],
    ['MEDIA_STORAGE', 'https://AKIA:SEC/RET@s3.example/bucket'],
    ['MEDIA_STORAGE', 's3:/AKIA:SECRET@s3.example'],
    ['MEDIA_STORAGE', 'AKIA:SECRET@s3.example/bucket'],
    ['MEDIA_STORAGE', '"s3://b?endpoint=https://AKIA:SECRET@s3.example"'],
    ['MEDIA_STORAGE', 'https://s3.example/b?X-Amz-Signature=SECRET'],
    ['MEDIA_STORAGE', 's3://b?endpoint=https://AKIA:SECRET@s3.example'],
    ['MEDIA_STORAGE', 's3://b?endpoint=https%3A%2F%2FAKIA%3ASECRET%40s3.example'],
    ['MEDIA_STORAGE', 's3://b?endpoint=https://AKIA:SE&SECRET@s3.example'],
    ['MEDIA_STORAGE', 's3://b?endpoint=AKIA:SECRET'],
    ['MEDIA_STORAGE_OLD', 'ftp://AKIA:SECRET@s3.example/bucket'],
    ['DATA_DIR', 'postgres://rookery:SECRET@db.example/rookery'],
    ['ORIGIN', 'https://user:SECRET@social.example'],
    ['ORIGIN', 'https://:SECRET@social.example'],
    ['ORIGIN', 'https://user:SECRET'],
    ['HANDLE_DOMAIN', 'user:SECRET@social.example'],
    ['MEDIA_BASE_URL', 'https://user:SECRET@media.example'],
    ['MEDIA_BASE_URL', 'https://:SECRET@media.example'],
    ['MEDIA_BASE_URL', 'https://media.example/?key=SECRET'],
    ['HOST', 'user:SECRET@host'],
    ['TRUSTED_PROXIES', 'http://user:SECRET@proxy.example'],
    ['TRANSLATION_BACKEND', 'https://user:SECRET@translate.example'],
    ['ACME_DIRECTORY', 'https://user:SECRET@acme.example', https],
  ] as const) {
    const silent = (error: Error) =>
      error instanceof ConfigError &&
      error.message.startsWith(name) &&
      !/SECRET\b/.test(error.message.replaceAll('AWS_SECRET_ACCESS_KEY', ''))
    assert.throws(() => readConfig({ ...KEYS, ...around, [name]: value }), silent, value)
  }
  const [address, host] = ['https://media.example/a?b', 'not-a-number']
  assert.throws(
    () => readConfig({ MEDIA_BASE_URL: address }),
    /not "https:\/\/media\.example\/a\?b"/,
  )
  assert.throws(() => readConfig({ PORT: host }), /not "not-a-number"/)
  assert.throws(() => readConfig({ ORIGIN: 'http://[::1]:80/x' }), /not "http:\/\/\[::1\]:80\/x"/)
})

test('a wrong address of a bucket is refused, without its keys', () => {
  for (const address of [
    's3://',
    's3://x',
    's3://id:secret@bucket',
    's3://bucket?endpoint=s3.example',
    's3://bucket?endpoint=https://s3.example/path?a=b',
    's3://bucket?endpoint=https://s3.example/a//b',
    's3://bucket?pathStyle=perhaps',
    's3://bucket?regoin=eu',
    's3://bucket/with%20space',
    's3://bucket/a//b',
  ]) {
    const refused = (error: Error) =>
      error instanceof ConfigError &&
      error.message.startsWith('MEDIA_STORAGE ') &&
      !error.message.includes('secret@')
    assert.throws(() => readConfig({ ...KEYS, MEDIA_STORAGE: address }), refused, address)
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
    // the users of both lists accept all entries accepted here
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

test('a process does all parts of the work, or those that --only names', () => {
  const DATABASE_URL = 'postgres://localhost/rookery'

  const all = readConfig({ DATABASE_URL })
  assert.deepEqual([...all.parts], ['web', 'streaming', 'jobs'])
  assert.equal(all.severalProcesses, false)
  const some = readConfig({ DATABASE_URL }, 'jobs, web')
  assert.deepEqual([...some.parts], ['web', 'jobs'])
  assert.equal(some.severalProcesses, true)
  assert.equal(readConfig({ DATABASE_URL }, 'web,streaming,jobs').severalProcesses, true)
  assert.equal(readConfig({ DATABASE_URL, REDIS_URL: 'redis://localhost' }).severalProcesses, true)
  assert.equal(readConfig({ REDIS_URL: 'redis://localhost' }).severalProcesses, false)
  for (const wrong of ['', 'web,', 'pages', 'web streaming']) {
    assert.throws(() => readConfig({ DATABASE_URL }, wrong), /--only takes web, streaming, jobs/)
  }
})

test('connections and times of PostgreSQL have bounds, and defaults', () => {
  const DATABASE_URL = 'postgres://localhost/rookery'
  const read = (env: Record<string, string>) => readConfig({ DATABASE_URL, ...env }).postgres

  assert.deepEqual(read({}), {
    processes: 1,
    pool: 10,
    slowPool: 2,
    timeout: 15_000,
    slowTimeout: 60_000,
    replicaUrl: null,
    replicaLag: 5_000,
  })
  const replicaUrl = 'postgresql://replica/rookery'
  assert.partialDeepStrictEqual(read({ DATABASE_POOL: '40', DATABASE_TIMEOUT: '3' }), {
    pool: 40,
    timeout: 3_000,
  })
  assert.partialDeepStrictEqual(
    read({ DATABASE_REPLICA_URL: replicaUrl, DATABASE_REPLICA_LAG: '1' }),
    { replicaUrl, replicaLag: 1_000 },
  )
  for (const [name, value] of [
    ['DATABASE_POOL', '1'],
    ['DATABASE_POOL', '1001'],
    ['DATABASE_POOL', 'many'],
    ['DATABASE_SLOW_POOL', '0'],
    ['DATABASE_SLOW_POOL', '-1'],
    ['DATABASE_TIMEOUT', '0'],
    ['DATABASE_TIMEOUT', '1.5'],
    ['DATABASE_SLOW_TIMEOUT', '3601'],
    ['DATABASE_REPLICA_LAG', '0'],
    ['DATABASE_REPLICA_URL', 'mysql://replica/rookery'],
  ] as const) {
    const named = (error: Error) =>
      error instanceof ConfigError && error.message.startsWith(`${name} must be `)
    assert.throws(() => read({ [name]: value }), named, `${name}=${value}`)
  }
})

test('settings of PostgreSQL are refused on SQLite', () => {
  for (const [name, value] of [
    ['DATABASE_POOL', '20'],
    ['DATABASE_SLOW_POOL', '4'],
    ['DATABASE_TIMEOUT', '10'],
    ['DATABASE_SLOW_TIMEOUT', '30'],
    ['DATABASE_REPLICA_URL', 'postgres://replica/rookery'],
    ['DATABASE_REPLICA_LAG', '5'],
  ] as const) {
    assert.throws(() => readConfig({ [name]: value }), {
      message: `${name} is for PostgreSQL: it needs DATABASE_URL`,
    })
  }
})

test('on SQLite one process does all parts', () => {
  assert.equal(readConfig({}, 'web,streaming,jobs').severalProcesses, false)
  assert.throws(() => readConfig({}, 'streaming'), /--only streaming needs .* PostgreSQL/)
})

test('the number of workers is given by WORKERS, or in its place by the option of serve', () => {
  assert.equal(readConfig({}).workers, null)
  assert.equal(readConfig({ WORKERS: '2' }).workers, 2)
  assert.equal(readConfig({ WORKERS: '2' }, undefined, '0').workers, 0)
  assert.throws(() => readConfig({ WORKERS: '-1' }), /WORKERS must be a number from 0 to 64/)
  assert.equal(readConfig({ WORKERS: '1', DATABASE_URL: 'postgres://localhost/x' }).workers, 1)
})

test('GIFs are searched where a provider and its key are named', () => {
  const read = (provider: string, key = '', url = '') =>
    readConfig({ GIF_PROVIDER: provider, GIF_KEY: key, GIF_URL: url })

  assert.equal(read('').gifs, null)
  assert.deepEqual(read('giphy', 'k').gifs, {
    provider: 'giphy',
    url: 'https://api.giphy.com',
    key: 'k',
  })
  assert.equal(read('klipy', 'k').gifs?.url, 'https://api.klipy.com')
  assert.equal(read('klipy', 'k', 'https://gifs.example/').gifs?.url, 'https://gifs.example')
  assert.throws(() => read('tenor', 'k'), /GIF_PROVIDER must be giphy or klipy/)
  assert.throws(() => read('giphy'), /GIF_KEY/)
  assert.throws(() => read('giphy', 'k', 'gifs.example'), /GIF_URL/)
})
