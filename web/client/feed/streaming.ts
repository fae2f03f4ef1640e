import { signal } from '@preact/signals'

/** Whether what happens arrives by itself: shown where it matters. `none`: nobody listens */
export const connection = signal<'none' | 'connecting' | 'open' | 'lost'>('none')

/** Keys of the feeds that a stream keeps up to date at the moment. */
export const lives = signal<ReadonlySet<string>>(new Set())

export interface Listener {
  /** a name of the streaming API: `user`, `public:local`, `hashtag`, `list` … */
  stream: string
  /** `tag` or `list`, where the stream has one */
  params: Readonly<Record<string, string>>
  hear: (event: string, payload: string) => void
  /** it is listened from now on, at first or again: what came before may be missing */
  catchUp: () => void
}

const listeners = new Set<Listener>()
let socket: WebSocket | null = null
let retry: ReturnType<typeof setTimeout> | undefined
const FIRST_PAUSE = 1000
/** ms until it is tried again; doubles up to a minute */
let pause = FIRST_PAUSE

/**
 * Listens to a stream over the one connection of this page.
 * @returns ends it
 * @see https://docs.joinmastodon.org/methods/streaming/#websocket
 */
export function listen(listener: Listener): () => void {
  const isFirst = !isHeard(listener)
  listeners.add(listener)
  if (socket === null && retry === undefined) connect()
  else if (socket?.readyState === WebSocket.OPEN) {
    if (isFirst) send('subscribe', listener)
    listener.catchUp()
  }
  return () => {
    listeners.delete(listener)
    if (!isHeard(listener)) send('unsubscribe', listener)
  }
}

/** As the server names the stream in what it sends: the name, then what it is of. */
const keyOf = ({ stream, params }: Pick<Listener, 'stream' | 'params'>): string =>
  [stream, ...Object.values(params)].join('\n')

function isHeard(listener: Listener): boolean {
  return [...listeners].some((other) => keyOf(other) === keyOf(listener))
}

function send(type: 'subscribe' | 'unsubscribe', { stream, params }: Listener): void {
  if (socket?.readyState !== WebSocket.OPEN) return
  socket.send(JSON.stringify({ type, stream, ...params }))
}

function connect(): void {
  clearTimeout(retry)
  retry = undefined
  if (connection.peek() !== 'lost') connection.value = 'connecting'
  const opened = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/v1/streaming`)
  socket = opened
  opened.onopen = () => {
    pause = FIRST_PAUSE
    connection.value = 'open'
    const subscribed = new Map([...listeners].map((listener) => [keyOf(listener), listener]))
    for (const listener of subscribed.values()) send('subscribe', listener)
    catchUpAll()
  }
  opened.onmessage = ({ data }) => hear(String(data))
  opened.onclose = () => {
    socket = null
    if (listeners.size === 0) {
      connection.value = 'none'
      return
    }
    connection.value = 'lost'
    // not all at once, where a server comes back
    retry = setTimeout(connect, pause * (0.75 + Math.random() / 2))
    pause = Math.min(pause * 2, 60_000)
  }
}

function hear(text: string): void {
  const message = JSON.parse(text) as { stream?: string[]; event?: string; payload?: string }
  const { stream, event, payload = '' } = message
  // a refused subscription has neither
  if (stream === undefined || event === undefined) return
  const key = stream.join('\n')
  for (const listener of listeners) if (keyOf(listener) === key) listener.hear(event, payload)
}

function catchUpAll(): void {
  for (const listener of listeners) listener.catchUp()
}

function tryNow(): void {
  if (socket !== null || listeners.size === 0) return
  pause = FIRST_PAUSE
  connect()
}

addEventListener('online', tryNow)
// no more sense in holding to a connection that has no network; it would take minutes to be noticed
addEventListener('offline', () => socket?.close())

/** ms in the background after which a connection may be dead without a word, as on a phone */
const LONG_AWAY = 60_000
let hiddenSince = 0

document.addEventListener('visibilitychange', () => {
  if (document.hidden) {
    hiddenSince = Date.now()
    return
  }
  tryNow()
  if (Date.now() - hiddenSince > LONG_AWAY && socket?.readyState === WebSocket.OPEN) catchUpAll()
})
