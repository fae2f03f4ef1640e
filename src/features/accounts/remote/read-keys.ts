import { type AsymmetricKeyDetails, createPublicKey } from 'node:crypto'
import type { KeyAlgorithm } from '../../../kernel/activitypub/actor-directory.ts'
import {
  type Document,
  documentOf,
  idOf,
  listOf,
  textOf,
  typesOf,
} from '../../../kernel/activitypub/as2.ts'
import { publicKeyOfMultibase } from '../../../kernel/activitypub/multikey.ts'
import { sameOrigin } from '../../../kernel/net/origin.ts'

/** A key that an actor lists as its own; `key` is null if the actor only names the key's id. */
export interface ListedKey {
  uri: string
  key: PublicKey | null
}

export interface PublicKey {
  algorithm: KeyAlgorithm
  /** SPKI */
  pem: string
}

/** maximum of keys per actor that are read */
const MOST_KEYS = 8
/** bits of RSA keys: shorter ones are insecure, longer ones cost too much CPU */
const RSA_BITS = { least: 1024, most: 8192 }
/** everybody uses 65537; a check with one as long as the key takes a hundred times as long (A111) */
const RSA_EXPONENT = { least: 3n, most: 0xffff_ffffn }
const MAX_PEM = 4096

/**
 * The keys that an actor lists (A02): `publicKey`, one or many, and Multikeys under
 * `assertionMethod`. Keys with another owner, or with an id on another origin, are ignored.
 */
export function readKeys(actor: Document, actorUri: string): ListedKey[] {
  const listed = [...listOf(actor.publicKey), ...listOf(actor.assertionMethod)].slice(0, MOST_KEYS)
  const keys = listed
    .map((entry) =>
      typeof entry === 'string' ? namedKey(entry) : readKey(documentOf(entry), actorUri),
    )
    .filter((key) => key !== null && sameOrigin(key.uri, actorUri))
  return [...new Map(keys.map((key) => [key!.uri, key!])).values()]
}

function namedKey(entry: string): ListedKey | null {
  const uri = idOf(entry)
  return uri === null ? null : { uri, key: null }
}

/**
 * A key embedded in an actor or in a document of its own.
 * @returns null if it is unusable, or another actor's
 */
export function readKey(entry: Document | null, actorUri: string): ListedKey | null {
  const uri = idOf(entry)
  if (entry === null || uri === null) return null
  if (ownerOf(entry) !== actorUri) return null
  const key = typesOf(entry).includes('Multikey')
    ? readMultikey(textOf(entry.publicKeyMultibase))
    : readPem(textOf(entry.publicKeyPem))
  return key === null ? null : { uri, key }
}

/** The owner that a key names. */
export function ownerOf(key: Document): string | null {
  return idOf(key.owner) ?? idOf(key.controller)
}

function readPem(pem: string | null): PublicKey | null {
  if (pem === null || pem.length > MAX_PEM) return null
  try {
    return usable(createPublicKey(pem))
  } catch {
    return null // any error means that it is no valid key
  }
}

function readMultikey(multibase: string | null): PublicKey | null {
  const key = multibase === null ? null : publicKeyOfMultibase(multibase)
  return key === null ? null : usable(key)
}

function usable(key: ReturnType<typeof createPublicKey>): PublicKey | null {
  const pem = key.export({ type: 'spki', format: 'pem' }) as string
  if (key.asymmetricKeyType === 'ed25519') return { algorithm: 'ed25519', pem }
  return key.asymmetricKeyType === 'rsa' && isUsual(key.asymmetricKeyDetails ?? {})
    ? { algorithm: 'rsa', pem }
    : null
}

function isUsual({ modulusLength = 0, publicExponent = 0n }: AsymmetricKeyDetails): boolean {
  const isLong = modulusLength >= RSA_BITS.least && modulusLength <= RSA_BITS.most
  return isLong && publicExponent >= RSA_EXPONENT.least && publicExponent <= RSA_EXPONENT.most
}
