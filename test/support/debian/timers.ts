import assert from 'node:assert/strict'
import { join } from 'node:path'
import { until } from '../in-time.ts'
import type { Server } from './server.ts'

const SYSTEM = 'etc/systemd/system'
/** The timers have their own time: this is the near one of a test. */
const SOON = '[Timer]\nOnCalendar=\nOnActiveSec=1s\nAccuracySec=1s\nRandomizedDelaySec=0\n'

/**
 * Lets systemd run the units of backups that the package brings: the services first, and then by their timers.
 * @param enable of the page
 */
export async function runTimers(server: Server, enable: readonly string[]): Promise<void> {
  const { machine } = server
  for (const name of ['rookery-backup', 'rookery-backup-check']) {
    machine.do(`sudo mkdir -p /${SYSTEM}/${name}.timer.d`)
    machine.write(join(SYSTEM, `${name}.timer.d/test.conf`), SOON)
  }
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

  server.follow(enable)
  // of one day the newest is kept
  await until(() => archives().length === 1 && archives()[0] !== first)
  await until(() => checks() === 2)
  assert.match(machine.attempt('sudo rookery doctor').text, /^ok {4}The last backup was made on /m)
}
