import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { packagedTimers } from '../../scripts/package-deb/timers.ts'

const ROOT = join(import.meta.dirname, '../..')
const UNIT = join(ROOT, 'scripts/package-deb/root/usr/lib/systemd/system/rookery.service')
const CHECKOUT = join(ROOT, 'deploy/systemd/rookery.service')
/** tenths of systemd's figure of exposure, 0 (nothing is open) to 100 */
const MOST_EXPOSURE = 15

const skip =
  spawnSync('systemd-analyze', ['--version']).error !== undefined && 'there is no systemd'

test('S-643 systemd takes the units without a warning', { skip }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-unit-'))
  try {
    const timers = await packagedTimers()
    const units = new Map([['rookery.service', readFileSync(UNIT, 'utf8')], ...timers])
    for (const [name, text] of units) writeRunnable(join(folder, name), text)
    writeRunnable(join(folder, 'rookery-checkout.service'), readFileSync(CHECKOUT, 'utf8'))
    assert.equal(timers.size, 4)
    for (const name of readdirSync(folder)) {
      const { status, stderr } = analyze('verify', '--man=no', join(folder, name))

      assert.equal(stderr, '', name)
      assert.equal(status, 0, name)
    }
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

/** Its program is not installed here. */
function writeRunnable(file: string, unit: string): void {
  writeFileSync(file, unit.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'))
}

function analyze(...args: string[]) {
  const env = { ...process.env, LC_ALL: 'C' }
  return spawnSync('systemd-analyze', args, { encoding: 'utf8', env })
}
