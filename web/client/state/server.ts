import { signal } from '@preact/signals'
import { api } from '../../shared/api.ts'
import type {
  CredentialAccount,
  CustomEmoji,
  Instance,
  Preferences,
} from '../../shared/entities/api.ts'
import { viewer } from '../../shared/session.ts'

/** Data about the server and the viewer that the whole client uses; null until it is read. */
export const instance = signal<Instance | null>(null)
export const account = signal<CredentialAccount | null>(null)
export const preferences = signal<Preferences | null>(null)
/** those that may be chosen */
export const customEmojis = signal<readonly CustomEmoji[]>([])

/** Reads them, each once; what fails is asked for again by whoever needs it. */
export async function readServer(): Promise<void> {
  const reading: Promise<unknown>[] = [readInstance()]
  if (viewer !== null) {
    reading.push(
      read(account, '/api/v1/accounts/verify_credentials'),
      read(preferences, '/api/v1/preferences'),
    )
  }
  await Promise.allSettled(reading)
}

let readingInstance: Promise<void> | null = null

/** For pages that depend on what the server allows. */
export function readInstance(): Promise<void> {
  readingInstance ??= read(instance, '/api/v2/instance').catch((error: unknown) => {
    readingInstance = null
    throw error
  })
  return readingInstance
}

let readingEmojis: Promise<void> | null = null

/** For whoever writes. Resolves when they are there, or could not be read, which the next call tries again. */
export function readCustomEmojis(): Promise<void> {
  readingEmojis ??= read(customEmojis, '/api/v1/custom_emojis').catch(() => {
    readingEmojis = null
  })
  return readingEmojis
}

async function read<T>(into: { value: T }, path: string): Promise<void> {
  into.value = await api.get<T & object>(path)
}
