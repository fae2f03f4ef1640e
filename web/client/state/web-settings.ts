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
  /** names of those that the server does not know yet */
  unsent: readonly string[]
  /** ms since 1970; when the server last took some: a document that was asked for before may not have them */
  sentAt: number
  values: Values
}

const NOTHING: Stored = { owner: null, unsent: [], sentAt: 0, values: {} }

const owner = viewer?.account_id ?? null
const signals = new Map<string, { shown: Signal<unknown>; fallback: unknown }>()
let timer: ReturnType<typeof setTimeout> | undefined
let isSending = false
let stored = start()
// the other tabs begin with what this one was told
if (read().owner === owner) keep()
addEventListener('storage', ({ key }) => {
  if (key === STORED) adopt()
})

/** Something that is set, as a signal; others than those above may be kept as well. */
export function webSetting<K extends keyof WebSettings>(name: K): ReadonlySignal<WebSettings[K]>
export function webSetting<T>(name: string, fallback: T): ReadonlySignal<T>
export function webSetting(name: string, fallback: unknown = DEFAULTS[name as keyof WebSettings]) {
  const known = signals.get(name)
  if (known !== undefined) return known.shown
  const shown = signal(fitting(stored.values[name], fallback))
  signals.set(name, { shown, fallback })
  return shown
}

/** Sets something: here and in the browser's other tabs at once, and for the person's other browsers soon. */
export function saveWebSetting<K extends keyof WebSettings>(name: K, value: WebSettings[K]): void
export function saveWebSetting(name: string, value: unknown): void
export function saveWebSetting(name: string, value: unknown): void {
  const unsent = owner === null ? [] : [...new Set([...stored.unsent, name])]
  stored = { ...stored, owner, unsent, values: { ...stored.values, [name]: value } }
  keep()
  show()
  if (owner !== null) sendSoon()
}

function sendSoon(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void send(), PAUSE)
}

/**
 * Sends what was changed, one time after the other: of two on their way the later one might arrive first. After a
 * failure they stay stored here, and go with the next change or the next start.
 */
async function send(): Promise<void> {
  if (isSending || stored.unsent.length === 0) return
  isSending = true
  const { values, unsent } = stored
  const hasGone = await api.patch('/api/web/settings', { data: pick(values, unsent) }).then(
    () => true,
    () => false,
  )
  isSending = false
  const isChanged = stored.values !== values
  if (hasGone) {
    const isKnown = (name: string) =>
      unsent.includes(name) && isSame(stored.values[name], values[name])
    stored = {
      ...stored,
      unsent: stored.unsent.filter((name) => !isKnown(name)),
      sentAt: Date.now(),
    }
    keep()
  }
  if (isChanged) await send()
}

function start(): Stored {
  const here = read()
  const isOwn = here.owner === owner
  // visitors see the looks that were chosen here last
  const known = isOwn || owner === null ? here.values : {}
  const { unsent, sentAt } = isOwn ? here : NOTHING
  const isDocumentOlder = performance.timeOrigin < sentAt && sentAt <= Date.now()
  const given = isDocumentOlder ? null : givenByServer()
  const values = { ...(given ?? known), ...pick(known, unsent) }
  if (unsent.length > 0) sendSoon()
  return { owner, unsent, sentAt, values }
}

/** Takes over what another tab has stored. */
function adopt(): void {
  const here = read()
  if (here.owner !== owner) return
  stored = here
  show()
}

function show(): void {
  for (const [name, { shown, fallback }] of signals) {
    const value = fitting(stored.values[name], fallback)
    // lists that another tab has stored are copies
    if (!isSame(value, shown.peek())) shown.value = value
  }
}

function read(): Stored {
  try {
    const found = JSON.parse(localStorage.getItem(STORED) ?? '') as Partial<Stored>
    const unsent = Array.isArray(found.unsent) ? found.unsent : []
    return { ...NOTHING, ...found, unsent }
  } catch {
    return NOTHING
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

function pick(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, values[name]]))
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

/** Another version may have stored a value of another type under the same name. */
const fitting = (value: unknown, fallback: unknown): unknown =>
  value === undefined || typeof value !== typeof fallback ? fallback : value
