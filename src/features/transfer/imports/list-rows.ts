import type { Tx } from '../../../kernel/core/tx.ts'
import { createList, type ListInput } from '../../lists/lists.ts'
import { addMembers, removeMembers } from '../../lists/members.ts'
import { membersAmong } from '../../lists/queries.ts'
import { followAccount } from '../../relationships/follows.ts'
import { findFollow, type Pair } from '../../relationships/queries.ts'
import type { Action } from './action.ts'

/** Creates missing lists and follows their members, as in Mastodon. */
export const listAction: Action = {
  async add(tx, accountId, memberId, { title }) {
    const listId = await listOf(tx, accountId, { title: String(title) })
    if ((await membersAmong(tx.db, listId, [memberId])).length > 0) return
    const pair = { accountId, targetId: memberId }
    if (memberId !== accountId && !(await isTied(tx, pair))) await followAccount(tx, pair)
    await addMembers(tx, { ownerId: accountId, listId, accountIds: [memberId] })
  },
  async remove(tx, ownerId, membership) {
    const [listId, memberId] = membership.split(' ') as [string, string]
    await removeMembers(tx, { ownerId, listId, accountIds: [memberId] })
  },
}

async function isTied(tx: Tx, pair: Pair): Promise<boolean> {
  if ((await findFollow(tx.db, 'follow', pair)) !== null) return true
  return (await findFollow(tx.db, 'follow_request', pair)) !== null
}

async function listOf(tx: Tx, accountId: string, input: ListInput & { title: string }) {
  const found = await tx.db
    .selectFrom('list')
    .select('id')
    .where('account_id', '=', accountId)
    .where('title', '=', input.title)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return found?.id ?? (await createList(tx, accountId, input)).id
}
