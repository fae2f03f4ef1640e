import { NotFound } from '../../kernel/base/errors.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Subscriber } from '../../kernel/core/subscriber.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { EgressRefused } from '../../kernel/net/errors.ts'
import { MediaRejected } from '../../kernel/processing/rejected.ts'
import { findCached } from './cache.ts'
import { fetchAndKeep } from './fetch.ts'
import { getMediaSource } from './remote-files.ts'

const KEEP = 'proxy.keep_reported'
const SIZES = ['original', 'small'] as const
/** maximum of fetched attachments per report */
const MOST_KEPT = 64

/** Fetches remote files in a report before their server can remove them (S-151). */
export const subscriber: Subscriber = {
  record: {
    'report.created': (tx, { reportId }) => enqueue(tx, reportId),
    'report.updated': (tx, { reportId }) => enqueue(tx, reportId),
  },
}

export const jobs: JobHandlers = {
  [KEEP]: {
    maxAttempts: 5,
    lapses: true,
    run: (app, { reportId }) => fetchReported(app, String(reportId)),
  },
}

async function enqueue(tx: Tx, reportId: string): Promise<void> {
  const [first] = await reportedNames(tx.db, reportId)
  if (first === undefined) return
  tx.enqueue({ kind: KEEP, payload: { reportId }, uniqueKey: reportId })
}

/** Proxy names of the remote files in an unresolved report. */
async function reportedNames(db: Db, reportId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('report')
    .innerJoin('report_status', 'report_status.report_id', 'report.id')
    .innerJoin('media_attachment', 'media_attachment.status_id', 'report_status.status_id')
    .select('media_attachment.proxy_name')
    .where('report.id', '=', reportId)
    .where('report.action_taken_at', 'is', null)
    .where('media_attachment.proxy_name', 'is not', null)
    .orderBy('media_attachment.id')
    .limit(MOST_KEPT)
    .execute()
  return rows.map(({ proxy_name }) => proxy_name!)
}

/**
 * Files that are gone or cannot be shown are skipped.
 * @throws Unreachable so that the job is retried
 */
async function fetchReported(app: App, reportId: string): Promise<void> {
  const failures: unknown[] = []
  for (const name of await reportedNames(app.db, reportId)) {
    for (const size of SIZES) {
      await keepFile(app, name, size).catch((error) => {
        if (!isForGood(error)) failures.push(error)
      })
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** Whether a retry cannot succeed: the file is refused or unusable. */
function isForGood(error: unknown): boolean {
  const refused = error instanceof EgressRefused || error instanceof MediaRejected
  return refused || error instanceof NotFound
}

async function keepFile(app: App, name: string, size: (typeof SIZES)[number]): Promise<void> {
  const source = await getMediaSource(app, name, size, true)
  if ((await findCached(app, source.id, source.url)) === null) await fetchAndKeep(app, source)
}
