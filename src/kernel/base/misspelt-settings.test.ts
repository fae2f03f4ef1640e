import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { misspeltSettings, SETTING_NAMES } from './misspelt-settings.ts'

const meantBy = (name: string) =>
  misspeltSettings({ [name]: 'x' }).map((line) => line.split(' ').at(-2))

test('S-675 a variable that is almost a setting is named with the setting', () => {
  const meant: Record<string, string> = {
    ...{ ORIGN: 'ORIGIN', ORIGIIN: 'ORIGIN', ORIGAN: 'ORIGIN', ORGIIN: 'ORIGIN', origin: 'ORIGIN' },
    ...{ HTPS: 'HTTPS', HTTTPS: 'HTTPS' },
    ...{ DATADIR: 'DATA_DIR', SMTP_URI: 'SMTP_URL', WORKER: 'WORKERS', LOGLEVEL: 'LOG_LEVEL' },
  }
  for (const [name, setting] of Object.entries(meant)) assert.deepEqual(meantBy(name), [setting])
  assert.deepEqual(misspeltSettings({ ORIGN: 'x' }), [
    'ORIGN in the environment is no setting: ORIGIN is',
  ])
})

test('S-675 settings, and variables of other programs, are left alone', () => {
  const others =
    'HOSTS PORTS HOSTNAME HTTP_PROXY HTTPS_PROXY NODE_ENV HOME PATH DATABASE AWS_REGION'
  for (const name of [...SETTING_NAMES, ...others.split(' ')]) assert.deepEqual(meantBy(name), [])
  assert.deepEqual(misspeltSettings({ SMTP_URI: 'of another program', SMTP_URL: 'x' }), [])
})

test('S-675 the list of settings is that of the README', async () => {
  const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8')
  const rows = readme.match(/^\| `[A-Z_`, ]+` \|/gm) ?? []
  const told = rows.flatMap((row) => row.match(/[A-Z_]{4,}/g) ?? [])

  assert.deepEqual([...told].sort(), [...SETTING_NAMES].sort())
})
