import { type Shape, visit } from './own-shapes.ts'

const PREVIEW_CARD: Record<string, Shape> = {
  language: { type: ['string', 'null'] },
  image_description: { type: 'string' },
  // empty if there is none
  author_url: { type: 'string' },
  provider_url: { type: 'string' },
  embed_url: { type: 'string' },
}

/** Members that Mastodon's servers send, but its interface description omits (S-540, S-544, S-547). */
const MISSING: Record<string, Record<string, Shape>> = {
  AdminEmailDomainBlock: { allow_with_approval: { type: 'boolean' } },
  // ours
  AdminReport: { collections: { type: 'array' }, deleted_status_ids: { type: 'array' } },
  // ours
  AdminTag: { listable: { type: 'boolean' } },
  MediaAttachment: {
    preview_remote_url: { type: ['string', 'null'] },
    text_url: { type: ['string', 'null'] },
  },
  MetaDetails: { size: { type: 'string' } },
  Notification: {
    filtered: { type: 'boolean' },
    annual_report: { type: 'object' },
    // as in Pleroma
    emoji: { type: 'string' },
    emoji_url: { type: ['string', 'null'] },
  },
  NotificationFallback: { description: { type: 'string' } },
  NotificationGroup: { collection: { type: 'object' }, annual_report: { type: 'object' } },
  NotificationPolicy: { for_bots: { enum: ['accept', 'filter', 'drop'] } },
  Preferences: {
    'posting:default:quote_policy': { enum: ['public', 'followers', 'nobody'] },
    'reading:autoplay:gifs': { type: 'boolean' },
  },
  // as in https://docs.joinmastodon.org/entities/Profile/
  Profile: {
    featured_tags: { type: 'array' },
    // since 4.7
    formatted_note: { type: 'string' },
    formatted_fields: { type: 'array' },
  },
  PreviewCard: PREVIEW_CARD,
  Role: { position: { type: 'integer' } },
  // ours: why it could not be published, and the first of its thread
  ScheduledStatus: { error: { type: 'string' }, thread_id: { type: 'string' } },
  // ours, as in Pleroma
  Status: { emoji_reactions: { type: 'array' } },
  Suggestion: { source: { type: 'string' } },
  TrendsLink: PREVIEW_CARD,
  // since 4.7
  V1NotificationPolicy: { filter_bots: { type: 'boolean' } },
  WebPushSubscription: { policy: { enum: ['all', 'followed', 'follower', 'none'] } },
}

/** S-544 */
const MISSING_VALUES: Record<string, string[]> = {
  NotificationTypeEnum: ['annual_report', 'pleroma:emoji_reaction'],
  NotificationGroupTypeEnum: [
    ...['added_to_collection', 'collection_update', 'pleroma:emoji_reaction'],
  ],
}

/** Objects with further members, whose names come from the server or a recording. */
const OPEN = new Set([
  'MediaAttachment.meta',
  'Instance.api_versions',
  // the standard permits further members
  'DiscoverOauthServerConfigurationResponse',
  'V1Instance.configuration',
  'V1Instance.configuration.accounts',
  'V1Instance.configuration.media_attachments',
])

/**
 * Corrects the schemas of Mastodon's interface description according to section N of behaviours.md: adds missing
 * members, takes from `own` which members may be absent or null, and closes the schemas, so that a misspelt name is
 * detected.
 */
