import { blockAccount, unblockAccount } from '../../relationships/blocks.ts'
import { blockDomain, readBlockedDomain, unblockDomain } from '../../relationships/domain-blocks.ts'
import { followAccount, unfollowAccount } from '../../relationships/follows.ts'
import { muteAccount, unmuteAccount } from '../../relationships/mutes.ts'
import { bookmarkStatus, unbookmarkStatus } from '../../statuses/interact/bookmarks.ts'
import type { ImportType } from '../tables.ts'
import type { Action } from './action.ts'
import { listAction } from './list-rows.ts'

export type TableType = Exclude<ImportType, 'archive'>

/** Imports use the functions behind the API, so the same rules apply. */
export const ACTIONS: Record<TableType, Action> = {
  following: {
    add(tx, accountId, targetId, { showReblogs, notify, languages }) {
      const choices = {
        ...(showReblogs === undefined ? {} : { show_reblogs: showReblogs === true }),
        ...(notify === undefined ? {} : { notify: notify === true }),
        ...(languages === undefined ? {} : { languages: languages as string[] }),
      }
      return followAccount(tx, { accountId, targetId, ...choices })
    },
    remove: (tx, accountId, targetId) => unfollowAccount(tx, { accountId, targetId }),
  },
  blocking: {
    add: (tx, accountId, targetId) => blockAccount(tx, { accountId, targetId }),
    remove: (tx, accountId, targetId) => unblockAccount(tx, { accountId, targetId }),
  },
  muting: {
    add: (tx, accountId, targetId, { hideNotifications = true }) =>
      muteAccount(tx, {
        accountId,
        targetId,
        hideNotifications: hideNotifications === true,
        expiresAt: null,
      }),
    remove: (tx, accountId, targetId) => unmuteAccount(tx, { accountId, targetId }),
  },
  domain_blocking: {
    add: async (tx, accountId, domain) =>
      blockDomain(tx, accountId, readBlockedDomain(tx.config, domain)),
    remove: unblockDomain,
  },
  bookmarks: {
    add: (tx, accountId, statusId) => bookmarkStatus(tx, { accountId, statusId }),
    remove: (tx, accountId, statusId) => unbookmarkStatus(tx, { accountId, statusId }),
  },
  lists: listAction,
}
