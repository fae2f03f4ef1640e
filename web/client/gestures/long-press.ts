import { tellError } from '../../shared/components/toast.tsx'
import { viewer } from '../../shared/session.ts'
import { buzz } from '../state/haptics.ts'
import { findStatus } from '../state/statuses.ts'
import { toggleReaction } from '../status/reactions.tsx'
import { openLinkMenu } from './link-menu.ts'
import { SLACK } from './moves.ts'
import { isOnText } from './on-text.ts'
import { type Touched, touchedBy } from './touches.ts'

/** ms after which a press is a long one, a little before the browser's own menu */
const LONG = 450

interface Press {
  touched: Touched
  run: () => void
  timer: ReturnType<typeof setTimeout>
}

let press: Press | null = null
/** whether a menu was opened by the finger that still lies there */
let isDone = false

/** Menus by a long press: of a post, of a link, of the actions. Text stays for the browser, which selects it. */
export function watchLongPresses(): void {
  const passive = { passive: true }
  document.addEventListener('touchstart', begin, passive)
  document.addEventListener('touchmove', move, passive)
  document.addEventListener('touchend', forget, passive)
  document.addEventListener('touchcancel', forget, passive)
  document.addEventListener('contextmenu', (event) => {
    if (press === null && !isDone) return
    event.preventDefault()
    fire()
  })
  // the finger is lifted above what was opened, or above what was pressed
  document.addEventListener('click', swallow, { capture: true })
}

function begin(event: TouchEvent): void {
  forget()
  isDone = false
  const touched = touchedBy(event)
  const run = touched && meaningOf(touched)
  if (touched !== null && run !== null) press = { touched, run, timer: setTimeout(fire, LONG) }
}

function move({ touches: [touch] }: TouchEvent): void {
  if (press === null || touch === undefined) return
  const { x, y } = press.touched
  if (Math.hypot(touch.clientX - x, touch.clientY - y) > SLACK) forget()
}

function forget(): void {
  clearTimeout(press?.timer)
  press = null
}

function fire(): void {
  const now = press
  forget()
  if (now === null) return
  isDone = true
  buzz()
  now.run()
}

function swallow(event: MouseEvent): void {
  // presses by a script or a key come from no finger
  if (!isDone || !event.isTrusted || event.detail === 0) return
  isDone = false
  event.preventDefault()
  event.stopPropagation()
}

/** Elements that have a use of their own for a long press, or none. */
const LEFT_ALONE = 'dialog, input, textarea, select, video, audio, img:not(.avatar, .emoji), canvas'

/** @returns null where a long press means nothing here */
function meaningOf({ target, x, y }: Touched): (() => void) | null {
  if (target.closest('#main') === null || target.closest(LEFT_ALONE) !== null) return null
  const article = target.closest<HTMLElement>('article[data-status]')
  const action = target.closest('.act')
  if (action !== null) return article === null ? null : actionOf(action, article)
  // the link of its time stands for the post
  const link = target.closest<HTMLAnchorElement>('a[href]:not(.status-time)')
  if (link !== null) return () => openLinkMenu(link)
  const isOther = target.closest('button, summary, label') !== null
  if (article === null || isOther || isOnText(target, x, y)) return null
  return () => article.querySelector<HTMLElement>('[data-key="more"]')?.click()
}

function actionOf(action: Element, article: HTMLElement): (() => void) | null {
  if (viewer === null) return null
  if (action.classList.contains('boost')) {
    return () => article.querySelector<HTMLElement>('[data-key="quote"]')?.click()
  }
  if (action.classList.contains('favourite')) return () => void react(article)
  return null
}

async function react(article: HTMLElement): Promise<void> {
  const found = findStatus(article.dataset.status ?? '')
  if (found === undefined) return
  const { id } = found.reblog ?? found
  const { openReactionPicker } = await import('../status/more/open-dialogs.tsx')
  openReactionPicker((chosen) => {
    const status = findStatus(id)
    if (status !== undefined) toggleReaction(status, chosen).catch(tellError)
  })
}
