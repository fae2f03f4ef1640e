import type { KeyObject } from 'node:crypto'
import type { App } from '../core/app.ts'
import type { RemoteActor } from './inbox.ts'

export type KeyAlgorithm = 'rsa' | 'ed25519'

/** A remote key with its owner. */
export interface ActorKey {
  uri: string
  algorithm: KeyAlgorithm
  publicKey: KeyObject
  owner: RemoteActor
}

/** A key of this server. */
export interface SigningKey {
  uri: string
  algorithm: KeyAlgorithm
  privateKey: KeyObject
}

export interface KnownActor extends RemoteActor {
  /** suspended by staff of this server, or by its own server */
  suspended: boolean
}

/** Account functions that the protocol needs. Accounts are a later feature, so `compose` passes them in. */
export interface ActorDirectory {
  /** a stored key whose owner is not deleted */
  findKey(app: App, keyUri: string): Promise<ActorKey | null>
  /**
   * Refetches the owner of a key at the owner's own id and stores both (A02).
   * @returns null if there is no such key, or its owner does not list it
   * @throws Unreachable if the owner cannot be fetched now
   */
  fetchKey(app: App, keyUri: string): Promise<ActorKey | null>
  /** the account of a stored actor in any state except deleted */
  findActor(app: App, uri: string): Promise<KnownActor | null>
  /** whether a local account with that name may receive activities */
  hasInbox(app: App, username: string): Promise<boolean>
  /**
   * Finds the account of an actor: stored, else fetched.
   * @returns null if there is none, or it is on a domain that we do not federate with
   * @throws Unreachable
   */
  resolveActor(app: App, uri: string): Promise<RemoteActor | null>
  /** the RSA key of a local account, generated at its first use; `accountId` null: the instance actor's key */
  signingKey(app: App, accountId: string | null, algorithm: KeyAlgorithm): Promise<SigningKey>
  /** whether we exchange activities with a host: not suspended or, in limited federation, allowed */
  federatesWith(app: App, host: string): Promise<boolean>
  /** the header `Collection-Synchronization` of a local account for a host (FEP-8fcf); null: no header */
  synchronizationHeader(app: App, accountId: string, host: string): Promise<string | null>
  /** handles that header of a verified request; may queue a job */
  synchronizeFollowers(app: App, actor: RemoteActor, header: string): Promise<void>
}
