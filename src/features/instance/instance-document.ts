import type { Config } from '../../kernel/base/config.ts'
import { type JsonText, jsonObject, toJson } from '../../kernel/base/json.ts'
import { assetUrl, fileUrl } from '../../kernel/base/urls.ts'
import type { App } from '../../kernel/core/app.ts'
import { sanitizeStatusHtml } from '../../kernel/text/sanitize.ts'
import { currentCampaign } from './donation-campaign.ts'
import { approvalRequired, reasonRequired, registrationsOpen } from './registrations.ts'
import type { RuleEntity } from './rules.ts'
import type { Banner, Icon, Settings } from './settings.ts'
import { API_VERSION, INSTANCE_VERSION } from './software.ts'
import { sourceUrlOf } from './source/routes.ts'
import type { Usage } from './usage.ts'

/** The input of both instance documents. */
export interface InstanceFacts {
  settings: Settings
  rules: RuleEntity[]
  usage: Usage
  /** `accounts`, `statuses`, `media_attachments` and `polls` of the configuration */
  limits: Record<string, object>
  /** every user may create invites */
  invites: boolean
  /** the contact account's entity, or `null` */
  contact: JsonText
}

/**
 * Renders the instance document (S-300…S-303).
 * @see https://docs.joinmastodon.org/entities/Instance/
 */
export function presentInstance(app: App, facts: InstanceFacts): JsonText {
  const { settings, usage } = facts
  const { limitedFederationMode } = app.config
  const campaign = currentCampaign(settings, app.clock())
  const active = limitedFederationMode ? 0 : usage.activeMonth
  return jsonObject({
    domain: toJson(app.config.handleDomain),
    title: toJson(settings.title),
    version: toJson(INSTANCE_VERSION),
    source_url: toJson(sourceUrlOf(app.config, settings)),
    description: toJson(settings.description),
    usage: toJson({ users: { active_month: active } }),
    thumbnail: toJson(presentBanner(app, settings)),
    icon: toJson(presentIcon(app.config, settings)),
    languages: toJson(settings.languages),
    configuration: toJson(configuration(app, facts)),
    registrations: toJson(presentRegistrations(settings)),
    api_versions: toJson({ mastodon: API_VERSION }),
    wrapstodon: toJson(campaign === null ? null : String(campaign)),
    contact: jsonObject({ email: toJson(settings.contact_email), account: facts.contact }),
    rules: toJson(facts.rules),
  })
}

/** Asset used as banner until one is uploaded. */
export const DEFAULT_BANNER = 'header.png'

/** The server's icon in its sizes, or the default icon. */
function presentIcon(config: Config, { icon }: Settings) {
  if (icon === null) return [{ src: assetUrl(config, 'icon-180.png'), size: '180x180' }]
  return presentIconSizes(config, icon)
}

export function presentIconSizes(config: Config, { keys }: Icon) {
  return Object.entries(keys).map(([side, key]) => ({
    src: fileUrl(config, key),
    size: `${side}x${side}`,
  }))
}

/** S-301 */
function presentBanner({ config }: App, { banner }: Settings) {
  if (banner === null) {
    return { url: assetUrl(config, DEFAULT_BANNER), description: 'Rooks in an evening sky' }
  }
  return presentUploadedBanner(config, banner)
}

export function presentUploadedBanner(config: Config, banner: Banner) {
  return {
    url: fileUrl(config, banner.key_1x),
    blurhash: banner.blurhash,
    versions: { '@1x': fileUrl(config, banner.key_1x), '@2x': fileUrl(config, banner.key_2x) },
    description: banner.description,
  }
}

function configuration({ config, keys }: App, { settings, limits }: InstanceFacts) {
  const hasTerms = settings.terms_of_service.content !== ''
  return {
    urls: {
      streaming: config.origin.replace(/^http/, 'ws'),
      status: null,
      about: `${config.origin}/about`,
      privacy_policy: `${config.origin}/privacy-policy`,
      terms_of_service: hasTerms ? `${config.origin}/terms-of-service` : null,
    },
    vapid: { public_key: keys.vapid.publicKey },
    ...limits,
    translation: { enabled: config.translation !== null },
    ...(config.gifs === null ? {} : { gifs: { provider: config.gifs.provider } }),
    timelines_access: presentAccess(settings),
    limited_federation: config.limitedFederationMode,
  }
}

/** S-311 */
function presentAccess(settings: Settings) {
  const access = (feed: 'live' | 'hashtag' | 'trending_link') => ({
    local: settings[`timelines.${feed}.local`],
    remote: settings[`timelines.${feed}.remote`],
  })
  return {
    live_feeds: access('live'),
    hashtag_feeds: access('hashtag'),
    trending_link_feeds: access('trending_link'),
  }
}

/** S-303 */
function presentRegistrations(settings: Settings) {
  const enabled = registrationsOpen(settings)
  const message = sanitizeStatusHtml(settings['registrations.message'])
  return {
    enabled,
    approval_required: approvalRequired(settings),
    reason_required: reasonRequired(settings),
    message: enabled || message === '' ? null : message,
    min_age: settings['registrations.min_age'] || null,
    url: null,
  }
}
