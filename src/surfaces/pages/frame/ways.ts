/**
 * Where one can go: the one list for the navigation of the client, of the administration and of the pages that the
 * server draws. It imports nothing, as browsers read it, too.
 */

/** Names of icons: `way-shapes.ts` has them for pages, `web/shared/way-icons.ts` for programs. */
export type WayIcon =
  | 'ban'
  | 'bell'
  | 'bell-off'
  | 'book-open'
  | 'bookmark'
  | 'calendar'
  | 'circle-help'
  | 'columns-3'
  | 'compass'
  | 'file-text'
  | 'filter'
  | 'flag'
  | 'globe'
  | 'hash'
  | 'history'
  | 'house'
  | 'inbox'
  | 'keyboard'
  | 'layers'
  | 'list'
  | 'lock'
  | 'mail'
  | 'megaphone'
  | 'pencil'
  | 'search'
  | 'settings'
  | 'shield'
  | 'sliders-horizontal'
  | 'sparkles'
  | 'star'
  | 'user'
  | 'user-cog'
  | 'user-plus'
  | 'users'
  | 'volume-x'

/** @typeParam Words a text: a string in the client, said once the reader is known on the server */
export interface Way<Words> {
  href: string
  title: Words
  icon: WayIcon
  /** the addresses below it belong to it, too */
  below?: true
}

export interface WayGroup<Words> {
  title: Words
  ways: Way<Words>[]
}

/** On whom and what it depends which ways there are. */
export interface Around {
  /** null: a visitor */
  person: { username: string; invites: boolean; staff: boolean } | null
  /** live feeds that are shown to them */
  local: boolean
  remote: boolean
  /** whether there are terms of service */
  terms: boolean
}

type Say<Words> = (text: string) => Words

/** The places that one goes to most, in the side of wide screens. */
export function mainWays<Words>(t: Say<Words>, around: Around): Way<Words>[] {
  const { person } = around
  return person === null ? visitorWays(t, around) : ownWays(t, around, person.username)
}

function visitorWays<Words>(t: Say<Words>, around: Around): Way<Words>[] {
  return [
    { href: '/', title: t('Front page'), icon: 'house' },
    { href: '/explore', title: t('Explore'), icon: 'compass', below: true },
    ...liveWays(t, around),
    { href: '/search', title: t('Search'), icon: 'search' },
    { href: '/directory', title: t('People'), icon: 'user' },
  ]
}

function ownWays<Words>(t: Say<Words>, around: Around, username: string): Way<Words>[] {
  return [
    { href: '/home', title: t('Home'), icon: 'house' },
    { href: '/notifications', title: t('Notifications'), icon: 'bell', below: true },
    { href: '/explore', title: t('Explore'), icon: 'compass', below: true },
    { href: '/search', title: t('Search'), icon: 'search' },
    { href: '/deck', title: t('Columns'), icon: 'columns-3' },
    ...liveWays(t, around),
    { href: '/conversations', title: t('Private mentions'), icon: 'mail' },
    { href: '/bookmarks', title: t('Bookmarks'), icon: 'bookmark' },
    { href: '/favourites', title: t('Favourites'), icon: 'star' },
    { href: '/lists', title: t('Lists'), icon: 'list' },
    { href: '/followed_tags', title: t('Hashtags'), icon: 'hash' },
    { href: `/@${username}`, title: t('Profile'), icon: 'user' },
    { href: '/preferences', title: t('Preferences'), icon: 'settings' },
  ]
}

/** Live feeds, as far as the server shows them to who is there. */
function liveWays<Words>(t: Say<Words>, { local, remote }: Around): Way<Words>[] {
  const ways: Way<Words>[] = []
  if (local) ways.push({ href: '/public/local', title: t('This server'), icon: 'users' })
  if (remote) ways.push({ href: '/public', title: t('All servers'), icon: 'globe' })
  return ways
}

