import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

const UNIT = join(
  import.meta.dirname,
  '../../scripts/package-deb/root/usr/lib/systemd/system/rookery.service',
)
/** tenths of systemd's figure of exposure, 0 (nothing is open) to 100 */
const MOST_EXPOSURE = 15

const skip =
  spawnSync('systemd-analyze', ['--version']).error !== undefined && 'there is no systemd'

test('S-643 systemd takes the unit without a warning', { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-unit-'))
  try {
    const file = join(folder, 'rookery.service')
    // its program is not installed here
    writeFileSync(file, readFileSync(UNIT, 'utf8').replace('/usr/bin/rookery', '/bin/true'))
    const { status, stderr } = analyze('verify', '--man=no', file)

    assert.equal(stderr, '')
    assert.equal(status, 0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('A120 the unit leaves the service no more than it needs', { skip }, () => {
  const { status, stdout } = analyze(
    ...['security', '--offline=true', '--no-pager', `--threshold=${MOST_EXPOSURE}`, UNIT],
  )

  assert.match(stdout, /Overall exposure level/)
  assert.equal(status, 0, stdout.split('\n').slice(-3).join('\n'))
})

function analyze(...args: string[]) {
  const env = { ...process.env, LC_ALL: 'C' }
  return spawnSync('systemd-analyze', args, { encoding: 'utf8', env })
}
