import { type TSchema, Type } from 'typebox'
import {
  closed,
  count,
  flag,
  id,
  LEVEL,
  listOf,
  mapOf,
  nullable,
  oneOf,
  optional,
  ref,
  shortTime,
  since,
  text,
  time,
  url,
} from './kinds.ts'

const exactly = (value: number) => Type.Literal(value)
const access = oneOf('public', 'authenticated', 'disabled')
const feed = closed({ local: access, remote: access })

/** S-302; limits that differ between servers are integers, those fixed by the API are constants */
const limits = {
  statuses: closed({
    max_characters: count,
    max_media_attachments: count,
    characters_reserved_per_url: exactly(23),
  }),
  media_attachments: closed({
    description_limit: count,
    image_size_limit: count,
    image_matrix_limit: count,
    video_size_limit: count,
    video_matrix_limit: count,
    video_frame_rate_limit: count,
    supported_mime_types: listOf(text),
  }),
  polls: closed({
    max_options: count,
    max_characters_per_option: count,
    min_expiration: count,
    max_expiration: count,
  }),
}

const accounts = closed({
  max_display_name_length: count,
  max_note_length: count,
  max_avatar_description_length: count,
  max_header_description_length: count,
  max_featured_tags: exactly(10),
  max_pinned_statuses: exactly(5),
  max_profile_fields: count,
  profile_field_name_limit: count,
  profile_field_value_limit: count,
})

const thumbnail = closed({
  url,
  blurhash: optional(nullable(text)),
  versions: optional(closed({ '@1x': optional(url), '@2x': optional(url) })),
  description: optional(nullable(text)),
})

const document = (updated: TSchema) => closed({ updated_at: updated, content: text })

/** Entities that describe the server (S-300…S-309). */
export const instanceEntities = {
  Instance: closed({
    domain: text,
    title: text,
    version: Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+' }),
    source_url: url,
    description: text,
    usage: closed({ users: closed({ active_month: count }) }),
    thumbnail,
    icon: listOf(closed({ src: url, size: Type.String({ pattern: '^\\d+x\\d+$' }) })),
    languages: listOf(text),
    configuration: closed({
      urls: closed({
        streaming: Type.String({ pattern: '^wss?://' }),
        status: nullable(url),
        about: nullable(url),
        privacy_policy: nullable(url),
        terms_of_service: nullable(url),
      }),
      vapid: closed({ public_key: text }),
      accounts,
      ...limits,
      translation: closed({ enabled: flag }),
      // Rookery's own: who finds GIFs, if anybody does
      gifs: optional(closed({ provider: oneOf('giphy', 'klipy') })),
      timelines_access: closed({
        live_feeds: feed,
        hashtag_feeds: feed,
        trending_link_feeds: feed,
      }),
      limited_federation: flag,
    }),
    registrations: closed({
      enabled: flag,
      approval_required: flag,
      reason_required: nullable(flag),
      message: nullable(text),
      min_age: nullable(count),
      url: nullable(url),
    }),
    api_versions: Type.Object({ mastodon: count }, { additionalProperties: Type.Integer() }),
    contact: closed({ email: text, account: nullable(ref('Account')) }),
    rules: listOf(ref('Rule')),
    wrapstodon: since(LEVEL['4.6'], nullable(text)),
  }),
  'V1::Instance': closed({
    uri: Type.String({ pattern: '^[^/]+$' }),
    title: text,
    short_description: text,
    description: text,
    email: text,
    version: Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+' }),
    urls: closed({ streaming_api: Type.String({ pattern: '^wss?://' }) }),
    stats: closed({ user_count: count, status_count: count, domain_count: count }),
    thumbnail: nullable(url),
    languages: listOf(text),
    registrations: flag,
    approval_required: flag,
    invites_enabled: flag,
    configuration: Type.Object({
      accounts: Type.Object({ max_featured_tags: exactly(10) }),
      ...limits,
    }),
    contact_account: nullable(ref('Account')),
    rules: listOf(ref('Rule')),
  }),
  Rule: closed({
    id,
    text,
    hint: text,
    translations: since(LEVEL['4.4'], mapOf(closed({ text, hint: text }))),
  }),
  DomainBlock: closed({
    domain: text,
    digest: Type.String({ pattern: '^[\\da-f]{64}$' }),
    severity: oneOf('silence', 'suspend'),
    comment: optional(nullable(text)),
  }),
  ExtendedDescription: document(nullable(shortTime)),
  PrivacyPolicy: document(shortTime),
  TermsOfService: closed({
    effective_date: text,
    effective: flag,
    content: text,
    succeeded_by: nullable(text),
  }),
  InstanceActivity: closed({
    week: Type.String({ pattern: '^\\d+$' }),
    statuses: Type.String({ pattern: '^\\d+$' }),
    logins: Type.String({ pattern: '^\\d+$' }),
    registrations: Type.String({ pattern: '^\\d+$' }),
  }),
  Language: closed({ code: text, name: text }),
  TranslationLanguages: mapOf(listOf(text)),
  Marker: closed({ last_read_id: text, version: count, updated_at: time }),
  Markers: closed({ home: optional(ref('Marker')), notifications: optional(ref('Marker')) }),
}
