import { signal } from '@preact/signals'
import { t } from '../../shared/i18n.ts'
import { go, goBack } from '../../shared/router.ts'
import { viewer } from '../../shared/session.ts'
import { openComposer } from '../compose/open-composer.ts'
import { focusedStatus, press, step, toTop } from './list-navigation.ts'
import { type Shortcuts, useShortcuts } from './shortcuts.ts'

/** Whether the help sheet is open. */
export const isHelpOpen = signal(false)

/**
 * The keys that do something on every page.
 * @see https://docs.joinmastodon.org/user/keyboard/ whose keys they are where Mastodon has them
 */
export function GlobalShortcuts() {
  useShortcuts(placeKeys())
  useShortcuts(viewer === null ? {} : ownPlaceKeys(viewer.username))
  useShortcuts(postKeys())
  useShortcuts(generalKeys())
  return null
}

function generalKeys(): Shortcuts {
  const group = t('Everywhere|keys')
  const write = { group, does: t('Write a post'), run: () => openComposer() }
  return {
    ...(viewer === null ? {} : { n: write }),
    '/': { group, does: t('Search'), run: focusSearch },
    s: { group, does: t('Search'), run: focusSearch },
    'mod+k': { group, does: t('Search'), run: focusSearch },
    Backspace: { group, does: t('Go back'), run: () => goBack(viewer === null ? '/' : '/home') },
    '?': {
      group,
      does: t('Show these keys'),
      run: () => {
        isHelpOpen.value = true
      },
    },
  }
}

function postKeys(): Shortcuts {
  const group = t('Posts')
  const control = (does: string, ...names: string[]) => ({
    group,
    does,
    run: () => press(...names),
  })
  return {
    j: { group, does: t('Next post'), run: () => step(1) },
    k: { group, does: t('Previous post'), run: () => step(-1) },
    '0': { group, does: t('Back to the top'), run: toTop },
    o: control(t('Open the post'), 'open'),
    Enter: control(t('Open the post'), 'open'),
    p: control(t('Open the author’s profile'), 'profile'),
    ...(viewer === null ? {} : { m: { group, does: t('Mention the author'), run: mention } }),
    r: control(t('Reply'), 'reply'),
    f: control(t('Favourite'), 'favourite'),
    b: control(t('Boost'), 'boost'),
    q: control(t('Quote'), 'quote'),
    d: control(t('Bookmark'), 'bookmark'),
    e: control(t('Open media'), 'media'),
    x: control(t('Show or hide text behind a content warning'), 'expand'),
    h: control(t('Show or hide media'), 'sensitive', 'media'),
    z: control(t('Fold or show the replies to a post'), 'fold'),
    t: control(t('Translate'), 'translate'),
    '.': control(t('More about the post'), 'more'),
  }
}

function mention(): void {
  const status = focusedStatus()
  if (status !== undefined) openComposer({ text: `@${status.account.acct} ` })
}

function placeKeys(): Shortcuts {
  const group = t('Go to')
  return {
    'g e': { group, does: t('Explore'), run: () => go('/explore') },
    'g l': { group, does: t('This server'), run: () => go('/public/local') },
    'g t': { group, does: t('All servers'), run: () => go('/public') },
  }
}

function ownPlaceKeys(username: string): Shortcuts {
  const group = t('Go to')
  const to = (path: string, does: string) => ({ group, does, run: () => go(path) })
  return {
    'g h': to('/home', t('Home')),
    'g n': to('/notifications', t('Notifications')),
    'g d': to('/conversations', t('Private mentions')),
    'g f': to('/favourites', t('Favourites')),
    'g k': to('/bookmarks', t('Bookmarks')),
    'g i': to('/lists', t('Lists')),
    'g u': to(`/@${username}`, t('Your profile')),
    'g p': to(`/@${username}/featured`, t('Your pinned posts')),
    'g r': to('/follow_requests', t('Follow requests')),
    'g b': to('/blocks', t('Blocked people')),
    'g m': to('/mutes', t('Muted people')),
    'g c': to('/catch-up', t('Catch up')),
    'g o': to('/deck', t('Columns')),
    'g s': to('/preferences', t('Preferences')),
  }
}

/** The field that is in sight, else the page of search. */
function focusSearch(): void {
  const field = () =>
    [...document.querySelectorAll<HTMLInputElement>('input[type="search"]')].find(
      (one) => one.offsetParent !== null,
    )
  const there = field()
  if (there === undefined) go('/search')
  waitFor(field, (found) => {
    found.focus()
    // the heading of a page that was reached takes the focus once it is drawn, on slow devices after this
    const back = () => document.activeElement?.matches('main h1') && found.focus()
    requestAnimationFrame(() => setTimeout(back))
  })
}

/** what a page shows once it is loaded */
function waitFor<T>(find: () => T | undefined, then: (found: T) => void, tries = 200): void {
  const found = find()
  if (found !== undefined) then(found)
  else if (tries > 0) setTimeout(() => waitFor(find, then, tries - 1), 50)
}
