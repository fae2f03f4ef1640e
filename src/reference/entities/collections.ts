import { Type } from '../../http/schema.ts'
import {
  closed,
  count,
  flag,
  id,
  language,
  listOf,
  nullable,
  oneOf,
  optional,
  ref,
  text,
  time,
  url,
} from './kinds.ts'

const CollectionItem = closed({
  id,
  account_id: optional(id),
  state: oneOf('pending', 'accepted', 'rejected', 'revoked'),
  created_at: time,
})

const AnnualReport = closed({
  year: Type.Integer(),
  data: closed({
    archetype: oneOf('lurker', 'booster', 'pollster', 'replier', 'oracle'),
    time_series: listOf(closed({ month: Type.Integer(), statuses: count, followers: count })),
    top_hashtags: listOf(closed({ name: text, count })),
    top_statuses: closed({
      by_reblogs: nullable(id),
      by_replies: nullable(id),
      by_favourites: nullable(id),
    }),
  }),
  schema_version: Type.Literal(2),
  share_url: nullable(url),
  account_id: id,
})

/** Entities of collections, of the profile as it is edited and of reports of a year. */
export const collectionEntities = {
  Collection: closed({
    id,
    account_id: id,
    uri: url,
    url: nullable(url),
    name: text,
    description: text,
    language: nullable(language),
    local: flag,
    sensitive: flag,
    discoverable: flag,
    tag: nullable(closed({ name: text, url })),
    item_count: count,
    items: listOf(CollectionItem),
    created_at: time,
    updated_at: time,
  }),
  CollectionItem,
  CollectionReply: closed({ collection: ref('Collection') }),
  CollectionsReply: closed({ collections: listOf(ref('Collection')) }),
  CollectionItemReply: closed({ collection_item: ref('CollectionItem') }),
  CollectionWithAccounts: closed({
    collection: ref('Collection'),
    accounts: listOf(ref('Account')),
  }),
  AnnualReportState: closed({ state: oneOf('available', 'generating', 'eligible', 'ineligible') }),
  Profile: closed({
    id,
    display_name: text,
    note: text,
    fields: listOf(closed({ name: text, value: text, verified_at: nullable(time) })),
    avatar: nullable(url),
    avatar_static: nullable(url),
    avatar_description: text,
    header: nullable(url),
    header_static: nullable(url),
    header_description: text,
    locked: flag,
    bot: flag,
    hide_collections: nullable(flag),
    discoverable: nullable(flag),
    indexable: flag,
    show_media: flag,
    show_media_replies: flag,
    show_featured: flag,
    attribution_domains: listOf(text),
    featured_tags: listOf(ref('FeaturedTag')),
  }),
  AnnualReport,
  WrappedAnnualReports: closed({
    annual_reports: listOf(AnnualReport),
    accounts: listOf(ref('Account')),
    statuses: listOf(ref('Status')),
  }),
}
