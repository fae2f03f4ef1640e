import { findAccountByHandle } from '../accounts/handles.ts'
import { missingUnder } from '../accounts/local.ts'
import { renderAccounts } from '../accounts/serializer.ts'
import type { App } from '../app.ts'
import { Gone, NotFound } from '../errors.ts'
import { accountStatusesPage } from '../statuses/account-lists.ts'
import { renderHeads } from '../statuses/serializer.ts'
import { findTagId } from '../tags/tags.ts'
import { type AccountEntity, parseEntities, type StatusEntity } from './public-entities.ts'
import { FEED_SIZE } from './public-feeds.ts'
import type { ProfileTab } from './public-profile-view.ts'
import { loadPage, pageFrom } from './public-statuses-list.ts'

const MAX_PINNED = 5

/**
 * The account that a profile's address names.
 * @param name as the address has it: with its domain if it is of another server
 * @throws NotFound, also while it waits for confirmation or approval (S-277)
 * @throws Gone if it is suspended, or ours and deleted
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

/** Which of an account's statuses a page shows. */
export interface WantedStatuses {
  /** null: those under a tag */
  tab: ProfileTab | null
  tag?: string
  /** of the last status of the page before */
  maxId: string | undefined
}

export interface ProfileStatuses {
  pinned: StatusEntity[]
  statuses: StatusEntity[]
  /** where the next page begins, or null */
  next: string | null
}

const ALL = {
  onlyMedia: false,
  excludeReplies: false,
  excludeReblogs: false,
  excludeDirect: false,
  pinned: false,
}

/** A page of those of an account's statuses that everybody may see. */
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
  const pinned = parseEntities<StatusEntity>(await renderHeads(app, null, pins))
  return { pinned, ...(await loadPage(app, found)) }
}

/** What an account's feed holds: its own posts, without answers to others and boosts. */
export async function loadFeedStatuses(app: App, accountId: string): Promise<StatusEntity[]> {
  const found = await accountStatusesPage(
    app,
    { accountId, viewerId: null, tagId: null, now: app.clock() },
    { ...ALL, excludeReplies: true, excludeReblogs: true },
    { ...pageFrom(undefined), limit: FEED_SIZE },
  )
  return (await loadPage(app, found)).statuses
}
