import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { openCertificateStore } from '../../src/app/https/certificate-store.ts'
import { fingerprintOf } from '../../src/kernel/acme/certificate-facts.ts'
import { selfSigned } from '../../src/kernel/acme/certificates.ts'
import { DAY } from '../../src/kernel/base/durations.ts'
import { said } from '../../src/kernel/base/translatable-text.ts'
import { freePort } from '../support/free-port.ts'
import { NAME, writeFiles } from '../support/https-server.ts'
import { Operator } from '../support/operator.ts'
import { BIN } from '../support/server-process.ts'
import { newUserFolder, notRoot } from '../support/system-user.ts'

const user = notRoot()
const firstFree = '/proc/sys/net/ipv4/ip_unprivileged_port_start'
const mayRead = () => spawnSync(process.execPath, [BIN, '--version'], user).status === 0
const withoutRights =
  process.platform === 'linux' && Number(readFileSync(firstFree, 'utf8')) > 443 && mayRead()
    ? false
    : 'needs a user who may not have port 443, and a checkout that others may read'

async function operatorWith(settings: NodeJS.ProcessEnv = {}): Promise<Operator> {
  const [HTTPS_PORT, HTTP_PORT] = [String(await freePort()), String(await freePort())]
  const own = { ORIGIN: `https://${NAME}`, PORT: '0', HOST: '127.0.0.1', HTTPS: 'true' }
  return new Operator({ ...own, HTTPS_PORT, HTTP_PORT, ...settings })
}

test('S-638 doctor says how long the certificate is valid, and that the ports are free', async () => {
  using operator = await operatorWith()
  Object.assign(operator.env, await writeFiles(operator.folder, NAME))
  const { out } = await operator.run('doctor')

  assert.match(out, /^ok {4}The certificate for HTTPS is valid until 2126-/m)
  assert.match(out, new RegExp(`^ok {4}Port ${operator.env.HTTPS_PORT} is free`, 'm'))
  assert.match(out, new RegExp(`^ok {4}Port ${operator.env.HTTP_PORT} is free`, 'm'))
  assert.doesNotMatch(out, /no reverse proxy is believed/)

  Object.assign(operator.env, await writeFiles(operator.folder, 'elsewhere.example'))
  const wrong = await operator.run('doctor')
  assert.match(wrong.out, /^fail {2}The certificate for HTTPS is not for social\.example/m)
})

test('S-639 doctor tells of a certificate that was not renewed, also where HTTPS is not set here', async () => {
  using operator = await operatorWith({ HTTPS: '' })
  const store = openCertificateStore(operator.env.DATA_DIR!)
  const pair = selfSigned(NAME, { from: Date.now() - 89 * DAY, days: 90 })
  const facts = { directory: 'https://ca.example/', name: NAME, by: 'http-01' } as const
  await store.write('certificate', { ...facts, ...pair })
  const since = Date.UTC(2026, 10, 1)
  await store.write('failures', {
    replaced: fingerprintOf(pair),
    ...{ since, again: since + DAY, toldAt: null, urgedAt: null },
    reason: said('The authority refuses: {detail}', { detail: 'no reason' }),
    advice: [said('Do what it says, and check ACME_DIRECTORY and ACME_EMAIL')],
  })

  const { out } = await operator.run('doctor')

  assert.match(out, /^warn {2}The certificate for HTTPS is valid until \d{4}-/m)
  const line =
    'fail  No new certificate for HTTPS could be had since 2026-11-01 00:00 UTC: The authority refuses: no reason → ' +
    'Do what it says, and check ACME_DIRECTORY and ACME_EMAIL. The server tries again by itself, next at 2026-11-02 00:00 UTC'
  assert.ok(out.includes(`\n${line}\n`), out)
})

test('S-736 a start and doctor refuse a file of authorities that holds a key', async () => {
  using operator = await operatorWith()
  const { key } = selfSigned(NAME, { from: Date.now(), days: 1 })
  const file = operator.path('authority.pem')
  writeFileSync(file, key)
  Object.assign(operator.env, { ACME_CA_FILE: file, ACME_DIRECTORY: 'https://localhost:9/dir' })
  const line = `ACME_CA_FILE ${file} holds no certificate`

  const { out } = await operator.run('doctor')
  const env = { ...operator.env, PATH: process.env.PATH, PORT: String(await freePort()) }
  const start = spawnSync(process.execPath, [BIN, 'serve'], { env, encoding: 'utf8' })

  assert.ok(out.includes(`\nfail  ${line}`), out)
  assert.equal(start.status, 78, start.stderr)
  assert.ok(start.stderr.includes(line), start.stderr)
})

test('S-738 a shell that may not have the ports of the web says that, and that the service may', {
  skip: withoutRights,
}, () => {
  const folder = newUserFolder()
  const settings = { ORIGIN: `https://${NAME}`, HTTPS: 'on', DATA_DIR: `${folder}/data`, PORT: '0' }
  const env = { PATH: process.env.PATH, HOME: folder, UPDATE_CHECK: 'off', ...settings }
  try {
    const { stdout } = spawnSync(process.execPath, [BIN, 'doctor'], {
      ...{ ...user, env, cwd: folder, encoding: 'utf8' },
    })

    const told = (port: number, setting: string) =>
      `^warn {2}This shell may not listen on port ${port}, .* its service may .*AmbientCapabilities.* ${setting} to`
    assert.match(stdout, new RegExp(told(443, 'HTTPS_PORT'), 'm'))
    assert.match(stdout, new RegExp(told(80, 'HTTP_PORT'), 'm'))
    assert.doesNotMatch(stdout, /^fail .*(443|80)/m)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
