import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

const ALONE = ['DATA_DIR', 'MEDIA_STORAGE', 'MEDIA_STORAGE_OLD'] as const
const OF_HTTPS = ['TLS_CERT_FILE', 'TLS_KEY_FILE', 'ACME_CA_FILE'] as const

const QUOTED = ['"/var/lib/x"', "'/var/lib/x'"]
const PATHS = [...QUOTED, '~/data', '~rook/data', '~', '$HOME/d1', '\x24{HOME}/d1', '$DATA']

test('S-732 S-766 a path with ~ or a variable, or in quotation marks, is refused, as no shell reads environment files', () => {
  const https = { ORIGIN: 'https://social.example', HTTPS: 'on' }
  const files = { TLS_CERT_FILE: '/c.pem', TLS_KEY_FILE: '/k.pem' }
  for (const name of [...ALONE, ...OF_HTTPS]) {
    const around = name === 'ACME_CA_FILE' ? https : { ...https, ...files }
    for (const path of PATHS) {
      const env = { ...(name.includes('FILE') ? around : {}), [name]: path }
      assert.throws(
        () => readConfig(env),
        (error: Error) =>
          error instanceof ConfigError &&
          error.message.startsWith(`${name} is ${path}`) &&
          !error.message.includes('\n'),
        `${name}=${path}`,
      )
    }
  }
  assert.throws(() => readConfig({ MEDIA_STORAGE: '"s3://bucket/x"' }), /without them/)
  assert.match(readConfig({ DATA_DIR: '/srv/$5' }).dataDir, /\/\$5$/)
  assert.match(readConfig({ DATA_DIR: './~data' }).dataDir, /\/~data$/)
  assert.equal(readConfig({ DATA_DIR: `/a"b'/~` }).dataDir, `/a"b'/~`)
})
