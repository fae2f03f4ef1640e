import { SECOND } from '../../kernel/base/durations.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import type { Family } from '../../kernel/instruments/exposition-format.ts'
import { backupMarks } from '../instance/backup-marks.ts'

/** Metrics of backups, told by one process of a group, as all would read the same. */
export const backupMetrics: Routes = (_server, app) => {
  if (app.group?.isParent !== false) app.metrics.collect(() => families(app))
}

async function families({ db }: App): Promise<Family[]> {
  const { made, failed, checked, unchecked } = await backupMarks.load(db)
  const time = (name: string, help: string, at: number | undefined): Family => ({
    name,
    help,
    type: 'gauge',
    samples: at === undefined ? [] : [{ value: Math.round(at / SECOND) }],
  })
  const isFailing = failed !== null || unchecked !== null || checked?.problem != null
  return [
    time(
      'rookery_backup_made_timestamp_seconds',
      'When the last backup was made, in seconds since 1970; absent before the first',
      made?.at,
    ),
    time(
      'rookery_backup_checked_timestamp_seconds',
      'When the last backup was restored to check it; absent before the first time',
      checked?.at,
    ),
    {
      name: 'rookery_backup_failing',
      help: 'Whether the last backup, or the last check of one, failed',
      type: 'gauge',
      samples: [{ value: isFailing ? 1 : 0 }],
    },
  ]
}
