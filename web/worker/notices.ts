import { accountIn } from './account-cache.ts'
import { worker } from './scope.ts'

/** Payload of a push message (src/surfaces/push/payload.ts, src/surfaces/push/browser-members.ts). */
interface Message {
  notification_type?: string
  title?: string
  body?: string
  icon?: string
  url?: string
  status_id?: string | null
  account_id?: string
}

interface Words {
  reply: string
  favourite: string
  something: string
}

/** Kept by the page in the person's language (web/client/push/worker-words.ts). */
const WORDS = '/worker-words'
const ENGLISH: Words = {
  reply: 'Reply',
  favourite: 'Favourite',
  something: 'Something new for you',
}

/** Shows what came. A browser that is told something and shows nothing says so itself, and worse. */
export async function showNotice(data: PushMessageData | null): Promise<void> {
  const message = read(data)
  const { title, body = '', icon, url = '/notifications', status_id, account_id } = message
  const words = await readWords()
  const isMention = message.notification_type === 'mention' && status_id != null
  const options = {
    body,
    icon,
    badge: icon,
    tag: `${message.notification_type} ${url}`,
    data: { url, status_id, account_id },
    actions: isMention
      ? [
          { action: 'reply', title: words.reply },
          { action: 'favourite', title: words.favourite },
        ]
      : [],
  }
  await worker.registration.showNotification(
    title ?? words.something,
    options as NotificationOptions,
  )
}

function read(data: PushMessageData | null): Message {
  try {
    return (data?.json() ?? {}) as Message
  } catch {
    return {}
  }
}

async function readWords(): Promise<Words> {
  const kept = await caches.match(WORDS)
  return kept === undefined ? ENGLISH : ((await kept.json()) as Words)
}

/** Does what was pressed, or leads to what it is about. */
export async function answerClick({ notification, action }: NotificationEvent): Promise<void> {
  const {
    url = '/notifications',
    status_id: statusId,
    account_id: accountId,
  } = notification.data as Message
  notification.close()
  if (action === 'favourite' && (await favourite(statusId, accountId))) return
  const wanted = action === 'reply' && statusId ? `/notifications?reply=${statusId}` : url
  await open(wanted)
}

/** @returns whether it was done: only as the account that was told, which may not be the one in use now */
async function favourite(statusId: string | null | undefined, accountId: string | undefined) {
  try {
    const html = await (await fetch('/home', { headers: { accept: 'text/html' } })).text()
    const [, token = ''] = /<meta name="csrf-token" content="([^"]+)">/.exec(html) ?? []
    if (statusId == null || accountIn(html) !== accountId || accountId === undefined) return false
    const path = `/api/v1/statuses/${statusId}/favourite`
    const answer = await fetch(path, { method: 'POST', headers: { 'x-csrf-token': token } })
    return answer.ok
  } catch {
    return false
  }
}

/** Brings a window of the client to the front and leads it there, or opens one. */
async function open(path: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const ours = windows.filter(
    ({ url }) => !/^\/(admin|settings|auth|oauth)\b/.test(new URL(url).pathname),
  )
  const chosen = ours.find(({ focused }) => focused) ?? ours[0]
  if (chosen === undefined) {
    await worker.clients.openWindow(path)
    return
  }
  // a browser may refuse to bring it to the front; it goes there all the same
  await chosen.focus().catch(() => {})
  chosen.postMessage({ type: 'go', path })
}
