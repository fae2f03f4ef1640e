import manifest from '../../../package.json' with { type: 'json' }

/** The server's name in NodeInfo and the instance documents. */
export const SOFTWARE = {
  name: 'rookery',
  version: manifest.version,
} as const

/** The User-Agent header of outgoing requests. */
export function userAgentOf(origin: string): string {
  return `${SOFTWARE.name}/${SOFTWARE.version} (+${origin}/)`
}

/**
 * `version` of the instance documents: clients parse the Mastodon release whose entities they get
 * (S-074).
 */
export const INSTANCE_VERSION = `4.6.0 (compatible; Rookery ${SOFTWARE.version})`

/**
 * `api_versions.mastodon`, by which clients choose endpoints (S-303). 11 is Mastodon 4.6.1: grouped
 * notifications, quotes, collections and the editable profile are implemented.
 *
 * @see https://docs.joinmastodon.org/entities/Instance/#api_versions
 */
export const API_VERSION = 11
