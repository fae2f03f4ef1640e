import type { Limits } from './validation.ts'

/** s */
const DURATIONS = [300, 1800, 3600, 21_600, 43_200, 86_400, 259_200, 604_800]

/** Durations that the server allows, and the chosen one, which may come from a poll that runs already. In seconds. */
export function durationsWith(
  chosen: number,
  { min_expiration, max_expiration }: Pick<Limits['polls'], 'min_expiration' | 'max_expiration'>,
): number[] {
  const allowed = DURATIONS.filter((one) => one >= min_expiration && one <= max_expiration)
  return [...new Set([...allowed, chosen])].sort((a, b) => a - b)
}

/** A length of time in the unit that tells it best, rounded. @param seconds of a minute at least */
export function inUnits(seconds: number): { n: number; unit: 'day' | 'hour' | 'minute' } {
  if (seconds >= 86_400) return { n: Math.round(seconds / 86_400), unit: 'day' }
  if (seconds >= 3600) return { n: Math.round(seconds / 3600), unit: 'hour' }
  return { n: Math.round(seconds / 60), unit: 'minute' }
}
