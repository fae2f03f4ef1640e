import { renderAccounts } from '../../../features/accounts/serializer.ts'
import { directoryPage } from '../../../features/discovery/directory.ts'
import { createActivity } from '../../../features/instance/activity.ts'
import { findContactId } from '../../../features/instance/contact.ts'
import { type Recent, recent } from '../../../features/instance/periodic-value.ts'
import type { Settings } from '../../../features/instance/settings.ts'
import { renderTags } from '../../../features/tags/serializer.ts'
import { publicPage } from '../../../features/timelines/public.ts'
import { renderLinks } from '../../../features/trends/link-serializer.ts'
import { trendingLinks, trendingTagIds } from '../../../features/trends/listing.ts'
import type { App } from '../../../kernel/core/app.ts'
import { type AccountEntity, parseEntities, type StatusEntity } from './entities.ts'
import { isClosed, visibleFeed } from './page.ts'
import { loadPage } from './statuses-list.ts'

const STATUSES_SHOWN = 10
const TAGS_SHOWN = 6
const LINKS_SHOWN = 3
const PEOPLE_SHOWN = 6
const PICTURES_SHOWN = 6
const PICTURES_IN_ROW = 3
/** among the newest posts with media, some of which are not shown unasked */
const PICTURES_LOOKED_AT = 20
/** ms; as long as shared caches keep the page */
const LIFETIME = 15_000

/** Content of the landing page beside the settings. Visitors see all of it elsewhere, too. */
export interface LandingData {
  contact: AccountEntity | null
  tags: readonly { name: string }[]
  links: readonly { url: string; title: string; provider_name: string }[]
  people: readonly AccountEntity[]
  /** null: visitors may see no posts */
  statuses: readonly StatusEntity[] | null
  /** posts whose first picture is shown */
  pictures: readonly StatusEntity[]
  /** posts of each week, the newest last */
  weeks: readonly number[]
}

/**
 * Loads it at most once in 15 s, however many ask, and anew where a setting changed: then visitors may be to see less.
 */
export function createLandingData(app: App): { get(known: Settings): Promise<LandingData> } {
  const activity = createActivity(app)
  let kept: { known: Settings; data: Recent<LandingData> } | null = null
  return {
    get(known) {
      if (kept?.known !== known) {
        kept = { known, data: recent(app.clock, LIFETIME, () => load(app, known, weeksOf)) }
      }
      return kept.data.get()
    },
  }

  async function weeksOf(): Promise<number[]> {
    const found = JSON.parse(await activity.get()) as { statuses: string }[]
    return found.map(({ statuses }) => Number(statuses)).reverse()
  }
}

async function load(
  app: App,
  known: Settings,
  weeksOf: () => Promise<number[]>,
): Promise<LandingData> {
  const isOpen = !(await isClosed(app))
  const feed = visibleFeed(known, 'live', null)
  const isRead = isOpen && (feed === 'local' || feed === null)
  const [contact, topics, people, statuses, pictures, weeks] = await Promise.all([
    loadContact(app, known),
    isOpen ? loadTopics(app) : { tags: [], links: [] },
    isOpen && known.profile_directory ? loadPeople(app) : [],
    isRead ? loadStatuses(app, false, STATUSES_SHOWN) : null,
    isRead ? loadStatuses(app, true, PICTURES_LOOKED_AT) : [],
    known.activity_shown && !app.config.limitedFederationMode ? weeksOf() : [],
  ])
  const shown = inRows(pictures.filter(isShownUnasked)).slice(0, PICTURES_SHOWN)
  return { contact, ...topics, people, statuses, pictures: shown, weeks }
}

async function loadContact(app: App, known: Settings): Promise<AccountEntity | null> {
  const id = await findContactId(app.db, known)
  const [found] = id === null ? [] : parseEntities<AccountEntity>(await renderAccounts(app, [id]))
  return found ?? null
}

async function loadTopics(app: App): Promise<Pick<LandingData, 'tags' | 'links'>> {
  const place = { offset: 0, audience: 'everybody' as const }
  const [ids, links] = await Promise.all([
    trendingTagIds(app, { ...place, limit: TAGS_SHOWN }),
    trendingLinks(app, { ...place, limit: LINKS_SHOWN, languages: [] }),
  ])
  const shown = JSON.parse(JSON.stringify(await renderLinks(app, links)))
  return { tags: await renderTags(app, ids), links: shown }
}

/** Accounts that let themselves be found, and posted last. */
async function loadPeople(app: App): Promise<AccountEntity[]> {
  const ids = await directoryPage(app.slowDb, {
    order: 'active',
    local: true,
    viewerId: null,
    now: app.clock(),
    offset: 0,
    limit: PEOPLE_SHOWN,
  })
  return parseEntities<AccountEntity>(await renderAccounts(app, ids))
}

async function loadStatuses(app: App, onlyMedia: boolean, limit: number): Promise<StatusEntity[]> {
  const timeline = {
    viewerId: null,
    origin: 'local' as const,
    onlyMedia,
    languages: null,
    tags: null,
  }
  const page = { maxId: null, sinceId: null, minId: null, limit }
  const found = await publicPage(app, timeline, page, app.clock())
  return (await loadPage(app, found)).statuses
}

/** Whole rows only: fewer pictures are among the newest posts. */
const inRows = (statuses: StatusEntity[]): StatusEntity[] =>
  statuses.slice(0, statuses.length - (statuses.length % PICTURES_IN_ROW))

/** As for trends: nothing sensitive, and of people who let themselves be found (web/client/pages/landing/pictures.ts). */
function isShownUnasked(status: StatusEntity): boolean {
  const [first] = status.media_attachments
  const isPicture = first?.type === 'image' && first.preview_url !== null
  const isPlain = !status.sensitive && status.spoiler_text === ''
  return isPicture && isPlain && status.account.discoverable === true
}
