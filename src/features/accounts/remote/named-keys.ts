import { type FetchOptions, fetchDocument } from '../../../kernel/activitypub/fetch.ts'
import { NotFound } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { RemoteProfile } from './read-actor.ts'
import { readKey } from './read-keys.ts'
import type { FoundKey } from './save-keys.ts'

/** maximum of keys that an actor only names by id: each costs a request */
const MOST_NAMED = 2

/**
 * The keys of an actor; keys that it only names by id are fetched. A fetched key must name the
 * actor as its owner (A02).
 *
 * @throws Unreachable
 */
export async function fetchNamedKeys(
  app: App,
  profile: RemoteProfile,
  options: FetchOptions = {},
): Promise<FoundKey[]> {
  const named = profile.keys.filter(({ key }) => key === null).slice(0, MOST_NAMED)
  const found = profile.keys.flatMap(({ uri, key }) => (key === null ? [] : [{ uri, ...key }]))
  for (const { uri } of named) {
    const key = await fetchKeyDocument(app, uri, profile.uri, options)
    if (key !== null) found.push(key)
  }
  return found
}

async function fetchKeyDocument(
  app: App,
  uri: string,
  actorUri: string,
  options: FetchOptions,
): Promise<FoundKey | null> {
  try {
    const listed = readKey(await fetchDocument(app, uri, options), actorUri)
    return listed?.key == null || listed.uri !== uri ? null : { uri, ...listed.key }
  } catch (error) {
    if (error instanceof NotFound) return null
    throw error
  }
}
