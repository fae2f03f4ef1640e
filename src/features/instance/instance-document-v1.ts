import { type JsonText, jsonObject, toJson } from '../../kernel/base/json.ts'
import { assetUrl, fileUrl } from '../../kernel/base/urls.ts'
import type { App } from '../../kernel/core/app.ts'
import { sanitizeStatusHtml } from '../../kernel/text/sanitize.ts'
import { DEFAULT_BANNER, type InstanceFacts } from './instance-document.ts'
import { approvalRequired, registrationsOpen } from './registrations.ts'
import { INSTANCE_VERSION } from './software.ts'

/**
 * Renders the instance document for older clients (S-304).
 * @see https://docs.joinmastodon.org/entities/V1_Instance/
 */
export function presentInstanceV1(app: App, facts: InstanceFacts): JsonText {
  const { config } = app
  const { settings, usage } = facts
  const { banner } = settings
  return jsonObject({
    uri: toJson(config.handleDomain),
    title: toJson(settings.title),
    short_description: toJson(settings.description),
    description: toJson(sanitizeStatusHtml(settings.extended_description.content)),
    email: toJson(settings.contact_email),
    version: toJson(INSTANCE_VERSION),
    urls: toJson({ streaming_api: config.origin.replace(/^http/, 'ws') }),
    stats: toJson({
      user_count: usage.users,
      status_count: usage.statuses,
      domain_count: usage.domains,
    }),
    thumbnail: toJson(
      banner === null ? assetUrl(config, DEFAULT_BANNER) : fileUrl(config, banner.key_1x),
    ),
    languages: toJson(settings.languages),
    registrations: toJson(registrationsOpen(settings)),
    approval_required: toJson(approvalRequired(settings)),
    invites_enabled: toJson(facts.invites && !settings.single_user),
    configuration: toJson(facts.limits),
    contact_account: facts.contact,
    rules: toJson(facts.rules),
  })
}
