import type { Instance } from '../../shared/entities/api.ts'
import { instance } from '../state/server.ts'
import { DEFAULT_LIMITS, type Limits } from './validation.ts'

/** Limits of this server. */
export function limits(): Limits {
  const configuration: Instance['configuration'] | undefined = instance.value?.configuration
  if (configuration === undefined) return DEFAULT_LIMITS
  return { characters: configuration.statuses.max_characters, polls: configuration.polls }
}