export function correctShapes(shapes: Record<string, Shape>, own: Record<string, Shape>): void {
  inherit(shapes, 'AdminTag', 'Tag')
  shortenFilters(shapes)
  for (const [name, properties] of Object.entries(MISSING))
    Object.assign(shapes[name]?.properties ?? {}, properties)
  for (const [name, values] of Object.entries(MISSING_VALUES)) {
    const known = shapes[name]
    if (Array.isArray(known?.enum)) known.enum.push(...values)
  }
  for (const [name, shape] of Object.entries(shapes)) {
    visit(shape, correctNull)
    const counterpart = own[name] ?? own[name.replace(/^(V1|Trends|Admin)(?=[A-Z])/, '$1::')]
    if (counterpart !== undefined) correctPresence(shape, counterpart)
    close(shape, name)
  }
  // every id of an entity is text (S-010), and clients read this one as text
  const scheduled = shapes.ScheduledStatus?.properties?.params?.properties
  if (scheduled !== undefined) {
    scheduled.in_reply_to_id = { type: ['string', 'null'] }
    scheduled.allowed_mentions = { type: ['array', 'null'] }
  }
  // S-550
  const subscription = shapes.WebPushSubscription?.properties
  if (subscription !== undefined) subscription.id = { type: 'integer' }
  const configuration = shapes.Instance?.properties?.configuration?.properties
  if (configuration !== undefined) {
    configuration.vapid ??= { type: 'object' }
    // ours: where GIFs are searched
    configuration.gifs = { type: 'object' }
  }
  const { content: _, ...properties } = shapes.Status?.properties ?? {}
  const required = shapes.Status?.required?.filter((attribute) => attribute !== 'content') ?? []
  shapes.DeletedStatus = { ...shapes.Status, properties, required: [...required, 'text'] }
}

function inherit(shapes: Record<string, Shape>, name: string, from: string): void {
  const [heir, parent] = [shapes[name], shapes[from]]
  if (heir === undefined || parent === undefined) return
  heir.properties = { ...parent.properties, ...heir.properties }
  heir.required = [...(parent.required ?? []), ...(heir.required ?? [])]
}

/** S-090: a result names its filter without that filter's keywords and statuses. */
function shortenFilters({ Filter, FilterResult }: Record<string, Shape>): void {
  if (Filter === undefined || FilterResult?.properties === undefined) return
  const { keywords: _, statuses: __, ...properties } = structuredClone(Filter.properties ?? {})
  FilterResult.properties.filter = { ...Filter, properties }
}

/** A reference beside `"type": [..., "null"]` forbids null, and several schemas of `oneOf` may match. */
function correctNull(shape: Shape): void {
  if (shape.oneOf !== undefined) {
    shape.anyOf = shape.oneOf
    delete shape.oneOf
  }
  if (shape.$ref !== undefined && Array.isArray(shape.type) && shape.type.includes('null')) {
    shape.anyOf = [{ $ref: shape.$ref }, { type: 'null' }]
    delete shape.$ref
    delete shape.type
  }
}

/** S-541 */
function correctPresence(shape: Shape, own: Shape): void {
  const required = new Set(own.required)
  for (const [name, property] of Object.entries(shape.properties ?? {})) {
    const counterpart = own.properties?.[name]
    if (counterpart === undefined) continue
    if (!allowsNull(counterpart)) forbidNull(property)
    else if (property.$ref !== undefined) {
      property.anyOf = [{ $ref: property.$ref }, { type: 'null' }]
      delete property.$ref
    } else if (typeof property.type === 'string') property.type = [property.type, 'null']
    correctPresence(property, counterpart)
  }
  if (shape.properties === undefined || own.properties === undefined) return
  const known = Object.keys(shape.properties)
  shape.required = known.filter((name) => {
    return Object.hasOwn(own.properties ?? {}, name)
      ? required.has(name)
      : shape.required?.includes(name)
  })
}

function allowsNull(shape: Shape): boolean {
  return shape.type === 'null' || (shape.anyOf ?? []).some(allowsNull)
}

function forbidNull(shape: Shape): void {
  if (Array.isArray(shape.type)) shape.type = shape.type.filter((type) => type !== 'null')
  if (shape.anyOf !== undefined) shape.anyOf = shape.anyOf.filter((part) => part.type !== 'null')
}

function close(shape: Shape, path: string): void {
  if (shape.properties !== undefined && shape.allOf === undefined && !OPEN.has(path)) {
    shape.additionalProperties ??= false
  }
  for (const [name, property] of Object.entries(shape.properties ?? {})) {
    close(property, `${path}.${name}`)
  }
  if (shape.items !== undefined) close(shape.items, path)
}
