import { effect, signal } from '@preact/signals'
import { api } from '../../shared/api.ts'
import type { Conversation, CredentialAccount, Notification } from '../../shared/entities/api.ts'
import { viewer } from '../../shared/session.ts'
import { connection, listen } from '../feed/streaming.ts'
import { account } from '../state/server.ts'
import { SUPPORTED_TYPES } from './types.ts'

/** Unread items and pending follow requests: shown in the navigation, in the document's title and on the app's icon. */
export const unreadNotifications = signal(0)
export const unreadConversations = signal(0)
export const pendingFollowRequests = signal(0)

/** ms between two questions how many are unread, however many arrive */
const PAUSE = 1500
const unreadIds = new Set<string>()
let reading: Promise<void> | null = null
let isWanted = false

/** Reads the counts and keeps them up to date; call it once. */
export function watchCounts(): void {
  if (viewer === null) return
  effect(() => {
    pendingFollowRequests.value = account.value?.source.follow_requests_count ?? 0
  })
  showInTitle()
  let isRead = false
  const catchUp = () => {
    readCounts()
    // who the person is was read with the page
    if (isRead) readAccount()
    isRead = true
  }
  listen({ stream: 'user', params: {}, hear, catchUp })
  effect(() => {
    if (connection.value === 'lost' && !isRead) catchUp()
  })
  listen({ stream: 'direct', params: {}, hear: hearDirect, catchUp: () => {} })
  document.addEventListener('visibilitychange', () => {
    // what was read meanwhile in another window or app
    if (document.visibilityState === 'visible') void readUnread()
  })
}

/** Asks how many groups of notifications are newer than the marker. */
export async function readUnread(): Promise<void> {
  isWanted = true
  reading ??= readWhileWanted().finally(() => {
    reading = null
  })
  await reading
}

async function readWhileWanted(): Promise<void> {
  while (isWanted) {
    isWanted = false
    const query = { supported_types: SUPPORTED_TYPES }
    const answer = await api
      .get<{ count: number }>('/api/v2/notifications/unread_count', query)
      .catch(() => null)
    if (answer !== null) unreadNotifications.value = answer.count
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
}

/** Says how far the notifications were read. @param id of the newest notification that was seen */
export async function markNotificationsRead(id: string): Promise<void> {
  await api.post('/api/v1/markers', { notifications: { last_read_id: id } })
  await readUnread()
}

/** Takes what is known of a conversation; null: it is gone. */
export function keepUnread(id: string, unread: boolean | null): void {
  if (unread) unreadIds.add(id)
  else unreadIds.delete(id)
  unreadConversations.value = unreadIds.size
}

async function readConversations(): Promise<void> {
  const found = await api.get<Conversation[]>('/api/v1/conversations').catch(() => [])
  for (const { id, unread } of found) keepUnread(id, unread)
}

function readCounts(): void {
  void readUnread()
  void readConversations()
}

function readAccount(): void {
  api.get<CredentialAccount>('/api/v1/accounts/verify_credentials').then(
    (read) => {
      account.value = read
    },
    () => {}, // the number of before stays
  )
}

function hear(event: string, payload: string): void {
  if (event === 'notifications_merged') void readUnread()
  if (event !== 'notification') return
  void readUnread()
  const { type } = JSON.parse(payload) as Notification
  if (type === 'follow_request') pendingFollowRequests.value += 1
}

function hearDirect(event: string, payload: string): void {
  if (event !== 'conversation') return
  const { id, unread } = JSON.parse(payload) as Conversation
  keepUnread(id, unread)
}

/** Pages set the title as they are shown: the number is put before it each time. */
function showInTitle(): void {
  const put = () => {
    const count = unreadNotifications.peek()
    const plain = document.title.replace(/^\(\d+\) /, '')
    const wanted = count > 0 ? `(${count}) ${plain}` : plain
    if (document.title !== wanted) document.title = wanted
  }
  const title = document.querySelector('title')
  if (title !== null) new MutationObserver(put).observe(title, { childList: true })
  effect(() => {
    const count = unreadNotifications.value
    put()
    // browsers without it, or that do not allow it, show the number in the title alone
    if (count > 0) void navigator.setAppBadge?.(count).catch(() => {})
    else void navigator.clearAppBadge?.().catch(() => {})
  })
}
