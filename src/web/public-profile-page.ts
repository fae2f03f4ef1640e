import type { FastifyReply } from 'fastify'
import { findAccountByHandle } from '../accounts/handles.ts'
import { renderAccounts } from '../accounts/serializer.ts'
import { accountUrl } from '../addresses.ts'
import type { App } from '../app.ts'
import { Gone, NotFound } from '../errors.ts'
import { Pagination } from '../http/params.ts'
import { Type } from '../http/schema.ts'
import { settings } from '../instance/settings.ts'
import { accountStatusesPage } from '../statuses/account-lists.ts'
import { renderHeads } from '../statuses/serializer.ts'
import { findTagId } from '../tags/tags.ts'
import { html, type SafeHtml } from '../text/html.ts'
import { plainText } from '../text/sanitize.ts'
import { goTo, type Pages } from './pages.ts'
import { fullHandle } from './public-account-parts.ts'
import { type AccountEntity, isLocal, parseEntities, type StatusEntity } from './public-entities.ts'
import { FEED_SIZE, sendFeed } from './public-feeds.ts'
import { gallery } from './public-gallery.ts'
import { NOINDEX, previewTags } from './public-open-graph.ts'
import { createEntrance, type PublicCall, showPublicPage, userOf } from './public-page.ts'
import {
  followForm,
  type ProfileTab,
  profileCard,
  profilePath,
  profileTabs,
} from './public-profile-view.ts'
import { pageFrom, pageOfHeads, pager, statusList } from './public-statuses-list.ts'
import { nameOf } from './public-text.ts'

const MAX_PINNED = 5
const FEED_SUFFIX = /\.rss$/i

const ProfileParams = Type.Object({ username: Type.String() })
const TaggedParams = Type.Object({ username: Type.String(), tag: Type.String() })
const ProfileQuery = Type.Object({ max_id: Pagination.properties.max_id })

export const profilePages: Pages = (server, app, door) => {
  const entrance = createEntrance(app, door)
  server.get(
    '/@:username',
    { schema: { params: ProfileParams, querystring: ProfileQuery } },
    async (request, reply) => {
      const { username } = request.params
      if (FEED_SUFFIX.test(username)) {
        await entrance.checkReader(request, reply)
        return showFeed(app, reply, username.replace(FEED_SUFFIX, ''))
      }
      const call = await entrance.guarded(request, reply)
      if (call === null) return reply
      return showProfile(app, call, { username, tab: '', maxId: request.query.max_id })
    },
  )

  for (const tab of ['with_replies', 'media'] as const) {
    server.get(
      `/@:username/${tab}`,
      { schema: { params: ProfileParams, querystring: ProfileQuery } },
      async (request, reply) => {
        const call = await entrance.guarded(request, reply)
        if (call === null) return reply
        const { username } = request.params
        return showProfile(app, call, { username, tab, maxId: request.query.max_id })
      },
    )
  }

  server.get(
    '/@:username/tagged/:tag',
    { schema: { params: TaggedParams, querystring: ProfileQuery } },
    async (request, reply) => {
      const call = await entrance.guarded(request, reply)
      if (call === null) return reply
      const { username, tag } = request.params
      return showProfile(app, call, { username, tab: null, tag, maxId: request.query.max_id })
    },
  )
}

/** What of a profile is asked for. */
interface Wanted {
  username: string
  /** null: under a tag */
  tab: ProfileTab | null
  tag?: string
  /** of the last status of the page before */
  maxId: string | undefined
}

/**
 * The account that a profile's address names.
 * @param name as the address has it: with its domain if it is of another server
 * @throws NotFound, also while it waits for confirmation or approval (S-277)
 * @throws Gone if it is suspended
 */
export async function getProfile(app: App, name: string): Promise<AccountEntity> {
  const account = await findAccountByHandle(app.db, app.config, name)
  if (account === null || account.activated_at === null) {
    throw new NotFound('There is no such profile')
  }
  if (account.suspended_at !== null) throw new Gone('This account is suspended')
  const [text] = await renderAccounts(app, [account.id])
  if (text === undefined) throw new NotFound('There is no such profile')
  return JSON.parse(text) as AccountEntity
}

