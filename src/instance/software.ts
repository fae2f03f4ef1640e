import manifest from '../../package.json' with { type: 'json' }

/** What NodeInfo and the instance documents call this server. */
export const SOFTWARE = {
  name: 'rookery',
  version: manifest.version,
} as const

/** How this server names itself to those whom it calls. */
export function userAgentOf(origin: string): string {
  return `${SOFTWARE.name}/${SOFTWARE.version} (+${origin}/)`
}

/**
 * `version` of the instance documents: clients look for the number of the Mastodon release whose
 * entities they get (S-074).
 */
export const INSTANCE_VERSION = `4.6.0 (compatible; Rookery ${SOFTWARE.version})`

/**
 * `api_versions.mastodon`, by which clients decide what to call (S-303). 11 is Mastodon 4.6.1: grouped
 * notifications, quotes, collections and the edited profile are all there.
 *
 * @see https://docs.joinmastodon.org/entities/Instance/#api_versions
 */
export const API_VERSION = 11
