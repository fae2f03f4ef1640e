import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { BadRequest, Unauthorized } from '../errors.ts'
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
    /** a shared cache would show its answer to others than those who may have it */
    onlyForSigned: boolean
  }
}

/** Who asks for a document. */
export interface Opened {
  /** whose key signed the request; null if it is not signed, or by a key that is not known here */
  viewer: RemoteActor | null
}

/**
 * Lets a request for a document in. Every route that answers with Activity Streams begins with it,
 * but those that must stay open for keys to be found.
 *
 * In secure mode and limited federation the request must be signed, and a key that is not known is
 * fetched; else a signature that does not hold counts as none, and nobody is asked about it.
 *
 * @throws Unauthorized without a good signature where one is needed (S-415)
 * @throws Forbidden for a domain that we do not federate with
 * @throws BadRequest, Unreachable as S-416 says
 */
export async function openDocument(app: App, request: FastifyRequest): Promise<Opened> {
  request.onlyForSigned = needsSignature(app)
  const signed = signedRequestOf(request)
  if (request.onlyForSigned) {
    const { owner } = await verifySignatures(app, readSignatures(app, signed), senderOf(request))
    return { viewer: owner }
  }
  return { viewer: isSigned(signed) ? await knownViewer(app, signed) : null }
}

/**
 * The same for what only somebody who signs may have, in every mode.
 * @throws as `openDocument` does where a signature is needed
 */
export async function openSignedDocument(app: App, request: FastifyRequest): Promise<RemoteActor> {
  request.onlyForSigned = true
  const claims = readSignatures(app, signedRequestOf(request))
  const { owner } = await verifySignatures(app, claims, senderOf(request))
  return owner
}

/** The network that a request comes from, as far as anybody can know. */
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

/** Whether documents are for those only who sign their requests. */
export function needsSignature({ config }: Pick<App, 'config'>): boolean {
  return config.secureMode || config.limitedFederationMode
}

async function knownViewer(app: App, signed: SignedRequest): Promise<RemoteActor | null> {
  try {
    const key = await verifyByKnownKey(app, readSignatures(app, signed))
    return key?.owner ?? null
  } catch (error) {
    if (error instanceof BadRequest || error instanceof Unauthorized) return null
    throw error
  }
}