async function showProfile(app: App, call: PublicCall, wanted: Wanted): Promise<FastifyReply> {
  const account = await getProfile(app, wanted.username)
  if (!isLocal(account)) return goTo(call.reply, account.url)
  const path = pathOf(account, wanted)
  if (wanted.username !== account.username) return goTo(call.reply, path)
  const drawing = { config: app.config, now: app.clock() }
  const { statuses, pinned, next } = await loadStatuses(app, account, wanted)
  const list =
    wanted.tab === 'media' && statuses.length > 0
      ? gallery(statuses)
      : statusList(drawing, { label: 'Posts', pinned, statuses, empty: nothing(account, wanted) })
  const { title: site } = await app.cached.get(settings)
  const follows = userOf(call) === null ? followForm(app, account) : html``
  return showPublicPage(app, call, {
    title: `${nameOf(account)} (@${fullHandle(app.config, account)})`,
    head: profileHead(app, site, account),
    uri: account.uri,
    body: html`${profileCard(app, account, follows)}
${profileTabs(account, wanted.tab)}
${wanted.tag !== undefined && html`<p class="list-note">Posts with <a href="/tags/${encodeURIComponent(wanted.tag)}">#${wanted.tag}</a></p>`}
${list}
${pager(path, next, wanted.maxId === undefined)}`,
  })
}

function pathOf({ username }: AccountEntity, { tab, tag }: Wanted): string {
  if (tab !== null) return profilePath(username, tab)
  return `/@${username}/tagged/${encodeURIComponent(tag ?? '')}`
}

const ALL = {
  onlyMedia: false,
  excludeReplies: false,
  excludeReblogs: false,
  excludeDirect: false,
  pinned: false,
}

async function loadStatuses(app: App, { id }: AccountEntity, { tab, tag, maxId }: Wanted) {
  const tagId = tag === undefined ? null : await findTagId(app.db, tag)
  if (tag !== undefined && tagId === null) return { statuses: [], pinned: [], next: null }
  const asked = { accountId: id, viewerId: null, tagId, now: app.clock() }
  const wanted = {
    ...ALL,
    onlyMedia: tab === 'media',
    excludeReplies: tab === '',
    excludeReblogs: tab === 'media' || tab === null,
  }
  const found = await accountStatusesPage(app.db, asked, wanted, pageFrom(maxId))
  const { heads, next } = pageOfHeads(found)
  const first = tab === '' && maxId === undefined
  const pinned = { ...pageFrom(undefined), limit: MAX_PINNED }
  const pins = first
    ? await accountStatusesPage(app.db, asked, { ...ALL, pinned: true }, pinned)
    : []
  const entities = parseEntities<StatusEntity>(await renderHeads(app, null, [...pins, ...heads]))
  // pins are never boosts, so none of them is left out
  return { pinned: entities.slice(0, pins.length), statuses: entities.slice(pins.length), next }
}

function nothing(account: AccountEntity, { tab, maxId }: Wanted): SafeHtml {
  if (maxId !== undefined) return html`<p>Nothing older.</p>`
  const what = tab === 'media' ? 'No pictures or recordings' : 'No posts'
  return html`<p>${what} for everybody yet.</p><p class="muted small">What ${nameOf(account)} posts for followers only is not shown here.</p>`
}

function profileHead(app: App, site: string, account: AccountEntity): SafeHtml {
  const { username, avatar_static, avatar_description, uri, noindex } = account
  const title = `${nameOf(account)} (@${fullHandle(app.config, account)})`
  const preview = {
    type: 'profile' as const,
    site,
    title,
    description: plainText(account.note),
    url: accountUrl(app.config, username),
    image: { url: avatar_static, alt: avatar_description, width: 400, height: 400 },
    more: [['profile:username', fullHandle(app.config, account)]] as const,
  }
  return html`${previewTags(preview)}
<link rel="alternate" type="application/rss+xml" title="Posts of ${title}" href="/@${username}.rss">
<link rel="alternate" type="application/activity+json" href="${uri}">
${noindex && NOINDEX}`
}

async function showFeed(app: App, reply: FastifyReply, name: string): Promise<FastifyReply> {
  const account = await getProfile(app, name)
  if (!isLocal(account)) throw new NotFound()
  const heads = await accountStatusesPage(
    app.db,
    { accountId: account.id, viewerId: null, tagId: null, now: app.clock() },
    { ...ALL, excludeReplies: true, excludeReblogs: true },
    { ...pageFrom(undefined), limit: FEED_SIZE },
  )
  const statuses = parseEntities<StatusEntity>(await renderHeads(app, null, heads))
  const url = accountUrl(app.config, account.username)
  const channel = {
    title: `${nameOf(account)} (@${fullHandle(app.config, account)})`,
    description: plainText(account.note) || `Public posts of ${nameOf(account)}`,
    url,
    self: `${url}.rss`,
    image: account.avatar_static,
  }
  return sendFeed(app, { reply, visitor: null }, channel, statuses)
}
