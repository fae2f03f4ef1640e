import { DAY } from '../../kernel/base/durations.ts'
import { t } from '../../kernel/text/messages.ts'
import { type BackupMarks, backupMarks } from '../instance/backup-marks.ts'
import { setupMarks } from '../instance/setup-marks.ts'
import { dayText } from './amounts.ts'
import type { HealthCheck } from './context.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

/** ms after which a backup is old, and very old; after which its check is */
const OLD = 2 * DAY
const TOO_OLD = 7 * DAY
const CHECK_OLD = 30 * DAY

/** The age of the last backup and of its last check, and how both ended. */
export const checkBackups: HealthCheck = async ({ database, now }) => {
  const { made, failed, checked, unchecked } = await backupMarks.load(database.db)
  const findings: Finding[] = []
  if (failed !== null) {
    const text = t('The last backup failed on {day}: {reason}', {
      day: dayText(failed.at),
      reason: failed.reason,
    })
    findings.push(fail(text, t('Do what it says, then run rookery backup --to PLACE again')))
  }
  if (unchecked !== null) {
    const text = t('A backup could not be checked on {day}: {reason}', {
      day: dayText(unchecked.at),
      reason: unchecked.reason,
    })
    findings.push(fail(text, t('Do what it says, then run rookery backup --check PLACE again')))
  }
  if (made === null) {
    const { hidden } = await setupMarks.load(database.db)
    if (hidden.includes('backup')) return [...findings, ok(t('Backups are made in another way'))]
    const advice = t('Run rookery backup --to PLACE --keep 7d,4w,6m each night')
    return [...findings, warn(t('No backup has been made'), advice)]
  }
  findings.push(ageOf(made.at, now))
  // without a result the one before says little, unless it was bad
  if (unchecked === null || checked?.problem != null) findings.push(resultOf(checked, now))
  return findings
}

function resultOf(checked: BackupMarks['checked'], now: number): Finding {
  if (checked?.problem != null) {
    const text = t('The backup {name} is not good: {problem}', {
      name: checked.name,
      problem: checked.problem,
    })
    return fail(text, t('Make a new one, and look whether the disk of the backups is sound'))
  }
  if (checked === null || checked.at < now - CHECK_OLD) {
    const text =
      checked === null
        ? t('No backup has been restored to check it')
        : t('The last check of a backup was on {day}', { day: dayText(checked.at) })
    return warn(text, t('Run rookery backup --check PLACE each week'))
  }
  const values = { name: checked.name, day: dayText(checked.at) }
  return ok(t('The backup {name} was restored and compared on {day}', values))
}

function ageOf(at: number, now: number): Finding {
  const text = t('The last backup was made on {day}', { day: dayText(at) })
  const advice = t('Run rookery backup --to PLACE, and see why its timer does not')
  if (at < now - TOO_OLD) return fail(text, advice)
  return at < now - OLD ? warn(text, advice) : ok(text)
}
