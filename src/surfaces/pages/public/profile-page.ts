import type { FastifyReply } from 'fastify'
import { parseHandle } from '../../../features/accounts/handles.ts'
import { settings } from '../../../features/instance/settings.ts'
import { NotFound } from '../../../kernel/base/errors.ts'
import { accountUrl } from '../../../kernel/base/urls.ts'
import type { App } from '../../../kernel/core/app.ts'
import { Pagination } from '../../../kernel/http/params.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { html, rich, type SafeHtml } from '../../../kernel/text/html.ts'
import { t } from '../../../kernel/text/messages.ts'
import { plainText } from '../../../kernel/text/sanitize.ts'
import { goTo, type Pages } from '../pages.ts'
import { fullHandle } from './account-parts.ts'
import { type AccountEntity, isLocal } from './entities.ts'
import { sendFeed } from './feeds.ts'
import { gallery } from './gallery.ts'
import { NOINDEX, previewTags } from './open-graph.ts'
import {
  createEntrance,
  leaveFor,
  MAY_LAG,
  type PublicCall,
  showPublicPage,
  showToReader,
  userOf,
} from './page.ts'
import {
  getProfile,
  loadFeedStatuses,
  loadProfileStatuses,
  type WantedStatuses,
} from './profile-data.ts'
import { followForm, profileCard, profilePath, profileTabs } from './profile-view.ts'
import { pager, statusList } from './statuses-list.ts'
import { nameOf } from './text.ts'

const FEED_SUFFIX = /\.rss$/i

const ProfileParams = Type.Object({ username: Type.String() })
const TaggedParams = Type.Object({ username: Type.String(), tag: Type.String() })
const ProfileQuery = Type.Object({ max_id: Pagination.properties.max_id })

export const profilePages: Pages = (server, app, door) => {
  const entrance = createEntrance(app, door)
  server.get(
    '/@:username',
    { ...MAY_LAG, schema: { params: ProfileParams, querystring: ProfileQuery } },
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
      { ...MAY_LAG, schema: { params: ProfileParams, querystring: ProfileQuery } },
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
    { ...MAY_LAG, schema: { params: TaggedParams, querystring: ProfileQuery } },
    async (request, reply) => {
      const call = await entrance.guarded(request, reply)
      if (call === null) return reply
      const { username, tag } = request.params
      return showProfile(app, call, { username, tab: null, tag, maxId: request.query.max_id })
    },
  )
}

/** Parameters of a profile's address. */
interface Wanted extends WantedStatuses {
  username: string
}

async function showProfile(app: App, call: PublicCall, wanted: Wanted): Promise<FastifyReply> {
  // for signed-in users, the client finds remote accounts that this server does not know yet
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
      : statusList(drawing, {
          label: t('Posts'),
          pinned,
          statuses,
          empty: nothing(account, wanted),
        })
  const { title: site } = await app.cached.get(settings)
  const follows = userOf(call) === null ? followForm(app, account) : html``
  return showPublicPage(app, call, {
    title: `${nameOf(account)} (@${fullHandle(app.config, account)})`,
    takenOver: 'profile',
    head: profileHead(app, site, account),
    uri: account.uri,
    body: html`${profileCard(app, account, follows)}
${profileTabs(account, wanted.tab)}
${wanted.tag !== undefined && html`<p class="list-note">${rich('Posts with {tag}', { tag: html`<a href="/tags/${encodeURIComponent(wanted.tag)}">#${wanted.tag}</a>` })}</p>`}
${list}
${pager(path, next, wanted.maxId === undefined)}`,
  })
}

function pathOf({ username }: AccountEntity, { tab, tag }: Wanted): string {
  if (tab !== null) return profilePath(username, tab)
  return `/@${username}/tagged/${encodeURIComponent(tag ?? '')}`
}

function nothing(account: AccountEntity, { tab, maxId }: Wanted): SafeHtml {
  if (maxId !== undefined) return html`<p>${t('Nothing older.')}</p>`
  const none =
    tab === 'media'
      ? t('No pictures or recordings for everybody yet.')
      : t('No posts for everybody yet.')
  return html`<p>${none}</p><p class="muted small">${rich('What {account} posts for followers only is not shown here.', { account: nameOf(account) })}</p>`
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
<link rel="alternate" type="application/rss+xml" title="${t('Posts of {title}', { title })}" href="/@${username}.rss">
<link rel="alternate" type="application/activity+json" href="${uri}">
${noindex && NOINDEX}`
}

async function showFeed(app: App, reply: FastifyReply, name: string): Promise<FastifyReply> {
  const account = await getProfile(app, name)
  if (!isLocal(account)) throw new NotFound()
  const url = accountUrl(app.config, account.username)
  const channel = {
    title: `${nameOf(account)} (@${fullHandle(app.config, account)})`,
    description:
      plainText(account.note) || t('Public posts of {account}', { account: nameOf(account) }),
    url,
    self: `${url}.rss`,
    image: account.avatar_static,
  }
  const statuses = await loadFeedStatuses(app, account.id)
  return sendFeed(app, { reply, visitor: null }, channel, statuses)
}
