import type { Subscriber } from '../../kernel/core/subscriber.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { someMembers } from '../lists/queries.ts'
import { HOME } from './feeds.ts'
import { mergeInto } from './merge.ts'
import { removeFromList, removeMembersFromHome } from './remove-entries.ts'

/** Accounts merged in one transaction; jobs merge the rest. */
const MEMBERS_AT_ONCE = 20

interface Filled {
  accountId: string
  listId: string
}

/** Updates lists, and the home timelines behind exclusive lists, when their members change. */
export const subscriber: Subscriber = {
  record: {
    async 'list.members_added'(tx, { accountId, listId, memberIds }) {
      await removeIfExclusive(tx, { accountId, listId })
      if (memberIds.length > MEMBERS_AT_ONCE) return enqueueFill(tx, { accountId, listId }, null)
      for (const memberId of memberIds) await fillWith(tx, { accountId, listId }, memberId)
    },
    async 'list.members_removed'(tx, { accountId, listId, memberIds, exclusive }) {
      await removeFromList(tx.db, listId, memberIds)
      if (exclusive) await mergeHome(tx, accountId, memberIds)
    },
    async 'list.changed'(tx, { accountId, listId, redone }) {
      if (redone.repliesPolicy) {
        await removeFromList(tx.db, listId, null)
        await fillSome(tx, { accountId, listId }, null)
      }
      if (!redone.exclusive || (await removeIfExclusive(tx, { accountId, listId }))) return
      await mergeHome(tx, accountId, await someMembers(tx.db, listId, { after: null, limit: ALL }))
    },
  },
}

/** more than the number of follows that an account can have */
const ALL = 1_000_000

export const jobs: JobHandlers = {
  'lists.fill': {
    async run(app, { accountId, listId, after }) {
      const list = { accountId: String(accountId), listId: String(listId) }
      await app.transact((tx) => fillSome(tx, list, after === null ? null : String(after)))
    },
  },
  'home.readmit': {
    async run(app, { accountId, memberIds }) {
      await app.transact((tx) => mergeHome(tx, String(accountId), memberIds as string[]))
    },
  },
}

function enqueueFill(tx: Tx, list: Filled, after: string | null): void {
  tx.enqueue({ kind: 'lists.fill', payload: { ...list, after } })
}

/** @param after id of the last member merged; null to begin */
async function fillSome(tx: Tx, list: Filled, after: string | null): Promise<void> {
  const members = await someMembers(tx.db, list.listId, { after, limit: MEMBERS_AT_ONCE })
  for (const memberId of members) await fillWith(tx, list, memberId)
  if (members.length === MEMBERS_AT_ONCE) enqueueFill(tx, list, members.at(-1)!)
}

async function fillWith(tx: Tx, { accountId, listId }: Filled, memberId: string): Promise<void> {
  await mergeInto(tx, accountId, memberId, (feed) => feed.id === listId)
}

/** @returns whether the list is exclusive */
async function removeIfExclusive(tx: Tx, { accountId, listId }: Filled): Promise<boolean> {
  const list = await tx.db
    .selectFrom('list')
    .select('exclusive')
    .where('id', '=', listId)
    .executeTakeFirst()
  if (list?.exclusive !== true) return false
  await removeMembersFromHome(tx.db, { accountId, listId })
  return true
}

/** Merges accounts into home again unless another exclusive list contains them. */
async function mergeHome(tx: Tx, accountId: string, memberIds: readonly string[]): Promise<void> {
  for (const memberId of memberIds.slice(0, MEMBERS_AT_ONCE)) {
    await mergeInto(tx, accountId, memberId, (feed) => feed.kept === HOME)
  }
  const rest = memberIds.slice(MEMBERS_AT_ONCE)
  if (rest.length > 0) {
    tx.enqueue({ kind: 'home.readmit', payload: { accountId, memberIds: rest } })
  }
}
