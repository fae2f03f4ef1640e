import { effect, signal } from '@preact/signals'
import { h } from 'preact'
import { tellError } from '../../shared/components/toast.tsx'
import { t } from '../../shared/i18n.ts'
import type { Feed } from '../feed/feed.ts'
import { feedPulledAt, pullable } from '../feed/pulled-feed.ts'
import { showWaiting } from '../feed/show-waiting.ts'
import { announce } from '../layers/announce.tsx'
import { openLayer } from '../layers/layers.tsx'
import { buzz } from '../state/haptics.ts'
import { wantsStillness } from '../state/theme.ts'
import { isEnough } from './moves.ts'
import { type Pull, PullSign } from './pull-sign.tsx'
import type { Gesture } from './touches.ts'

const pull = signal<Pull | null>(null)
/** what is pulled, from the touch on, and what scrolls around it: a column, or null for the page */
let pulled: { feed: Feed<unknown>; scroller: Element | null } | null = null
let isReading = false

const isAtTop = (scroller: Element | null): boolean =>
  scrollY <= 0 && (scroller === null || scroller.scrollTop <= 0)

/** Pulls a feed down from its top, which reads what is new. */
export const pullToRefresh: Gesture = {
  axis: 'y',
  begins({ target }) {
    const feed = feedPulledAt(target)
    const scroller = target.closest('[data-scrolls]')
    const isPull = feed !== null && !isReading && isAtTop(scroller)
    pulled = isPull && target.closest('#main') !== null ? { feed, scroller } : null
    return pulled !== null
  },
  moves({ y }) {
    if (pulled === null || y <= 0 || !isAtTop(pulled.scroller)) snapBack()
    else pull.value = { y, state: isEnough(y) ? 'ready' : 'pulled' }
  },
  ends({ y }) {
    if (pulled !== null && isEnough(y) && isAtTop(pulled.scroller)) void refresh(pulled.feed, y)
    else snapBack()
  },
  breaksOff: snapBack,
}

/** Nothing is read: the sign goes back to where it came from. */
function snapBack(): void {
  const now = pull.peek()
  if (now === null || now.state === 'reading') return
  pull.value = wantsStillness() ? null : { y: 0, state: 'left' }
}

/** Shows the sign; the browser's own pulling goes only where this one is. */
export function showPulls(): void {
  const onGone = () => {
    if (pull.peek()?.state === 'left') pull.value = null
  }
  openLayer(() => h(PullSign, { pull, onGone }))
  effect(() => {
    document.documentElement.classList.toggle('pulls', pullable.value.length > 0)
  })
}

async function refresh(feed: Feed<unknown>, y: number): Promise<void> {
  isReading = true
  pull.value = { y, state: 'reading' }
  buzz()
  announce(t('Reading what is new…'))
  try {
    await feed.readNewer()
    const isNew = feed.waiting.peek().length > 0
    showWaiting(feed)
    announce(isNew ? t('What is new is shown') : t('Nothing new'))
    pull.value = null
  } catch (error) {
    pull.value = null
    tellError(error, t('What is new could not be read.'))
  } finally {
    isReading = false
  }
}
