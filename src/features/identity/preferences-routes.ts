import type { App } from '../../kernel/core/app.ts'
import { viewerOf } from '../../kernel/http/auth.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { Type } from '../../kernel/http/schema.ts'
import { DEFAULT_QUOTE_POLICIES, DEFAULT_VISIBILITIES } from '../accounts/posting-defaults.ts'
import { settings } from '../instance/settings.ts'
import { DIGEST_DAYS } from './digests.ts'
import {
  changePreferences,
  getPreferences,
  MEDIA_CHOICES,
  type PreferenceChanges,
} from './preferences.ts'

const PATH = '/api/rookery/v1/account/preferences'
/** of any name of a language or a time zone */
const MOST = 64

const oneOf = <Choice extends string>(choices: readonly Choice[]) =>
  Type.Optional(Type.Union(choices.map((choice) => Type.Literal(choice))))

const Body = Type.Object({
  locale: Type.Optional(Type.String({ maxLength: MOST })),
  time_zone: Type.Optional(Type.String({ maxLength: MOST, nullable: true })),
  default_privacy: oneOf(DEFAULT_VISIBILITIES),
  default_quote_policy: oneOf(DEFAULT_QUOTE_POLICIES),
  default_language: Type.Optional(Type.String({ maxLength: MOST, nullable: true })),
  default_sensitive: Type.Optional(Type.Boolean()),
  expand_media: oneOf(MEDIA_CHOICES),
  expand_spoilers: Type.Optional(Type.Boolean()),
  autoplay_gifs: Type.Optional(Type.Boolean()),
  digest_days: Type.Optional(Type.Union(DIGEST_DAYS.map((days) => Type.Literal(days)))),
})

/** Preferences that count in every app: Rookery's own, see docs/spec/surface.tsv. */
export const preferencesRoutes: Routes = (server, app) => {
  server.get(PATH, { config: { scope: 'read:accounts' } }, (request) =>
    present(app, viewerOf(request)),
  )

  server.patch(
    PATH,
    { config: { scope: 'write:accounts' }, schema: { body: Body } },
    async (request) => {
      const owner = viewerOf(request)
      await app.transact((tx) => changePreferences(tx, owner, request.body as PreferenceChanges))
      // after the transaction: whatever is cached is loaded on a connection of its own (S-702)
      return present(app, owner)
    },
  )
}

/** With the days after which the owner has people told what they missed; 0: nobody is told. */
async function present(app: App, owner: Parameters<typeof getPreferences>[1]) {
  const { 'digest.after_days': digest_after_days } = await app.cached.get(settings)
  return { ...(await getPreferences(app.db, owner)), digest_after_days }
}
