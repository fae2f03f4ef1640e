import { effect, signal } from '@preact/signals'
import { h } from 'preact'
import { tellError } from '../../shared/components/toast.tsx'
import { t } from '../../shared/i18n.ts'
import type { Feed } from '../feed/feed.ts'
import { pulledFeed } from '../feed/pulled-feed.ts'
import { showWaiting } from '../feed/show-waiting.ts'
import { announce } from '../layers/announce.tsx'
import { openLayer } from '../layers/layers.tsx'
import { buzz } from '../state/haptics.ts'
import { isEnough } from './moves.ts'
import { type Pull, PullSign } from './pull-sign.tsx'
import type { Gesture } from './touches.ts'

const pull = signal<Pull | null>(null)
let isReading = false

/** Pulls a page down from its top, which reads what is new. */
export const pullToRefresh: Gesture = {
  axis: 'y',
  begins: ({ target }) =>
    pulledFeed.peek() !== null && !isReading && scrollY <= 0 && target.closest('#main') !== null,
  moves({ y }) {
    if (y <= 0 || scrollY > 0) pull.value = null
    else pull.value = { y, state: isEnough(y) ? 'ready' : 'pulled' }
  },
  ends({ y }) {
    const feed = pulledFeed.peek()
    if (feed !== null && isEnough(y) && scrollY <= 0) void refresh(feed, y)
    else pull.value = null
  },
  breaksOff() {
    pull.value = null
  },
}

/** Shows the sign; the browser's own pulling goes only where this one is. */
export function showPulls(): void {
  openLayer(() => h(PullSign, { pull }))
  effect(() => {
    document.documentElement.classList.toggle('pulls', pulledFeed.value !== null)
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
