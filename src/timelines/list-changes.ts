import type { JobHandlers } from '../jobs/handlers.ts'
import { someMembers } from '../lists/queries.ts'
import type { Subscriber } from '../subscriber.ts'
import type { Tx } from '../transact.ts'
import { dropFromList, dropMembersFromHome } from './drop.ts'
import { HOME } from './feeds.ts'
import { mergeInto } from './merge.ts'

/** Accounts that are merged in one transaction; jobs go on with the rest. */
const MEMBERS_AT_ONCE = 20

interface Filled {
  accountId: string
  listId: string
}

/** Keeps the timelines of lists, and what exclusive ones keep from home, true to their members. */
export const subscriber: Subscriber = {
  record: {
    async 'list.members_added'(tx, { accountId, listId, memberIds }) {
      await dropIfExclusive(tx, { accountId, listId })
      if (memberIds.length > MEMBERS_AT_ONCE) return enqueueFill(tx, { accountId, listId }, null)
      for (const memberId of memberIds) await fillWith(tx, { accountId, listId }, memberId)
    },
    async 'list.members_removed'(tx, { accountId, listId, memberIds, exclusive }) {
      await dropFromList(tx.db, listId, memberIds)
      if (exclusive) await bringHome(tx, accountId, memberIds)
    },
    async 'list.changed'(tx, { accountId, listId, redone }) {
      if (redone.repliesPolicy) {
        await dropFromList(tx.db, listId, null)
        await fillSome(tx, { accountId, listId }, null)
      }
      if (!redone.exclusive || (await dropIfExclusive(tx, { accountId, listId }))) return
      await bringHome(tx, accountId, await someMembers(tx.db, listId, { after: null, limit: ALL }))
    },
  },
}

/** more than anybody can follow */
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
      await app.transact((tx) => bringHome(tx, String(accountId), memberIds as string[]))
    },
  },
}

function enqueueFill(tx: Tx, list: Filled, after: string | null): void {
  tx.enqueue({ kind: 'lists.fill', payload: { ...list, after } })
}

/** @param after id of the last member that was merged; null to begin */
async function fillSome(tx: Tx, list: Filled, after: string | null): Promise<void> {
  const members = await someMembers(tx.db, list.listId, { after, limit: MEMBERS_AT_ONCE })
  for (const memberId of members) await fillWith(tx, list, memberId)
  if (members.length === MEMBERS_AT_ONCE) enqueueFill(tx, list, members.at(-1)!)
}

async function fillWith(tx: Tx, { accountId, listId }: Filled, memberId: string): Promise<void> {
  await mergeInto(tx, accountId, memberId, (feed) => feed.id === listId)
}

/** @returns whether the list keeps its members from home */
async function dropIfExclusive(tx: Tx, { accountId, listId }: Filled): Promise<boolean> {
  const list = await tx.db
    .selectFrom('list')
    .select('exclusive')
    .where('id', '=', listId)
    .executeTakeFirst()
  if (list?.exclusive !== true) return false
  await dropMembersFromHome(tx.db, { accountId, listId })
  return true
}

/** Merges accounts into home again, those that no other list keeps from it. */
async function bringHome(tx: Tx, accountId: string, memberIds: readonly string[]): Promise<void> {
  for (const memberId of memberIds.slice(0, MEMBERS_AT_ONCE)) {
    await mergeInto(tx, accountId, memberId, (feed) => feed.kept === HOME)
  }
  const rest = memberIds.slice(MEMBERS_AT_ONCE)
  if (rest.length > 0) {
    tx.enqueue({ kind: 'home.readmit', payload: { accountId, memberIds: rest } })
  }
}
