import type { Settings } from './settings.ts'

/** days of December on which reports are made */
const [FIRST, LAST] = [10, 31]

/**
 * The year for which annual reports can be made now; null outside of the season, and if the
 * operator has disabled them.
 *
 * @param now ms since 1970
 * @see https://docs.joinmastodon.org/methods/annual_reports/
 */
export function currentCampaign({ annual_reports }: Settings, now: number): number | null {
  const date = new Date(now)
  const day = date.getUTCDate()
  const inSeason = date.getUTCMonth() === 11 && day >= FIRST && day <= LAST
  const offered = annual_reports === 'always' || (annual_reports === 'december' && inSeason)
  return offered ? date.getUTCFullYear() : null
}
