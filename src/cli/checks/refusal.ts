import { reasonOf } from '../../features/health/finding.ts'

/** The reason that a demand is refused with, on one line; null: it is met. */
export function refusalOf(demand: () => void): string | null {
  try {
    demand()
    return null
  } catch (error) {
    return reasonOf(error)
  }
}
