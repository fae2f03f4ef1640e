import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { HOME } from './feeds.ts'
import { findPulled } from './pulled-statuses.ts'
import { repeats, repeatsPulled } from './recent-reblogs.ts'
import {
  homeParamsAmong,
  type RecipientParams,
  recipientParamsAmong,
  type Shape,
  selectHomes,
  selectLists,
  shapeOf,
} from './recipients.ts'

interface PullParams extends RecipientParams {
  position: number
  listIds: readonly string[]
}

const homes = { plain: toHomes('plain'), reply: toHomes('reply'), reblog: toHomes('reblog') }
const lists = { plain: toLists('plain'), reply: toLists('reply'), reblog: toLists('reblog') }

const FOLLOWER = sql.ref<string>('follow.account_id')

function toHomes(shape: Shape) {
  return prepared((db, p: PullParams) => {
    const reblog = { feedId: FOLLOWER, entryId: p.statusId, originId: p.reblogOfId! }
    return selectHomes(db, p, shape, 'among')
      .where(lacks(p))
      .where(
        sql<boolean>`not exists (select 1 from home_entry where home_entry.account_id = ${FOLLOWER} and home_entry.status_id = ${p.statusId})`,
      )
      .$if(shape === 'reblog', (query) =>
        query.where(({ not, or }) => not(or([repeats(HOME, reblog), repeatsPulled(reblog)]))),
      )
  })
}

function toLists(shape: Shape) {
  return prepared((db, p: PullParams) =>
    selectLists(db, p, shape, 'among')
      .select(['list.id', 'list.account_id as ownerId'])
      .where(lacks(p))
      .where(idIn(db, 'list.id', p.listIds)),
  )
}

/** Whether the follower has not pulled the status. */
function lacks({ position }: PullParams) {
  return sql<boolean>`not exists (select 1 from home_pull where home_pull.account_id = ${FOLLOWER} and home_pull.position >= ${position})`
}

/** The readers that are going to pull a status into their timelines. */
export interface FutureReaders {
  /** the accounts among these whose home timeline will have it */
  homesAmong(accountIds: readonly string[]): Promise<string[]>
  /** the lists among these that will have it, with their owners */
  listsAmong(listIds: readonly string[]): Promise<{ id: string; ownerId: string }[]>
}

/** For streams, which bring a status before it is pulled; null for a status that is not pulled. */
export async function futureReadersOf(db: Db, statusId: string): Promise<FutureReaders | null> {
  const status = await findPulled(db, statusId)
  if (status === null) return null
  return {
    async homesAmong(ids) {
      const asked = await homeParamsAmong(db, status, { ids, now: status.created_at })
      const { position } = status
      const rows = await homes[shapeOf(status)](db, { ...asked, position, listIds: [] })
      return rows.map((row) => row.account_id)
    },
    async listsAmong(listIds) {
      const owners = await ownersOf(db, { listIds })
      const ids = owners.map((row) => row.account_id)
      const asked = await recipientParamsAmong(db, status, { ids, now: status.created_at })
      return lists[shapeOf(status)](db, { ...asked, position: status.position, listIds })
    },
  }
}

const ownersOf = prepared((db, p: { listIds: readonly string[] }) =>
  db
    .selectFrom('list')
    .select('account_id')
    .distinct()
    .where(idIn(db, 'id', p.listIds)),
)
