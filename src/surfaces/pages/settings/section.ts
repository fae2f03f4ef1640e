import type { FastifyReply } from 'fastify'
import type { App } from '../../../kernel/core/app.ts'
import type { BucketName } from '../../../kernel/http/rate-limits/buckets.ts'
import type { Server } from '../../../kernel/http/routes.ts'
import type { SafeHtml } from '../../../kernel/text/html.ts'
import { type Text, t } from '../../../kernel/text/messages.ts'
import type { AssetName } from '../assets.ts'
import type { SignedIn } from '../frame/signed-in.ts'
import type { FrontDoor } from '../frame/visitor.ts'

/** One page of the settings, with the forms on it. */
export interface SettingsSection {
  /** path of its page */
  path: string
  title: Text
  /** one line under the title in the list of all sections */
  summary: Text
  group: keyof typeof GROUPS
  /** addresses that redirect to it: from earlier versions, and those that clients know from Mastodon */
  alsoAt?: readonly string[]
  /** adds the section's routes: at least the page at `path` */
  register(frame: SettingsFrame): void
}

/** Groups in the order of the list. */
export const GROUPS = {
  profile: t('Profile and preferences'),
  account: t('Account and security'),
  data: t('Moving and data'),
} as const

/** Helpers with which a section builds its pages; all of them require a signed-in user. */
export interface SettingsFrame {
  readonly app: App
  readonly server: Server
  readonly door: FrontDoor
  /** adds a GET route */
  page(route: PageRoute): void
  /** adds the route of a form; rejects a form that no page of this server made */
  form(route: FormRoute): void
  /** shows a page of the section in the frame */
  show(caller: SignedIn, page: SectionPage): Promise<FastifyReply>
}

interface PageRoute {
  /** default: the section's own */
  path?: string
  /** requires the password, unless it was given within the last minutes */
  fresh?: boolean
  /** also open to suspended and frozen users */
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
  /** as above; the submitted values are lost */
  fresh?: boolean
  /** as above */
  barred?: boolean
  submit(caller: SignedIn): Promise<FastifyReply>
}

export interface SectionPage {
  /** default: the section's */
  title?: Text
  body: SafeHtml
  /** the page above this one, if that is not the list of all settings */
  up?: { path: string; title: Text }
  /** page of the client (a folder of web/client/pages) that is shown instead where script runs */
  client?: string | undefined
  /** default 200 */
  status?: number
  script?: AssetName
  /** further elements of the document's head */
  head?: SafeHtml
}
