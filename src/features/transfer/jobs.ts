import { HOUR } from '../../kernel/base/durations.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { buildArchive, TRIES } from './archives/build.ts'
import { MAIL, mailReady } from './archives/mails.ts'
import { BUILD } from './archives/request.ts'
import { readArchive } from './imports/archive/read-archive.ts'
import { REMOVE, STEP } from './imports/choices.ts'
import { READ } from './imports/create.ts'
import { removeOthers } from './imports/remove-others.ts'
import { runStep } from './imports/run.ts'
import { prune } from './prune.ts'

export const jobs: JobHandlers = {
  [BUILD]: {
    maxAttempts: TRIES,
    run: (app, { exportId }, attempt) => buildArchive(app, String(exportId), attempt),
  },
  [MAIL]: {
    run: (app, { accountId, exportId }) => mailReady(app, String(accountId), String(exportId)),
  },
  [READ]: { run: (app, { importId }) => readArchive(app, String(importId)) },
  [REMOVE]: { run: (app, { importId }) => removeOthers(app, String(importId)) },
  [STEP]: { concurrency: 4, run: (app, { importId }) => runStep(app, String(importId)) },
  'transfers.prune': { every: HOUR, run: prune },
}
