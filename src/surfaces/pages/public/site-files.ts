import { settings } from '../../../features/instance/settings.ts'
import { VIOLET } from '../../../kernel/base/palette.ts'
import { cacheDocument } from '../../../kernel/http/cache-headers.ts'
import { wordsFor } from '../../../kernel/text/catalogues.ts'
import { inWords, t } from '../../../kernel/text/messages.ts'
import { palettesFor } from '../colours.ts'
import type { Pages } from '../pages.ts'
import { manifestIcons } from '../site-icons.ts'
import { isClosed } from './page.ts'

/** paths for signed-in users and for programs */
const NOT_FOR_ROBOTS = ['/api/', '/auth/', '/oauth/', '/setup', '/welcome', '/@*/*/embed']

/** shortcuts in the menu of the installed client's icon */
const SHORTCUTS = [
  { name: t('New post'), url: '/publish' },
  { name: t('Notifications'), url: '/notifications' },
  { name: t('Search'), url: '/search' },
]

/** Registers the client as a share target of the device; sharing opens the composer. */
const SHARE_TARGET = {
  action: '/share',
  method: 'GET',
  enctype: 'application/x-www-form-urlencoded',
  params: { title: 'title', text: 'text', url: 'url' },
}

/** Files at addresses that browsers and search engines request by convention. */
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
    const { title, description, languages, accent_colour } = known
    const colours = (accent_colour === '' ? VIOLET : palettesFor(accent_colour)).usual
    const words = wordsFor(...languages)
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
        background_color: colours.bg[0],
        theme_color: colours.accent[0],
        icons: manifestIcons(known),
        shortcuts: SHORTCUTS.map(({ name, url }) => ({ name: inWords(name, words), url })),
        share_target: SHARE_TARGET,
      }),
    )
  })
}
