import { verify as verifyBytes } from 'node:crypto'
import type { LRUCache } from 'lru-cache'
import { Forbidden, Unauthorized } from '../../base/errors.ts'
import { createLruCache } from '../../cache/lru-cache.ts'
import type { App, CachedValue } from '../../core/app.ts'
import type { ActorKey } from '../actor-directory.ts'
import { readCavage } from './cavage.ts'
import { fetchKey, findKnownKey, refreshKey } from './find-key.ts'
import type { Claim, SignedRequest } from './request.ts'
import { readRfc9421 } from './rfc9421.ts'

const MOST_OPEN = 5000

/**
 * Reads the signatures of a request and checks everything but their keys: covered parts, time and body
 * digest. Costs one hash and no request to another server.
 *
 * @returns at least one; a single valid one is enough
 * @throws BadRequest if they are malformed
 * @throws Unauthorized if there is none, or none is usable
 */
export function readSignatures(app: App, request: SignedRequest): Claim[] {
  const { headers } = request
  if (headers['signature-input'] !== undefined) {
    return readRfc9421(request, app.config, app.clock())
  }
  if (headers.signature === undefined) throw new Unauthorized('The request is not signed')
  return [readCavage(request, app.config, app.clock())]
}

/** Whether a request has a signature, valid or not. */
export function isSigned({ headers }: Pick<SignedRequest, 'headers'>): boolean {
  return headers.signature !== undefined
}

/**
 * The key that made one of the signatures; an unknown key is fetched.
 *
 * @param from the sender's network, whose share of the key budgets is used
 * @throws Unauthorized if none is valid, Forbidden if the key's owner is on a domain that we do not
 * federate with, Unreachable if a key cannot be fetched now (S-416)
 */
export async function verifySignatures(
  app: App,
  claims: readonly Claim[],
  from: string,
): Promise<ActorKey> {
  let problem: unknown
  for (const claim of claims) {
    try {
      const key = await verifyOne(app, claim, from)
      await checkDomain(app, key)
      app.federation.keyBudgets.noteGood(new URL(key.uri).hostname, from)
      return key
    } catch (error) {
      problem = error
    }
  }
  throw problem
}

/** The key of one of the signatures if it is cached or stored; else null. */
export async function verifyByKnownKey(
  app: App,
  claims: readonly Claim[],
): Promise<ActorKey | null> {
  for (const claim of claims) {
    const key = await findKnownKey(app, claim.keyUri)
    if (key === null || !holds(claim, key)) continue
    await checkDomain(app, key)
    return key
  }
  return null
}

async function verifyOne(app: App, claim: Claim, from: string): Promise<ActorKey> {
  const known = await findKnownKey(app, claim.keyUri)
  const key = known ?? (await fetchKey(app, claim.keyUri, from))
  if (holds(claim, key)) return key
  const anew = known === null ? null : await refreshKey(app, known, from)
  if (anew !== null && holds(claim, anew)) return anew
  throw new Unauthorized('The signature does not hold')
}

function holds({ algorithms, texts, signature }: Claim, key: ActorKey): boolean {
  if (!algorithms.includes(key.algorithm)) return false
  const algorithm = key.algorithm === 'rsa' ? 'sha256' : null
  // Node decodes header bytes as Latin-1.
  return texts.some((text) =>
    verifyBytes(algorithm, Buffer.from(text, 'latin1'), key.publicKey, signature),
  )
}

/** Cached keys whose owners we federate with: checked on every request, cleared when the policy changes. */
const openKeys: CachedValue<LRUCache<string, true>> = {
  name: 'keys of open domains',
  load: async () => createLruCache(MOST_OPEN),
}

/** @throws Forbidden */
async function checkDomain(app: App, { uri, owner }: ActorKey): Promise<void> {
  const open = app.cached.peek(openKeys) ?? (await app.cached.get(openKeys))
  if (open.has(uri)) return
  const { actors } = app.federation
  const { host } = new URL(uri)
  if (!(await actors.federatesWith(app, host))) throw new Forbidden()
  if (host !== owner.domain && !(await actors.federatesWith(app, owner.domain))) {
    throw new Forbidden()
  }
  open.set(uri, true)
}
