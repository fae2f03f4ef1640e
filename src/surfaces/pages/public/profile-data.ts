import { findAccountByHandle } from '../../../features/accounts/handles.ts'
import { missingUnder } from '../../../features/accounts/local.ts'
import { renderAccounts } from '../../../features/accounts/serializer.ts'
import { accountStatusesPage } from '../../../features/statuses/read/account-lists.ts'
import { renderListedStatuses } from '../../../features/statuses/read/serializer.ts'
import { findTagId } from '../../../features/tags/tags.ts'
import { Gone, NotFound } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import { type AccountEntity, parseEntities, type StatusEntity } from './entities.ts'
import { FEED_SIZE } from './feeds.ts'
import type { ProfileTab } from './profile-view.ts'
import { loadPage, pageFrom } from './statuses-list.ts'

const MAX_PINNED = 5

/**
 * The account of a profile's address.
 * @param name as in the address: with its domain if the account is remote
 * @throws NotFound, also while the account waits for confirmation or approval (S-277)
 * @throws Gone if the account is suspended, or local and deleted
 */
export async function getProfile(app: App, name: string): Promise<AccountEntity> {
  const account = await findAccountByHandle(app.db, app.config, name)
  if (account === null && (await missingUnder(app.db, name)) instanceof Gone) {
    throw new Gone('This account was deleted')
  }
  if (account === null || account.activated_at === null) {
    throw new NotFound('There is no such profile')
  }
  if (account.suspended_at !== null) throw new Gone('This account is suspended')
  const [text] = await renderAccounts(app, [account.id])
  if (text === undefined) throw new NotFound('There is no such profile')
  return JSON.parse(text) as AccountEntity
}

/** Selects the statuses of an account for a page. */
export interface WantedStatuses {
  /** null: statuses with a hashtag */
  tab: ProfileTab | null
  tag?: string
  /** id of the last status on the page before */
  maxId: string | undefined
}

export interface ProfileStatuses {
  pinned: StatusEntity[]
  statuses: StatusEntity[]
  /** id after which the next page begins, or null */
  next: string | null
}

const ALL = {
  onlyMedia: false,
  excludeReplies: false,
  excludeReblogs: false,
  excludeDirect: false,
  pinned: false,
}

/** A page of the statuses of an account that are visible to everybody. */
export async function loadProfileStatuses(
  app: App,
  accountId: string,
  { tab, tag, maxId }: WantedStatuses,
): Promise<ProfileStatuses> {
  const tagId = tag === undefined ? null : await findTagId(app.db, tag)
  if (tag !== undefined && tagId === null) return { statuses: [], pinned: [], next: null }
  const asked = { accountId, viewerId: null, tagId, now: app.clock() }
  const wanted = {
    ...ALL,
    onlyMedia: tab === 'media',
    excludeReplies: tab === '',
    excludeReblogs: tab === 'media' || tab === null,
  }
  const found = await accountStatusesPage(app, asked, wanted, pageFrom(maxId))
  const few = { ...pageFrom(undefined), limit: MAX_PINNED }
  const first = tab === '' && maxId === undefined
  const { rows: pins } = first
    ? await accountStatusesPage(app, asked, { ...ALL, pinned: true }, few)
    : { rows: [] }
  const pinned = parseEntities<StatusEntity>(await renderListedStatuses(app, null, pins))
  return { pinned, ...(await loadPage(app, found)) }
}

/** Statuses for an account's feed: its posts without boosts and without replies to others. */
export async function loadFeedStatuses(app: App, accountId: string): Promise<StatusEntity[]> {
  const found = await accountStatusesPage(
    app,
    { accountId, viewerId: null, tagId: null, now: app.clock() },
    { ...ALL, excludeReplies: true, excludeReblogs: true },
    { ...pageFrom(undefined), limit: FEED_SIZE },
  )
  return (await loadPage(app, found)).statuses
}
