import type { FastifyReply } from 'fastify'
import type { App } from '../../app.ts'
import type { BucketName } from '../../http/rate-limits/buckets.ts'
import type { Server } from '../../http/routes.ts'
import type { SafeHtml } from '../../text/html.ts'
import type { AssetName } from '../assets.ts'
import type { SignedIn } from '../signed-in.ts'
import type { FrontDoor } from '../visitor.ts'

/** One page of the settings, with the forms on it. */
export interface SettingsSection {
  /** its address, `/settings/…` */
  path: string
  title: string
  /** one line under the title in the list of all sections */
  summary: string
  group: keyof typeof GROUPS
  /** addresses that lead here: of earlier versions, and those that clients know from Mastodon */
  alsoAt?: readonly string[]
  /** adds its routes: at least the page at `path` */
  register(frame: SettingsFrame): void
}

/** In the order of the list. */
export const GROUPS = {
  profile: 'Profile and preferences',
  account: 'Account and security',
  data: 'Moving and data',
} as const

/** What a section builds its pages with; everything in it is for people who are signed in. */
export interface SettingsFrame {
  readonly app: App
  readonly server: Server
  readonly door: FrontDoor
  /** answers GET */
  page(route: PageRoute): void
  /** answers a form of a page, if it is one of ours */
  form(route: FormRoute): void
  /** shows a page of the section in the frame */
  show(caller: SignedIn, page: SectionPage): Promise<FastifyReply>
}

interface PageRoute {
  /** default: the section's own */
  path?: string
  /** asks for the password first, unless it was given within the last minutes */
  fresh?: boolean
  /** open for who is suspended or frozen, too */
  barred?: boolean
  show(caller: SignedIn): Promise<FastifyReply>
}

interface FormRoute {
  /** default POST */
  method?: 'POST' | 'DELETE'
  path: string
  limits?: readonly BucketName[]
  /** bytes; default 1 MiB */
  maxBody?: number
  /** as above; what was typed is lost */
  fresh?: boolean
  /** as above */
  barred?: boolean
  submit(caller: SignedIn): Promise<FastifyReply>
}

export interface SectionPage {
  /** default: the section's */
  title?: string
  body: SafeHtml
  /** the page above this one, if that is not the list of all settings */
  up?: { path: string; title: string }
  /** default 200 */
  status?: number
  script?: AssetName
}
