import type { JsonText } from '../../kernel/base/json.ts'
import type { App } from '../../kernel/core/app.ts'
import { viewerOf } from '../../kernel/http/auth.ts'
import { Nullable, Upload } from '../../kernel/http/params.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { type Static, Type } from '../../kernel/http/schema.ts'
import { mediaLimits } from '../../kernel/processing/limits.ts'
import { renderCredentials } from './credentials.ts'
import {
  DEFAULT_QUOTE_POLICIES,
  DEFAULT_VISIBILITIES,
  readPostingDefaults,
} from './posting-defaults.ts'
import { changeProfile, type ProfileChange } from './profile.ts'
import { changeProfileWithPictures } from './profile-with-pictures.ts'

const OptionalText = Type.Optional(Type.String())
const OptionalFlag = Type.Optional(Type.Boolean())
const Picture = Type.Optional(Nullable(Type.Union([Upload, Type.String()])))

const oneOf = <Choice extends string>(choices: readonly Choice[]) =>
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
      privacy: oneOf(DEFAULT_VISIBILITIES),
      sensitive: OptionalFlag,
      language: Type.Optional(Nullable(Type.String())),
      quote_policy: oneOf(DEFAULT_QUOTE_POLICIES),
    }),
  ),
})

type Body = Static<typeof EditedProfile> & Pick<Static<typeof ProfileBody>, 'source'>

/** bytes; both pictures as base64, and the texts */
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
      await changeAsAsked(app, id, request.body)
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

/** Applies a client's profile change, including pictures. */
export function changeAsAsked(app: App, accountId: string, body: Body): Promise<void> {
  return changeProfileWithPictures(app, accountId, changeIn(body), body)
}

function changeIn(body: Body): ProfileChange {
  const { avatar: _, header: __, fields_attributes, source, ...plain } = body
  const change: ProfileChange = { ...plain, fields: fields_attributes }
  if (source !== undefined) change.settings = readPostingDefaults(source)
  return change
}
