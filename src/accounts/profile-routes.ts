import type { App } from '../app.ts'
import type { UserSettings } from '../db/schema.ts'
import { viewerOf } from '../http/auth.ts'
import { Nullable, Upload } from '../http/params.ts'
import type { Routes } from '../http/routes.ts'
import { type Static, Type } from '../http/schema.ts'
import type { JsonText } from '../json.ts'
import { mediaLimits } from '../processing/limits.ts'
import { languageOrNull } from '../text/language.ts'
import { renderCredentials } from './credentials.ts'
import { InvalidFields } from './field-errors.ts'
import { storePicture } from './pictures.ts'
import { changeProfile, type ProfileChange } from './profile.ts'

const OptionalText = Type.Optional(Type.String())
const OptionalFlag = Type.Optional(Type.Boolean())
const Picture = Type.Optional(Nullable(Type.Union([Upload, Type.String()])))

const oneOf = <Choice extends string>(...choices: Choice[]) =>
  Type.Optional(Type.Union(choices.map((choice) => Type.Literal(choice))))

const profileFields = {
  display_name: OptionalText,
  note: OptionalText,
  avatar: Picture,
  avatar_description: OptionalText,
  header: Picture,
  header_description: OptionalText,
  locked: OptionalFlag,
  bot: OptionalFlag,
  discoverable: Type.Optional(Nullable(Type.Boolean())),
  indexable: OptionalFlag,
  hide_collections: OptionalFlag,
  fields_attributes: Type.Optional(
    Type.Array(
      Type.Object({ name: Type.String({ default: '' }), value: Type.String({ default: '' }) }),
      { maxItems: 100 },
    ),
  ),
  attribution_domains: Type.Optional(Type.Array(Type.String(), { maxItems: 1000 })),
}

/** https://docs.joinmastodon.org/methods/profile/#update */
export const EditedProfile = Type.Object({
  ...profileFields,
  show_media: OptionalFlag,
  show_media_replies: OptionalFlag,
  show_featured: OptionalFlag,
})

const ProfileBody = Type.Object({
  ...profileFields,
  source: Type.Optional(
    Type.Object({
      privacy: oneOf('public', 'unlisted', 'private'),
      sensitive: OptionalFlag,
      language: Type.Optional(Nullable(Type.String())),
      quote_policy: oneOf('public', 'followers', 'nobody'),
    }),
  ),
})

type Body = Static<typeof EditedProfile> & Pick<Static<typeof ProfileBody>, 'source'>

/** Both pictures as base64, and the texts. */
export const MAX_PROFILE_BODY = Math.ceil((2 * mediaLimits.profileImageBytes * 4) / 3) + 2 ** 20

export const profileRoutes: Routes = (server, app) => {
  // https://docs.joinmastodon.org/methods/accounts/#update_credentials
  server.patch(
    '/api/v1/accounts/update_credentials',
    {
      config: { scope: 'write:accounts', maxBody: MAX_PROFILE_BODY },
      schema: { body: ProfileBody },
    },
    async (request) => {
      const { id } = viewerOf(request)
      await changeWithPictures(app, id, request.body)
      return renderCredentials(app, id)
    },
  )

  for (const picture of ['avatar', 'header'] as const) {
    // https://docs.joinmastodon.org/methods/profile/#delete-profile-avatar
    server.delete(
      `/api/v1/profile/${picture}`,
      { config: { scope: 'write:accounts' } },
      async (request): Promise<JsonText> => {
        const { id } = viewerOf(request)
        const none = { key: null, staticKey: null }
        await app.transact((tx) => changeProfile(tx, id, { [picture]: none }))
        return renderCredentials(app, id)
      },
    )
  }
}

/**
 * Changes a profile and its pictures. Files are stored before the transaction that names them; if it
 * fails they go again.
 */
export async function changeWithPictures(app: App, accountId: string, body: Body): Promise<void> {
  const change = changeIn(body)
  const stored: string[] = []
  try {
    for (const kind of ['avatar', 'header'] as const) {
      const sent = body[kind]
      if (sent !== undefined) change[kind] = await storePicture(app, kind, sent, stored)
    }
    await app.transact((tx) => changeProfile(tx, accountId, change))
  } catch (error) {
    for (const key of stored) await app.storage.remove(key)
    throw error
  }
}

function changeIn(body: Body): ProfileChange {
  const { avatar: _, header: __, fields_attributes, source, ...plain } = body
  const change: ProfileChange = { ...plain, fields: fields_attributes }
  if (source !== undefined) change.settings = settingsIn(source)
  return change
}

function settingsIn(source: NonNullable<Body['source']>): Partial<UserSettings> {
  const { privacy, sensitive, language, quote_policy } = source
  return {
    ...(privacy === undefined ? {} : { default_privacy: privacy }),
    ...(sensitive === undefined ? {} : { default_sensitive: sensitive }),
    ...(language === undefined ? {} : { default_language: readLanguage(language) }),
    ...(quote_policy === undefined ? {} : { default_quote_policy: quote_policy }),
  }
}

/** Blank means that of the interface. */
function readLanguage(text: string | null): string | null {
  if (text === null || text.trim() === '') return null
  const language = languageOrNull(text)
  if (language !== null) return language
  const problem = { error: 'ERR_INVALID', description: 'is no language code' } as const
  throw new InvalidFields({ language: [problem] })
}
