import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Accent } from '../../../src/kernel/base/accents.ts'
import { api } from '../../shared/api.ts'
import { viewer } from '../../shared/session.ts'

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

/** where this browser keeps them: they count at once, before the server has heard of them */
const STORED = 'rookery.settings'
/** ms; several changes go to the server together */
const PAUSE = 800

type Values = Record<string, unknown>

interface Stored {
  /** of whom: the next one who signs in here has settings of their own */
  owner: string | null
  /** whether the server does not know all of them yet */
  unsent: boolean
  values: Values
}

const owner = viewer?.account_id ?? null
const signals = new Map<string, Signal<unknown>>()
let stored = start()
let timer: ReturnType<typeof setTimeout> | undefined
let isSending = false

/** Something that is set, as a signal; others than those above may be kept as well. */
export function webSetting<K extends keyof WebSettings>(name: K): ReadonlySignal<WebSettings[K]>
export function webSetting<T>(name: string, fallback: T): ReadonlySignal<T>
export function webSetting(name: string, fallback: unknown = DEFAULTS[name as keyof WebSettings]) {
  const known = signals.get(name)
  if (known !== undefined) return known
  const made = signal(fitting(stored.values[name], fallback))
  signals.set(name, made)
  return made
}

/** Sets something: here at once, and for the person's other browsers soon. */
export function saveWebSetting<K extends keyof WebSettings>(name: K, value: WebSettings[K]): void
export function saveWebSetting(name: string, value: unknown): void
export function saveWebSetting(name: string, value: unknown): void {
  stored = { owner, unsent: owner !== null, values: { ...stored.values, [name]: value } }
  keep()
  const known = signals.get(name)
  if (known === undefined) signals.set(name, signal(value))
  else known.value = value
  if (owner === null) return
  clearTimeout(timer)
  timer = setTimeout(() => void send(), PAUSE)
}

/**
 * Sends the settings, one time after the other: of two on their way the later one might arrive first. After a failure they
 * stay stored here, and go with the next change or the next start.
 */
async function send(): Promise<void> {
  if (isSending) return
  isSending = true
  const sent = stored.values
  const hasGone = await api.put('/api/web/settings', { data: sent }).then(
    () => true,
    () => false,
  )
  isSending = false
  // changed meanwhile
  if (stored.values !== sent) return send()
  if (!hasGone) return
  stored = { ...stored, unsent: false }
  keep()
}

function start(): Stored {
  const here = read()
  const isOwn = here.owner === owner
  const given = givenByServer()
  if (isOwn && here.unsent) {
    timer = setTimeout(() => void send(), PAUSE)
    return here
  }
  // how it looks outside of an account is a beginning for one that has set nothing
  return { owner, unsent: false, values: given ?? (isOwn || owner === null ? here.values : {}) }
}

function read(): Stored {
  try {
    const found = JSON.parse(localStorage.getItem(STORED) ?? '') as Partial<Stored>
    return { owner: found.owner ?? null, unsent: found.unsent === true, values: found.values ?? {} }
  } catch {
    return { owner: null, unsent: false, values: {} }
  }
}

function keep(): void {
  try {
    localStorage.setItem(STORED, JSON.stringify(stored))
  } catch {
    // a browser that keeps nothing: it counts until the page is left
  }
}

function givenByServer(): Values | null {
  const text = document.querySelector<HTMLMetaElement>('meta[name="settings"]')?.content
  try {
    const given = JSON.parse(text ?? 'null') as Values | null
    return given === null || Object.keys(given).length === 0 ? null : given
  } catch {
    return null
  }
}

/** Another version may have stored a value of another type under the same name. */
const fitting = (value: unknown, fallback: unknown): unknown =>
  value === undefined || typeof value !== typeof fallback ? fallback : value
