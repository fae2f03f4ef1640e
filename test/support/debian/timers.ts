import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { until } from '../in-time.ts'
import type { Server } from './server.ts'

const UNITS = resolve(import.meta.dirname, '../../../deploy/systemd')
const SYSTEM = 'etc/systemd/system'
/** The timers have their own time: this is the near one of a test. */
const SOON = '[Timer]\nOnCalendar=\nOnActiveSec=1s\nAccuracySec=1s\nRandomizedDelaySec=0\n'
const DATA = '[Service]\nEnvironment=DATA_DIR=/var/lib/rookery\n'

/**
 * Lays the units of deploy/systemd into the machine, as they stand there, and lets systemd run them: the services first, and
 * then by their timers. The program of the package stands where they expect it.
 */
export async function runTimers({ machine }: Server): Promise<void> {
  const names = readdirSync(UNITS).filter((name) => name.startsWith('rookery-backup'))
  for (const name of names) {
    machine.write(join(SYSTEM, name), readFileSync(join(UNITS, name), 'utf8'))
    machine.do(`sudo mkdir -p /${SYSTEM}/${name}.d`)
    machine.write(join(SYSTEM, `${name}.d/test.conf`), name.endsWith('.timer') ? SOON : DATA)
  }
  machine.do('sudo ln -s /usr/lib/rookery /opt/rookery')
  machine.do(
    'sudo ln -s "$(find /usr/lib/rookery -type f -path "*/bin/node" | head -1)" /usr/bin/node',
  )
  machine.do('sudo systemctl daemon-reload')
  const archives = (): string[] =>
    machine.ask('ls /var/backups/rookery').text.match(/^\S+\.archive$/gm) ?? []
  const checks = () =>
    machine.ask('journalctl -q -o cat -u rookery-backup-check').text.match(/^Finished /gm)
      ?.length ?? 0
  assert.deepEqual(archives(), [])

  machine.do(
    'sudo systemctl start rookery-backup.service || { journalctl -u rookery-backup; exit 1; }',
  )
  const [first = ''] = archives()
  assert.notEqual(first, '')
  machine.do(
    'sudo systemctl start rookery-backup-check.service || { journalctl -u rookery-backup-check; exit 1; }',
  )
  assert.equal(checks(), 1)
  assert.match(
    machine.attempt('sudo rookery doctor').text,
    /^ok {4}The backup rookery-\S+\.archive was restored and compared on /m,
  )

  machine.do('sudo systemctl start rookery-backup.timer')
  // of one day the newest is kept
  await until(() => archives().length === 1 && archives()[0] !== first)
  machine.do('sudo systemctl start rookery-backup-check.timer')
  await until(() => checks() === 2)
  assert.match(machine.attempt('sudo rookery doctor').text, /^ok {4}The last backup was made on /m)
}
