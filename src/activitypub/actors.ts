import type { KeyObject } from 'node:crypto'
import type { App } from '../app.ts'
import type { RemoteActor } from './inbox.ts'

export type KeyAlgorithm = 'rsa' | 'ed25519'

/** A remote key with its owner. */
export interface ActorKey {
  uri: string
  algorithm: KeyAlgorithm
  publicKey: KeyObject
  owner: RemoteActor
}

/** One of our own keys. */
export interface SigningKey {
  uri: string
  algorithm: KeyAlgorithm
  privateKey: KeyObject
}

export interface KnownActor extends RemoteActor {
  /** by staff here, or by its own server */
  suspended: boolean
}

/** What the protocol asks of accounts, which come after it: compose hands it in. */
export interface ActorDirectory {
  /** a key that is stored, whose owner is not deleted */
  findKey(app: App, keyUri: string): Promise<ActorKey | null>
  /**
   * Fetches the owner of a key anew, at the owner's own id, and stores both (A02).
   * @returns null if there is no such key, or its owner does not list it
   * @throws Unreachable if that cannot be found out now
   */
  fetchKey(app: App, keyUri: string): Promise<ActorKey | null>
  /** the account of an actor that is stored, whatever its state but deleted */
  findActor(app: App, uri: string): Promise<KnownActor | null>
  /** whether a local account with that name may get activities */
  hasInbox(app: App, username: string): Promise<boolean>
  /**
   * The account of an actor, stored or fetched.
   * @returns null if there is none, or it is on a domain that we do not federate with
   * @throws Unreachable
   */
  resolveActor(app: App, uri: string): Promise<RemoteActor | null>
  /** the RSA key of a local account, made at its first use; null: the instance actor's */
  signingKey(app: App, accountId: string | null, algorithm: KeyAlgorithm): Promise<SigningKey>
  /** whether we exchange anything with a host: not suspended, or allowed in limited federation */
  federatesWith(app: App, host: string): Promise<boolean>
  /** the header `Collection-Synchronization` of a local account for a host (FEP-8fcf); null: nothing to say */
  synchronizationHeader(app: App, accountId: string, host: string): Promise<string | null>
  /** hears of that header on a verified request; may queue a job */
  synchronizeFollowers(app: App, actor: RemoteActor, header: string): Promise<void>
}
