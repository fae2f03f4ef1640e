import type { JsonSchema } from './json-schema.ts'

/**
 * Values of parameters whose readers take any text, because what they refuse is answered in words of their
 * own: by name, or by operation and name where the name means other things elsewhere.
 * @see https://docs.joinmastodon.org/methods/
 */
export const PARAMETER_VALUES: Readonly<Record<string, readonly string[]>> = {
  applies_to: ['statuses', 'accounts'],
  filter_action: ['warn', 'hide', 'blur'],
  frequency: ['day', 'month'],
  grant_type: ['authorization_code', 'client_credentials'],
  match: ['all', 'any'],
  policy: ['all', 'followed', 'follower', 'none'],
  quote_approval_policy: ['public', 'followers', 'nobody'],
  replies: ['keep', 'skip'],
  replies_policy: ['followed', 'list', 'none'],
  visibility: ['public', 'unlisted', 'private', 'direct'],
  'GET /api/rookery/v1/admin/appeals status': ['pending', 'approved', 'rejected'],
  'GET /api/v1/directory order': ['active', 'new'],
  'GET /api/v2/admin/accounts origin': ['local', 'remote'],
  'GET /api/v2/search type': ['accounts', 'hashtags', 'statuses'],
  'POST /api/v1/reports category': ['spam', 'legal', 'violation', 'other'],
}

/** A text that is one of few, where it is. */
export function withValues(operation: string, name: string, schema: JsonSchema): JsonSchema {
  const values = PARAMETER_VALUES[`${operation} ${name}`] ?? PARAMETER_VALUES[name]
  return values !== undefined && schema.type === 'string' ? { ...schema, enum: values } : schema
}
