import type { JobHandlers } from '../jobs/handlers.ts'
import * as files from './guard-files.ts'
import * as limits from './limits.ts'
import * as mails from './mails.ts'
import * as purge from './purge-account.ts'
import * as suspension from './suspension.ts'

export const jobs: JobHandlers = {
  ...purge.jobs,
  ...limits.jobs,
  ...suspension.jobs,
  ...files.jobs,
  ...mails.jobs,
}
