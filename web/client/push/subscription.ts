import { computed, signal } from '@preact/signals'
import { api } from '../../shared/api.ts'
import { ApiError } from '../../shared/api-error.ts'
import type { Instance, WebPushSubscription } from '../../shared/entities/api.ts'
import { instance } from '../state/server.ts'

export type Alerts = Readonly<Record<string, boolean | undefined>>
export type PushPolicy = WebPushSubscription['policy']

const PATH = '/api/v1/push/subscription'

/** what this session asked the server for; null: nothing, undefined: not read yet */
const kept = signal<WebPushSubscription | null | undefined>(undefined)
/** what the person said to this browser */
const permission = signal<NotificationPermission>(
  'Notification' in globalThis ? Notification.permission : 'denied',
)
/** where the browser is told; null: nowhere */
const endpoint = signal<string | null>(null)

const isSupported = 'serviceWorker' in navigator && 'PushManager' in globalThis

/** Whether this browser is told when nothing of the client is open. */
export const pushState = computed(() => {
  if (!isSupported)
    return isAppleBrowser() ? ('install first' as const) : ('not supported' as const)
  if (permission.value === 'denied') return 'blocked' as const
  if (kept.value === undefined) return 'reading' as const
  const isOn = kept.value !== null && kept.value.endpoint === endpoint.value
  return isOn && permission.value === 'granted' ? ('on' as const) : ('off' as const)
})
export const wishes = computed(() => kept.value ?? null)

/** Of an iPhone or iPad only what is on the home screen may be told. */
function isAppleBrowser(): boolean {
  return (
    /iPhone|iPad/.test(navigator.userAgent) ||
    (/Mac/.test(navigator.platform) && navigator.maxTouchPoints > 1)
  )
}

/** Alerts that are on by default: notifications about what other people say to the viewer. */
export const USUAL_ALERTS: Alerts = {
  mention: true,
  quote: true,
  follow: true,
  follow_request: true,
  poll: true,
  status: true,
  moderation_warning: true,
  severed_relationships: true,
  'admin.report': true,
}

/** Finds out how things are. What the browser's own settings changed meanwhile is told to the server. */
export async function readPush(): Promise<void> {
  if (!isSupported) return
  permission.value = Notification.permission
  const registration = await navigator.serviceWorker.getRegistration()
  const own = (await registration?.pushManager.getSubscription()) ?? null
  endpoint.value = own?.endpoint ?? null
  kept.value = await api.get<WebPushSubscription>(PATH).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  })
  const before = kept.value
  if (own === null || before === null || before.endpoint === own.endpoint) return
  await send(own, { alerts: before.alerts, policy: before.policy })
}

/** Asks the browser, then tells the server where to. @throws Error that says what stands in the way */
export async function switchOn(): Promise<void> {
  permission.value = await Notification.requestPermission()
  if (permission.value !== 'granted') return
  const registration = await navigator.serviceWorker.ready
  instance.value ??= await api.get<Instance>('/api/v2/instance')
  const applicationServerKey = instance.value.configuration.vapid.public_key
  const options = { userVisibleOnly: true, applicationServerKey }
  const own = await registration.pushManager.subscribe(options).catch(async (error: unknown) => {
    const old = await registration.pushManager.getSubscription()
    if (old === null) throw error
    // of an earlier key of this server
    await old.unsubscribe()
    return registration.pushManager.subscribe(options)
  })
  await send(own, {
    alerts: wishes.value?.alerts ?? USUAL_ALERTS,
    policy: wishes.value?.policy ?? 'all',
  })
}

async function send(own: PushSubscription, data: { alerts: Alerts; policy: PushPolicy }) {
  const { keys } = own.toJSON()
  const subscription = { endpoint: own.endpoint, keys, standard: true }
  kept.value = await api.post<WebPushSubscription>(PATH, { subscription, data })
  endpoint.value = own.endpoint
}

export async function switchOff(): Promise<void> {
  await api.delete(PATH)
  kept.value = null
}

/** Changes what the person is told of. */
export async function changeWishes(data: { alerts: Alerts; policy: PushPolicy }): Promise<void> {
  const before = kept.value
  if (!before) return
  kept.value = { ...before, ...data }
  try {
    kept.value = await api.put<WebPushSubscription>(PATH, { data })
  } catch (error) {
    kept.value = before
    throw error
  }
}

/** Shows one as it will look, without the way over the network. */
export async function showExample(title: string, body: string): Promise<void> {
  const registration = await navigator.serviceWorker.ready
  const data = { url: '/notifications/settings' }
  await registration.showNotification(title, { body, data, icon: iconOfPage(), tag: 'example' })
}

/** Nobody is signed in any more: nothing that comes would be for anybody. */
export async function endPush(): Promise<void> {
  if (!isSupported) return
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

const iconOfPage = (): string =>
  document.querySelector<HTMLLinkElement>('link[rel="apple-touch-icon"]')?.href ?? '/favicon.ico'