/** Links of the bar at the bottom of phones, two before the button to write and the rest after it. */
export function barWays<Words>(t: Say<Words>, around: Around): Way<Words>[] {
  const wanted =
    around.person === null
      ? ['/', '/explore', '/public/local', '/search']
      : ['/home', '/search', '/notifications']
  return mainWays(t, around).filter(({ href }) => wanted.includes(href))
}

/** Every place there is, in groups: from here nothing is out of reach. */
export function wayGroups<Words>(t: Say<Words>, around: Around): WayGroup<Words>[] {
  const { person } = around
  return person === null
    ? [{ title: t('Read'), ways: mainWays(t, around) }, aboutGroup(t, around)]
    : [
        { title: t('Read'), ways: readingWays(t, around) },
        { title: t('Write'), ways: writingWays(t) },
        { title: t('People'), ways: peopleWays(t, person.invites) },
        { title: t('Settings'), ways: settingsWays(t) },
        aboutGroup(t, around),
      ]
}

const readingWays = <Words>(t: Say<Words>, around: Around): Way<Words>[] => [
  ...mainWays(t, around).filter(({ href }) => href !== '/preferences'),
  { href: '/catch-up', title: t('Catch up'), icon: 'history' },
]

const writingWays = <Words>(t: Say<Words>): Way<Words>[] => [
  { href: '/publish', title: t('Write a post'), icon: 'pencil' },
  { href: '/drafts', title: t('Drafts'), icon: 'file-text' },
  { href: '/scheduled', title: t('Scheduled posts'), icon: 'calendar' },
  { href: '/collections', title: t('Collections'), icon: 'layers', below: true },
  { href: '/annual_reports', title: t('Your year in review'), icon: 'sparkles', below: true },
]

function peopleWays<Words>(t: Say<Words>, invites: boolean): Way<Words>[] {
  const ways: Way<Words>[] = [
    { href: '/directory', title: t('People here'), icon: 'users' },
    { href: '/follow_requests', title: t('Follow requests'), icon: 'user-plus' },
    { href: '/notifications/requests', title: t('Filtered notifications'), icon: 'inbox' },
    { href: '/mutes', title: t('Muted people'), icon: 'volume-x' },
    { href: '/blocks', title: t('Blocked people'), icon: 'ban' },
    { href: '/domain_blocks', title: t('Blocked servers'), icon: 'shield' },
  ]
  if (invites) ways.push({ href: '/invites', title: t('Invitations'), icon: 'user-plus' })
  return ways
}

const settingsWays = <Words>(t: Say<Words>): Way<Words>[] => [
  { href: '/profile/edit', title: t('Edit your profile'), icon: 'user' },
  { href: '/preferences', title: t('Preferences'), icon: 'sliders-horizontal' },
  { href: '/notifications/settings', title: t('Notification settings'), icon: 'bell-off' },
  { href: '/filters', title: t('Filters'), icon: 'filter', below: true },
  { href: '/settings', title: t('Account and security'), icon: 'user-cog', below: true },
]

function aboutGroup<Words>(t: Say<Words>, { person, terms }: Around): WayGroup<Words> {
  const ways: Way<Words>[] = [
    { href: '/about', title: t('About this server'), icon: 'circle-help' },
    { href: '/privacy-policy', title: t('Privacy policy'), icon: 'lock' },
  ]
  if (person !== null) {
    ways.unshift({ href: '/announcements', title: t('Announcements'), icon: 'megaphone' })
  }
  if (terms) ways.push({ href: '/terms-of-service', title: t('Terms of service'), icon: 'flag' })
  ways.push(
    { href: '/keyboard', title: t('Keyboard shortcuts'), icon: 'keyboard' },
    { href: '/developers', title: t('For developers'), icon: 'book-open', below: true },
  )
  if (person?.staff === true) {
    ways.push({ href: '/admin', title: t('Administration'), icon: 'settings', below: true })
  }
  return { title: t('This server'), ways }
}

/** Whether a way leads to where somebody is. */
export const isAt = ({ href, below }: Pick<Way<unknown>, 'href' | 'below'>, path: string) =>
  path === href || (below === true && path.startsWith(`${href}/`))
