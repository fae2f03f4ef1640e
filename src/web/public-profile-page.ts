import type { FastifyReply } from 'fastify'
import { parseHandle } from '../accounts/handles.ts'
import { accountUrl } from '../addresses.ts'
import type { App } from '../app.ts'
import { NotFound } from '../errors.ts'
import { Pagination } from '../http/params.ts'
import { Type } from '../http/schema.ts'
import { settings } from '../instance/settings.ts'
import { html, type SafeHtml } from '../text/html.ts'
import { plainText } from '../text/sanitize.ts'
import { goTo, type Pages } from './pages.ts'
import { fullHandle } from './public-account-parts.ts'
import { type AccountEntity, isLocal } from './public-entities.ts'
import { sendFeed } from './public-feeds.ts'
import { gallery } from './public-gallery.ts'
import { NOINDEX, previewTags } from './public-open-graph.ts'
import {
  createEntrance,
  leaveFor,
  type PublicCall,
  showPublicPage,
  showToReader,
  userOf,
} from './public-page.ts'
import {
  getProfile,
  loadFeedStatuses,
  loadProfileStatuses,
  type WantedStatuses,
} from './public-profile-data.ts'
import { followForm, profileCard, profilePath, profileTabs } from './public-profile-view.ts'
import { pager, statusList } from './public-statuses-list.ts'
import { nameOf } from './public-text.ts'

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
interface Wanted extends WantedStatuses {
  username: string
}

async function showProfile(app: App, call: PublicCall, wanted: Wanted): Promise<FastifyReply> {
  // whom nobody here knows yet the client finds where they are
  if (parseHandle(app.config, wanted.username)?.domain) {
    const shown = await showToReader(app, call, 'profile')
    if (shown !== null) return shown
  }
  const account = await getProfile(app, wanted.username)
  if (!isLocal(account)) return leaveFor(call.reply, account.url)
  const path = pathOf(account, wanted)
  if (wanted.username !== account.username) return goTo(call.reply, path)
  const drawing = { config: app.config, now: app.clock() }
  const { statuses, pinned, next } = await loadProfileStatuses(app, account.id, wanted)
  const list =
    wanted.tab === 'media' && statuses.length > 0
      ? gallery(statuses)
      : statusList(drawing, { label: 'Posts', pinned, statuses, empty: nothing(account, wanted) })
  const { title: site } = await app.cached.get(settings)
  const follows = userOf(call) === null ? followForm(app, account) : html``
  return showPublicPage(app, call, {
    title: `${nameOf(account)} (@${fullHandle(app.config, account)})`,
    takenOver: 'profile',
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
  const url = accountUrl(app.config, account.username)
  const channel = {
    title: `${nameOf(account)} (@${fullHandle(app.config, account)})`,
    description: plainText(account.note) || `Public posts of ${nameOf(account)}`,
    url,
    self: `${url}.rss`,
    image: account.avatar_static,
  }
  const statuses = await loadFeedStatuses(app, account.id)
  return sendFeed(app, { reply, visitor: null }, channel, statuses)
}
