import type { SelectQueryBuilder } from 'kysely'
import type { App } from '../../../kernel/core/app.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { Permission } from '../../../kernel/http/permissions.ts'
import { countProblems } from '../../health/subjects.ts'
import {
  type ReviewState,
  risingLinks,
  risingStatuses,
  risingTags,
} from '../../trends/review-lists.ts'

/** A number of items that wait for the staff. */
export interface Counter {
  /** member of `Admin::Overview` */
  name: string
  /** any one of them suffices to see it */
  permissions: readonly Permission[]
  count(app: App): Promise<number>
}

/** Each counter's rows have a partial index; counted on the slow connection. The last one looks at the server. */
export const counters: readonly Counter[] = [
  { name: 'pending_users', permissions: ['manageUsers'], count: rows(pendingUsers) },
  { name: 'open_reports', permissions: ['manageReports'], count: rows(openReports) },
  { name: 'pending_appeals', permissions: ['manageAppeals'], count: rows(pendingAppeals) },
  { name: 'held_items', permissions: ['manageReports'], count: rows(heldItems) },
  { name: 'pending_tags', permissions: ['manageTaxonomies'], count: waiting(risingTags) },
  { name: 'pending_links', permissions: ['manageTaxonomies'], count: waiting(risingLinks) },
  { name: 'pending_statuses', permissions: ['manageTaxonomies'], count: waiting(risingStatuses) },
  { name: 'parked_jobs', permissions: ['devops'], count: rows(parkedJobs) },
  {
    name: 'undelivered_hosts',
    permissions: ['devops', 'manageFederation'],
    count: rows(undeliveredHosts),
  },
  { name: 'health_problems', permissions: ['devops'], count: countProblems },
]

function pendingUsers(db: Db) {
  return db.selectFrom('local_user').where('approved', '=', false)
}

function openReports(db: Db) {
  return db.selectFrom('report').where('action_taken_at', 'is', null)
}

function pendingAppeals(db: Db) {
  return db.selectFrom('appeal').where('state', '=', 'pending')
}

/** Items that automatic rules hold for the staff. */
function heldItems(db: Db) {
  return db.selectFrom('held_item')
}

function parkedJobs(db: Db) {
  return db.selectFrom('job').where('parked_at', 'is not', null)
}

/** Hosts with pending deliveries that do not answer. */
function undeliveredHosts(db: Db) {
  return db.selectFrom('peer_host').where('due_at', 'is not', null).where('failures', '>', 0)
}

// biome-ignore lint/suspicious/noExplicitAny: rows of any table are counted alike
type Rows = SelectQueryBuilder<any, any, object>

function rows(find: (db: Db) => Rows): Counter['count'] {
  return async ({ slowDb }) => {
    const { count } = await find(slowDb)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  }
}

/** Counting stops at this number of trends. */
const MOST_RISING = { limit: 100, offset: 0 }

type Rising = (
  app: Pick<App, 'db' | 'cached' | 'clock'>,
  page: typeof MOST_RISING,
) => Promise<readonly ReviewState[]>

function waiting(rising: Rising): Counter['count'] {
  return async ({ slowDb: db, cached, clock }) => {
    const found = await rising({ db, cached, clock }, MOST_RISING)
    return found.filter(({ requiresReview }) => requiresReview).length
  }
}
