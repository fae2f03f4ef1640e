import type { FastifyRequest } from 'fastify'
import { BadRequest, Forbidden, Unauthorized } from '../base/errors.ts'
import type { App } from '../core/app.ts'
import { clientAddress, clientNetwork } from '../http/client-address.ts'
import type { RemoteActor } from './inbox.ts'
import type { SignedRequest } from './signatures/request.ts'
import {
  isSigned,
  readSignatures,
  verifyByKnownKey,
  verifySignatures,
} from './signatures/verify.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** no shared cache may store the response, as others may not see it */
    onlyForSigned: boolean
  }
}

/** The requester of a document. */
export interface DocumentRequester {
  /** owner of the key that signed the request; null if unsigned, signed by an unknown key, or suspended here (A117) */
  viewer: RemoteActor | null
}

/**
 * Checks a request for a document. Every route that answers with Activity Streams calls it first, except
 * routes that must stay open for key lookups.
 *
 * In secure mode and limited federation the request must be signed, and an unknown key is fetched. In
 * other modes an invalid signature counts as none, and no key is fetched.
 *
 * @throws Unauthorized without a valid signature where one is required (S-415)
 * @throws Forbidden for a domain that we do not federate with, or a suspended actor where a signature is required
 * @throws BadRequest, Unreachable as S-416 says
 */
export async function checkDocumentAccess(
  app: App,
  request: FastifyRequest,
): Promise<DocumentRequester> {
  request.onlyForSigned = needsSignature(app)
  const signed = signedRequestOf(request)
  if (request.onlyForSigned) {
    const { owner } = await verifySignatures(app, readSignatures(app, signed), senderOf(request))
    const viewer = await unlessSuspended(app, owner)
    if (viewer === null) throw new Forbidden()
    return { viewer }
  }
  return { viewer: isSigned(signed) ? await knownViewer(app, signed) : null }
}

/**
 * The same check for documents that need a signature in every mode.
 * @throws as `checkDocumentAccess` does where a signature is required
 */
export async function requireSignedRequest(
  app: App,
  request: FastifyRequest,
): Promise<RemoteActor> {
  request.onlyForSigned = true
  const claims = readSignatures(app, signedRequestOf(request))
  const { owner } = await verifySignatures(app, claims, senderOf(request))
  return owner
}

/** The network that a request comes from, as far as it can be known. */
export function senderOf(request: FastifyRequest): string {
  return clientNetwork(clientAddress(request))
}

function signedRequestOf(request: FastifyRequest): SignedRequest {
  return {
    method: request.raw.method ?? 'GET',
    target: request.raw.url ?? '/',
    headers: request.headers,
    body: null,
  }
}

/** Whether requests for documents must be signed. */
export function needsSignature({ config }: Pick<App, 'config'>): boolean {
  return config.secureMode || config.limitedFederationMode
}

/** An actor that the staff suspended sees what everybody sees, though posts for few have named it. */
async function unlessSuspended(app: App, owner: RemoteActor): Promise<RemoteActor | null> {
  const actor = await app.federation.actors.findActor(app, owner.uri)
  return actor === null || actor.suspended ? null : owner
}

async function knownViewer(app: App, signed: SignedRequest): Promise<RemoteActor | null> {
  try {
    const key = await verifyByKnownKey(app, readSignatures(app, signed))
    return key === null ? null : await unlessSuspended(app, key.owner)
  } catch (error) {
    if (error instanceof BadRequest || error instanceof Unauthorized) return null
    throw error
  }
}
