import { checkSession, startOver, viewer } from './session.ts'
import { isOverBy, type Word } from './session-comparison.ts'

const channel = new BroadcastChannel('rookery-account')

/** A tab must not go on as somebody who is not signed in any more: it loads again where that happens. */
export function watchOtherTabs(): void {
  const own = viewer?.account_id ?? null
  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    if (isOverBy(data, own)) void startOver()
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
