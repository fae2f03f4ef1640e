import type { JsonSchema } from './json-schema.ts'

/**
 * Enumerated values of parameters whose schema accepts any text, because the domain code words the
 * error: by name, or by operation and name if the name has other meanings elsewhere.
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

/** Adds the enumerated values, if the parameter has any. */
export function withValues(operation: string, name: string, schema: JsonSchema): JsonSchema {
  const values = PARAMETER_VALUES[`${operation} ${name}`] ?? PARAMETER_VALUES[name]
  return values !== undefined && schema.type === 'string' ? { ...schema, enum: values } : schema
}
