import type { Pages } from '../pages.ts'
import { aboutPages } from './about-pages.ts'
import { collectionPages } from './collection-page.ts'
import { embedPages } from './embed.ts'
import { followPages } from './follow-page.ts'
import { homePages } from './home-page.ts'
import { oEmbedRoutes } from './oembed.ts'
import { profilePages } from './profile-page.ts'
import { redirectPages } from './redirects.ts'
import { siteFiles } from './site-files.ts'
import { statusPages } from './status-page.ts'
import { tagPages } from './tag-page.ts'
import { webEmbedRoutes } from './web-embeds.ts'

/** Pages that need no sign-in. */
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
