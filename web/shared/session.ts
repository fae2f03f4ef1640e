import { signal } from '@preact/signals'
import type { Permission } from './entities/permission.ts'
import { comparedWith, type Session } from './session-comparison.ts'

/** The user of the page, from the document (src/surfaces/pages/program.ts). */
export interface Me {
  account_id: string
  username: string
  role: string
  /** of the role: one may act upon those below */
  position: number
  permissions: Permission[]
}

/** The signed-in user; null for visitors. */
export const viewer: Me | null = readMeta('me')
/** The same, for programs and pages that only open for who is signed in. */
export const me = viewer as Me
export const server: {
  title: string
  version: string
  domain: string
  /** which ways of the navigation depend on the server's settings */
  ways: { local: boolean; remote: boolean; terms: boolean }
  /** its accent colour; empty: that of the software */
  colour: string
  /** address of its picture in place of the bird */
  logo: string | null
} = readMeta('server')
/** a page that says who is signed in, for everybody who is */
const HOME = '/home'
/** ms */
const TIMEOUT = 60_000

/** Whether the role allows one of them. The API asks again; this only decides what is offered. */
export function may(...permissions: Permission[]): boolean {
  return permissions.some((permission) => viewer?.permissions.includes(permission) === true)
}

let csrfToken = contentOf(document, 'csrf-token')
export const currentCsrfToken = (): string => csrfToken

/** Set while somebody is asked to sign in again; what waits goes on with the answer. */
export const signInPrompt = signal<((again: boolean) => void) | null>(null)

let asking: Promise<boolean> | null = null

/** Asks the person to sign in again, without leaving the page. @returns whether they did */
export function askToSignIn(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    signInPrompt.value = resolve
  }).finally(() => {
    signInPrompt.value = null
    asking = null
  })
  return asking
}

/**
 * Looks whether the browser's session still is good, and takes its token. Where it is somebody else's by now, the
 * page loads again instead: it must do nothing as another account.
 *
 * @returns `renewed` if it is another session than before, so that a refused call is worth another try
 */
export async function checkSession(): Promise<'same' | 'renewed' | 'gone'> {
  const found = await readSession()
  const before = { account: viewer?.account_id ?? null, csrfToken }
  const result = comparedWith(before, found)
  if (result === 'other') return startOver()
  csrfToken = found?.csrfToken ?? csrfToken
  return result
}

/** The session that the browser has by now; null: there is none. */
async function readSession(): Promise<Session | null> {
  const signal = AbortSignal.timeout(TIMEOUT)
  const headers = { accept: 'text/html' }
  const response = await fetch(HOME, { redirect: 'manual', headers, signal })
  if (response.status !== 200) return null
  const shell = new DOMParser().parseFromString(await response.text(), 'text/html')
  const who = JSON.parse(contentOf(shell, 'me') || 'null') as Me | null
  return { account: who?.account_id ?? null, csrfToken: contentOf(shell, 'csrf-token') }
}

/** Loads the page again, as whoever is signed in by now; nothing that waits goes on. */
export function startOver(): Promise<never> {
  location.reload()
  return new Promise(() => {})
}

function contentOf(from: Document, name: string): string {
  return from.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

function readMeta<T>(name: string): T {
  return JSON.parse(contentOf(document, name)) as T
}
