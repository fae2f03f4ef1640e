import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import * as files from './hide-files.ts'
import * as limits from './limits.ts'
import * as mails from './mails.ts'
import * as purge from './purge-account.ts'
import * as staffMails from './staff-mail.ts'
import * as suspension from './suspension.ts'

export const jobs: JobHandlers = {
  ...purge.jobs,
  ...limits.jobs,
  ...suspension.jobs,
  ...files.jobs,
  ...mails.jobs,
  ...staffMails.jobs,
}
