export const ACTIVITY_JSON = 'application/activity+json'
const LINKED_DATA = 'application/ld+json'
const PROFILE = 'https://www.w3.org/ns/activitystreams'

/** The `Accept` header of requests for Activity Streams. */
export const ACCEPT = `${ACTIVITY_JSON}, ${LINKED_DATA}; profile="${PROFILE}"`

/**
 * Whether a response claims to be Activity Streams. Other types are not trusted, as servers use them for
 * uploaded files (A10).
 *
 * @see https://www.w3.org/TR/activitystreams-core/#media-type
 */
export function isActivityJson(contentType: string | undefined): boolean {
  const [type = '', ...params] = (contentType ?? '').split(';').map((part) => part.trim())
  if (type.toLowerCase() === ACTIVITY_JSON) return true
  if (type.toLowerCase() !== LINKED_DATA) return false
  const profile = params.map((param) => /^profile=(?:"([^"]*)"|(.*))$/i.exec(param)).find(Boolean)
  return (profile?.[1] ?? profile?.[2] ?? '').split(' ').includes(PROFILE)
}

/** Content types of received activities. */
export const ACTIVITY_TYPES = [ACTIVITY_JSON, LINKED_DATA, 'application/json']
