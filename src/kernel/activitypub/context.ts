import type { Document } from './as2.ts'

const ACTIVITY_STREAMS = 'https://www.w3.org/ns/activitystreams'
/** `publicKey`, `owner`, `publicKeyPem` */
const SECURITY = 'https://w3id.org/security/v1'
const MULTIKEY = 'https://w3id.org/security/multikey/v1'

const idOnly = (id: string) => ({ '@id': id, '@type': '@id' })

/** Namespaces of the terms below. */
const PREFIXES: Record<string, string> = {
  fedibird: 'http://fedibird.com/ns#',
  gts: 'https://gotosocial.org/ns#',
  litepub: 'http://litepub.social/ns#',
  misskey: 'https://misskey-hub.net/ns#',
  ostatus: 'http://ostatus.org#',
  schema: 'http://schema.org#',
  toot: 'http://joinmastodon.org/ns#',
}

/** Terms beyond Activity Streams, used as property names or as types. */
const TERMS: Record<string, string | Record<string, string>> = {
  Emoji: 'toot:Emoji',
  EmojiReact: 'litepub:EmojiReact',
  FeatureAuthorization: 'https://w3id.org/fep/7aa9#FeatureAuthorization',
  FeatureRequest: 'https://w3id.org/fep/7aa9#FeatureRequest',
  FeaturedCollection: 'https://w3id.org/fep/7aa9#FeaturedCollection',
  FeaturedItem: 'https://w3id.org/fep/7aa9#FeaturedItem',
  Hashtag: 'as:Hashtag',
  PropertyValue: 'schema:PropertyValue',
  QuoteAuthorization: 'https://w3id.org/fep/044f#QuoteAuthorization',
  QuoteRequest: 'https://w3id.org/fep/044f#QuoteRequest',
  _misskey_quote: 'misskey:_misskey_quote',
  alsoKnownAs: idOnly('as:alsoKnownAs'),
  // in none of the contexts above; without it other servers do not find the Multikeys
  approvedBy: idOnly('gts:approvedBy'),
  assertionMethod: idOnly('https://w3id.org/security#assertionMethod'),
  atomUri: 'ostatus:atomUri',
  attributionDomains: idOnly('toot:attributionDomains'),
  automaticApproval: idOnly('gts:automaticApproval'),
  blurhash: 'toot:blurhash',
  canFeature: idOnly('https://w3id.org/fep/7aa9#canFeature'),
  canQuote: idOnly('gts:canQuote'),
  conversation: 'ostatus:conversation',
  discoverable: 'toot:discoverable',
  featureAuthorization: idOnly('https://w3id.org/fep/7aa9#featureAuthorization'),
  featured: idOnly('toot:featured'),
  featuredCollections: idOnly('https://w3id.org/fep/7aa9#featuredCollections'),
  featuredObject: idOnly('https://w3id.org/fep/7aa9#featuredObject'),
  featuredTags: idOnly('toot:featuredTags'),
  focalPoint: { '@container': '@list', '@id': 'toot:focalPoint' },
  inReplyToAtomUri: 'ostatus:inReplyToAtomUri',
  indexable: 'toot:indexable',
  interactingObject: idOnly('gts:interactingObject'),
  interactionPolicy: idOnly('gts:interactionPolicy'),
  interactionTarget: idOnly('gts:interactionTarget'),
  manualApproval: idOnly('gts:manualApproval'),
  manuallyApprovesFollowers: 'as:manuallyApprovesFollowers',
  memorial: 'toot:memorial',
  movedTo: idOnly('as:movedTo'),
  quote: idOnly('https://w3id.org/fep/044f#quote'),
  quoteAuthorization: idOnly('https://w3id.org/fep/044f#quoteAuthorization'),
  quoteUri: 'fedibird:quoteUri',
  quoteUrl: 'as:quoteUrl',
  replyAuthorization: idOnly('gts:replyAuthorization'),
  sensitive: 'as:sensitive',
  showFeatured: 'toot:showFeatured',
  showMedia: 'toot:showMedia',
  showRepliesInMedia: 'toot:showRepliesInMedia',
  suspended: 'toot:suspended',
  topic: idOnly('https://w3id.org/fep/7aa9#topic'),
  value: 'schema:value',
  votersCount: 'toot:votersCount',
}

/**
 * Adds the `@context` that the terms of the document need. An existing `@context` stays unchanged.
 * @see https://www.w3.org/TR/json-ld11/#the-context
 */
export function withContext(document: Document): Document {
  if (document['@context'] !== undefined) return document
  const names = new Set<string>()
  collect(document, names)
  return { '@context': contextFor(names), ...document }
}

function contextFor(names: ReadonlySet<string>): unknown {
  const terms: Document = {}
  for (const name of [...names].sort()) {
    const term = TERMS[name]
    if (term === undefined) continue
    const [prefix = ''] = (typeof term === 'string' ? term : term['@id']!).split(':', 1)
    if (PREFIXES[prefix] !== undefined) terms[prefix] = PREFIXES[prefix]
    terms[name] = term
  }
  const context: unknown[] = [ACTIVITY_STREAMS]
  if (names.has('publicKey')) context.push(SECURITY)
  if (names.has('assertionMethod')) context.push(MULTIKEY)
  if (Object.keys(terms).length > 0) context.push(terms)
  return context.length === 1 ? ACTIVITY_STREAMS : context
}

/** Collects property names and types at every depth. */
function collect(value: unknown, names: Set<string>): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, names)
    return
  }
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    names.add(name)
    if (typeof member === 'object') collect(member, names)
    if (name !== 'type') continue
    for (const type of Array.isArray(member) ? member : [member]) names.add(String(type))
  }
}
