import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { debianVersion } from '../../scripts/package-deb/architecture.ts'
import { buildTime } from '../../scripts/package-deb/build-time.ts'
import { controlText, maintainerScript } from '../../scripts/package-deb/control.ts'

const SCRIPTS = ['preinst', 'postinst', 'prerm', 'postrm']
const facts = { version: '0.2.0', architecture: 'amd64' } as const
const skip = spawnSync('dpkg', ['--version']).error !== undefined && 'there is no dpkg'

test('the fields of the package say what it is and needs', () => {
  const libraries = ['libc6 (>= 2.28)', 'libstdc++6 (>= 6)']
  const fields = controlText({ ...facts, libraries }, 1025)

  assert.match(fields, /^Package: rookery$/m)
  assert.match(fields, /^Version: 0\.2\.0$/m)
  assert.match(fields, /^Architecture: amd64$/m)
  assert.match(fields, /^Installed-Size: 2$/m)
  assert.match(fields, /^Depends: libc6 \(>= 2\.28\), libstdc\+\+6 \(>= 6\), adduser, /m)
  assert.match(fields, /^Recommends: ffmpeg$/m)
  assert.ok(fields.endsWith('\n'))
  assert.doesNotMatch(fields, /\n\n/)
})

test('a version before a release comes before it', { skip }, () => {
  const compared = (one: string, other: string) =>
    spawnSync('dpkg', ['--compare-versions', debianVersion(one), 'lt', debianVersion(other)]).status

  assert.equal(compared('1.0.0-rc.1', '1.0.0'), 0)
  assert.equal(compared('0.9.9', '1.0.0-rc.1'), 0)
})

test('the time of the files is the one that was given', () => {
  assert.equal(buildTime('/', { SOURCE_DATE_EPOCH: '1700000000' }), 1_700_000_000)
  assert.throws(() => buildTime('/', { SOURCE_DATE_EPOCH: 'today' }), /a number of seconds/)
})

test('the scripts of dpkg are whole, and every shell takes them', async () => {
  for (const name of SCRIPTS) {
    const script = await maintainerScript(name, facts)
    assert.doesNotMatch(script, /@[A-Z]+@/, name)
    const { status, stderr } = spawnSync('sh', ['-n'], { input: script, encoding: 'utf8' })
    assert.equal(stderr, '', name)
    assert.equal(status, 0, name)
  }
})

test('S-644 a downgrade is refused before anything changes, and an upgrade is not', {
  skip,
}, async () => {
  const script = await maintainerScript('preinst', facts)
  const run = (...args: string[]) =>
    spawnSync('sh', ['-s', ...args], { input: script, encoding: 'utf8' })

  for (const action of ['upgrade', 'install']) {
    const refused = run(action, '0.3.0', '0.2.0')
    assert.equal(refused.status, 1)
    assert.match(refused.stderr, /^Rookery 0\.3\.0 was here; 0\.2\.0 is older/)
    assert.match(refused.stderr, /rookery restore/)
    for (const older of ['0.1.9', '0.2.0', '0.2.0~rc.1']) {
      assert.equal(run(action, older, '0.2.0').status, 0, older)
    }
  }
  assert.equal(run('install').status, 0)
})
