import { cacheDocument } from '../http/cache-headers.ts'
import { settings } from '../instance/settings.ts'
import type { Pages } from './pages.ts'
import { isClosed } from './public-page.ts'
import { manifestIcons } from './site-icons.ts'

/** For people who are signed in, and for programs. */
const NOT_FOR_ROBOTS = ['/api/', '/auth/', '/oauth/', '/setup', '/welcome', '/@*/*/embed']

/** What the icon of the installed client offers. */
const SHORTCUTS = [
  { name: 'New post', url: '/publish' },
  { name: 'Notifications', url: '/notifications' },
  { name: 'Search', url: '/search' },
]

/** The client is among what other apps share with; the composer opens. */
const SHARE_TARGET = {
  action: '/share',
  method: 'GET',
  enctype: 'application/x-www-form-urlencoded',
  params: { title: 'title', text: 'text', url: 'url' },
}

/** Files at addresses that browsers and search engines know. */
export const siteFiles: Pages = (server, app) => {
  server.get('/robots.txt', async (_, reply) => {
    const closed = await isClosed(app)
    const paths = closed ? ['/'] : NOT_FOR_ROBOTS
    const lines = ['User-agent: *', ...paths.map((path) => `Disallow: ${path}`)]
    cacheDocument(reply)
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })

  // https://www.w3.org/TR/appmanifest/
  server.get('/site.webmanifest', async (_, reply) => {
    const known = await app.cached.get(settings)
    const { title, description } = known
    cacheDocument(reply)
    return reply.type('application/manifest+json; charset=utf-8').send(
      JSON.stringify({
        name: title,
        short_name: title.slice(0, 30),
        ...(description === '' ? {} : { description }),
        id: '/home',
        start_url: '/home',
        scope: '/',
        display: 'standalone',
        categories: ['social'],
        background_color: '#f3f2f8',
        theme_color: '#5b46c9',
        icons: manifestIcons(known),
        shortcuts: SHORTCUTS,
        share_target: SHARE_TARGET,
      }),
    )
  })
}
