import type { App } from '../../../kernel/core/app.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { type BackupMarks, backupMarks } from '../../instance/backup-marks.ts'
import { loadRules } from '../../instance/rules.ts'
import { DEFAULT_SETTINGS, loadSettings, type Settings } from '../../instance/settings.ts'
import { type SetupMarks, setupMarks } from '../../instance/setup-marks.ts'

/** Steps that make a new server ready for people, in this order. */
export const STEPS = [
  'title',
  'icon',
  'description',
  'rules',
  'registrations',
  'mail',
  'backup',
  'announcement',
] as const

export type Step = (typeof STEPS)[number]

/** State of the server that the checklist shows. */
export interface SetupState {
  done: Readonly<Record<Step, boolean>>
  marks: SetupMarks
  /** the last one */
  backup: BackupMarks['made']
  /** of SMTP_URL; null: mails become files */
  mailHost: string | null
}

export async function loadSetupState({
  db,
  config,
}: Pick<App, 'db' | 'config'>): Promise<SetupState> {
  const settings = await loadSettings(db)
  const marks = await setupMarks.load(db)
  const { made: backup } = await backupMarks.load(db)
  const mailHost = mailHostOf(config)
  const done = {
    title: settings.title !== DEFAULT_SETTINGS.title,
    icon: settings.icon !== null,
    description: settings.description !== '',
    rules: (await loadRules(db)).length > 0,
    registrations: await isRegistrationDecided(db, settings),
    mail: mailHost !== null && marks.mail?.host === mailHost,
    backup: backup !== null,
    announcement: await anyAnnouncement(db),
  }
  return { done, marks, backup, mailHost }
}

export function mailHostOf({ smtpUrl }: Pick<App['config'], 'smtpUrl'>): string | null {
  return smtpUrl === null ? null : new URL(smtpUrl).host
}

/** Closed registrations are the default, so only a stored value shows that somebody chose them. */
async function isRegistrationDecided(db: Db, settings: Settings): Promise<boolean> {
  if (settings.single_user) return true
  const row = await db
    .selectFrom('setting')
    .select('name')
    .where('name', '=', 'registrations.mode')
    .executeTakeFirst()
  return row !== undefined
}

async function anyAnnouncement(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('announcement')
    .select('id')
    .where('published_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
