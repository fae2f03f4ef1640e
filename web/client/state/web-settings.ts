import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Accent } from '../../../src/kernel/base/accents.ts'
import { api } from '../../shared/api.ts'
import { ApiError } from '../../shared/api-error.ts'
import { reachedAgain } from '../../shared/connectivity.ts'
import { viewer } from '../../shared/session.ts'
import {
  inTurn,
  storedSettings,
  storeLook,
  storeSettings,
  watchStoredSettings,
} from './stored-settings.ts'

/**
 * How somebody wants the client to look and to behave, where the API's own preferences do not say it. What is not
 * in here is kept, too: another version of the client may know it.
 */
export interface WebSettings {
  theme: 'system' | 'light' | 'dark' | 'contrast'
  /** `server`: the colour of the server */
  accent: 'server' | Accent
  /** whether profiles are in the colours of their pictures */
  tint_profiles: boolean
  /** BCP 47; empty: as the browser says */
  language: string
  text_size: 'small' | 'normal' | 'large' | 'larger'
  font: 'system' | 'browser' | 'serif'
  motion: 'system' | 'reduced'
  /** how close posts stand to each other */
  density: 'comfortable' | 'compact'
  /** whether home shows posts that answer each other together */
  group_replies: boolean
  /** whether home shows boosts that follow each other beside each other */
  group_boosts: boolean
  /** where home begins: `auto` where one was, or at the newest after an absence */
  home_start: 'auto' | 'newest' | 'left'
  /** h from which somebody was away */
  home_absence: number
  /** of replies to the same post */
  thread_order: 'oldest' | 'newest' | 'liked'
  /** whether single keys do something */
  shortcuts: boolean
  /** whether videos that have no sound, and animated pictures, move by themselves */
  autoplay: boolean
  /** pictures come when they are asked for; `auto`: on a slow network or where the device saves data */
  save_data: 'auto' | 'on' | 'off'
  /** whether the device answers by a short vibration what somebody does */
  haptics: boolean
  /** before a post with media goes out that nobody described */
  ask_description: boolean
  ask_boost: boolean
  ask_delete: boolean
  ask_unfollow: boolean
  /** of a newcomer: the step where they are; empty: they never began, `done`: nothing of it is shown any more */
  first_steps: '' | FirstStep | 'done'
  /** of the deck, as `pages/deck/columns.ts` reads them; null: nobody has chosen any */
  columns: readonly unknown[] | null
  /** places of the bar of phones, as `own-ways.ts` reads them; null: nobody has chosen any */
  bar: readonly unknown[] | null
  /** what was pinned to the navigation, read the same */
  pins: readonly unknown[]
}

export const FIRST_STEPS = ['profile', 'moving', 'languages', 'people'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

export const DEFAULTS: WebSettings = {
  theme: 'system',
  accent: 'server',
  tint_profiles: true,
  language: '',
  text_size: 'normal',
  font: 'system',
  motion: 'system',
  density: 'comfortable',
  group_replies: true,
  group_boosts: true,
  home_start: 'auto',
  home_absence: 4,
  thread_order: 'oldest',
  shortcuts: true,
  autoplay: true,
  save_data: 'auto',
  haptics: true,
  ask_description: true,
  ask_boost: false,
  ask_delete: true,
  ask_unfollow: true,
  first_steps: '',
  columns: null,
  bar: null,
  pins: [],
}

/** how it looks outside of an account, too, where somebody chose it in this browser */
const LOOKS = ['theme', 'accent', 'text_size', 'font', 'motion', 'density', 'language']
/** ms; several changes go to the server together */
const PAUSE = 800
/** ms until a tab sends what another one set, which may have been closed */
const PAUSE_OF_OTHERS = 4000

const signals = new Map<string, { shown: Signal<unknown>; fallback: unknown }>()
let timer: ReturnType<typeof setTimeout> | undefined

watchStoredSettings(() => {
  show()
  if (timer === undefined) sendSoon(PAUSE_OF_OTHERS)
})
// now, and after times without network
reachedAgain.subscribe(() => sendSoon(PAUSE))

/** Something that is set, as a signal; others than those above may be kept as well. */
export function webSetting<K extends keyof WebSettings>(name: K): ReadonlySignal<WebSettings[K]>
export function webSetting<T>(name: string, fallback: T): ReadonlySignal<T>
export function webSetting(name: string, fallback: unknown = DEFAULTS[name as keyof WebSettings]) {
  const known = signals.get(name)
  if (known !== undefined) return known.shown
  const shown = signal(fitting(storedSettings().values[name], fallback))
  signals.set(name, { shown, fallback })
  return shown
}

/** Sets something: here and in the browser's other tabs at once, and for the person's other browsers soon. */
export function saveWebSetting<K extends keyof WebSettings>(name: K, value: WebSettings[K]): void
export function saveWebSetting(name: string, value: unknown): void
export function saveWebSetting(name: string, value: unknown): void {
  const stored = storedSettings()
  const unsent = viewer === null ? [] : [...new Set([...stored.unsent, name])]
  storeSettings({ ...stored, unsent, values: { ...stored.values, [name]: value } })
  if (viewer !== null && LOOKS.includes(name)) storeLook(name, value)
  show()
  sendSoon(PAUSE)
}

function sendSoon(pause: number): void {
  clearTimeout(timer)
  timer = undefined
  if (storedSettings().unsent.length === 0) return
  timer = setTimeout(() => {
    timer = undefined
    void inTurn(() => send(storedSettings().unsent))
  }, pause)
}

/**
 * Sends what was changed. What could not be sent stays, and goes with the next change or start: nobody is asked to sign in
 * again for it, as the other tabs wait for this one's turn to end. What is refused together goes one by one: one that is
 * too large keeps back no other.
 */
async function send(names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const { values } = storedSettings()
  const data = Object.fromEntries(names.map((name) => [name, values[name]]))
  try {
    await api.patchUnasked('/api/web/settings', { data })
  } catch (error) {
    if (names.length > 1 && isRefused(error)) for (const name of names) await send([name])
    return
  }
  const stored = storedSettings()
  // changed again meanwhile
  const isUnsent = (name: string) =>
    !names.includes(name) || !isSame(stored.values[name], values[name])
  storeSettings({ ...stored, unsent: stored.unsent.filter(isUnsent), knownAt: Date.now() })
}

/** Whether the server does not take them, however often they are sent. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 413 || error.status === 422)

function show(): void {
  const { values } = storedSettings()
  for (const [name, { shown, fallback }] of signals) {
    const value = fitting(values[name], fallback)
    // lists that are stored are copies
    if (!isSame(value, shown.peek())) shown.value = value
  }
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

/** Another version may have stored a value of another type under the same name. */
const fitting = (value: unknown, fallback: unknown): unknown =>
  value === undefined || typeof value !== typeof fallback ? fallback : value
