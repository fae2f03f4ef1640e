import { checkSession, startOver, viewer } from './session.ts'

/**
 * What tabs tell each other of who is signed in, as they share one session: `is` when a page begins, `left` when
 * an account is signed out or changed for another one.
 */
type Word = { is: string } | { left: string }

const channel = new BroadcastChannel('rookery-account')

/** A tab must not go on as somebody who is not signed in any more: it loads again where that happens. */
export function watchOtherTabs(): void {
  const own = viewer?.account_id ?? null
  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    const isOver = 'left' in data ? data.left === own : data.is !== own
    if (isOver) void startOver()
  }
  if (own !== null) say({ is: own })
  // a page that comes back from before heard nothing meanwhile
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && own !== null) void checkSession()
  })
}

/** Tells the other tabs that this browser no longer goes on as the account of this page. */
export function tellLeft(): void {
  if (viewer !== null) say({ left: viewer.account_id })
}

function say(word: Word): void {
  channel.postMessage(word)
}
