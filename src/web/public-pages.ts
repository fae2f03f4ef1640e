import type { Pages } from './pages.ts'
import { aboutPages } from './public-about-pages.ts'
import { collectionPages } from './public-collection-page.ts'
import { embedPages } from './public-embed.ts'
import { followPages } from './public-follow-page.ts'
import { homePages } from './public-home-page.ts'
import { oEmbedRoutes } from './public-oembed.ts'
import { profilePages } from './public-profile-page.ts'
import { redirectPages } from './public-redirects.ts'
import { siteFiles } from './public-site-files.ts'
import { statusPages } from './public-status-page.ts'
import { tagPages } from './public-tag-page.ts'
import { webEmbedRoutes } from './public-web-embeds.ts'

/** Pages that everybody may look at. */
export const publicPages: readonly Pages[] = [
  homePages,
  aboutPages,
  profilePages,
  followPages,
  statusPages,
  embedPages,
  oEmbedRoutes,
  webEmbedRoutes,
  tagPages,
  collectionPages,
  redirectPages,
  siteFiles,
]
