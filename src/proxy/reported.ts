import type { App } from '../app.ts'
import type { Db } from '../db/database.ts'
import { NotFound } from '../errors.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import { EgressRefused } from '../net/errors.ts'
import { MediaRejected } from '../processing/rejected.ts'
import type { Subscriber } from '../subscriber.ts'
import type { Tx } from '../transact.ts'
import { findCached } from './cache.ts'
import { fetchAndKeep } from './fetch.ts'
import { getMediaSource } from './sources.ts'

const KEEP = 'proxy.keep_reported'
const SIZES = ['original', 'small'] as const
/** attachments of one report that are fetched */
const MOST_KEPT = 64

/** Files of other servers that a report is about are fetched before they can be taken away there (S-151). */
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
    run: (app, { reportId }) => keepReported(app, String(reportId)),
  },
}

async function enqueue(tx: Tx, reportId: string): Promise<void> {
  const [first] = await reportedNames(tx.db, reportId)
  if (first === undefined) return
  tx.enqueue({ kind: KEEP, payload: { reportId }, uniqueKey: reportId })
}

/** Under which names files are read that an unresolved report is about. */
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

/** What is gone or cannot be shown is left out. @throws Unreachable so that the job is tried again */
async function keepReported(app: App, reportId: string): Promise<void> {
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

/** Whether a file cannot be had, or is of no use, however often it is asked for. */
function isForGood(error: unknown): boolean {
  const refused = error instanceof EgressRefused || error instanceof MediaRejected
  return refused || error instanceof NotFound
}

async function keepFile(app: App, name: string, size: (typeof SIZES)[number]): Promise<void> {
  const source = await getMediaSource(app, name, size, true)
  if ((await findCached(app, source.id, source.url)) === null) await fetchAndKeep(app, source)
}
