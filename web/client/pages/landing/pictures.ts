import type { Status } from '../../../shared/entities/api.ts'

const SHOWN = 6
const IN_ROW = 3
/** among the newest posts with media, some of which are not shown unasked */
export const LOOKED_AT = 20

/**
 * Posts whose first picture the landing page shows: as for trends nothing sensitive, and of people who let themselves
 * be found, in whole rows: fewer are among the newest posts. The page of the server chooses alike (src/surfaces/pages/public/landing-data.ts).
 */
export function shownPictures(statuses: readonly Status[]): Status[] {
  const shown = statuses.filter(isShownUnasked).slice(0, SHOWN)
  return shown.slice(0, shown.length - (shown.length % IN_ROW))
}

function isShownUnasked({ media_attachments: media, sensitive, spoiler_text, account }: Status) {
  const [first] = media
  const isPicture = first?.type === 'image' && first.preview_url !== null
  return isPicture && !sensitive && spoiler_text === '' && account.discoverable === true
}
