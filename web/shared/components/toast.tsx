import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { asApiError } from '../api-error.ts'
import { t } from '../i18n.ts'
import { Icon, X } from '../icons.tsx'
import { Button } from './button.tsx'

interface Toast {
  id: number
  kind: 'success' | 'danger'
  text: string
  actions: readonly ToastAction[]
}

/** Action of a toast: a link, or a function. */
export type ToastAction = { label: string; href: string } | { label: string; run: () => void }

/** ms; errors stay until they are closed */
const LIFETIME = 6000
const toasts = signal<readonly Toast[]>([])
let lastId = 0

/** Says shortly that something is done. */
export function tell(text: string, actions: readonly ToastAction[] = []): void {
  const id = show('success', text, actions)
  setTimeout(() => close(id), actions.length === 0 ? LIFETIME : 2 * LIFETIME)
}

/**
 * Says that something did not work, and what to do.
 * @param failed what did not work, as a sentence; default: the reason alone
 */
export function tellError(error: unknown, failed = ''): void {
  const { message, advice } = asApiError(error)
  tellProblem([failed, advice === '' ? message : sentence(message), advice])
}

/** The same, in words of whoever knows the reason. */
export function tellProblem(sentences: readonly string[]): void {
  show('danger', sentences.filter((text) => text !== '').join(' '))
}

function show(kind: Toast['kind'], text: string, actions: readonly ToastAction[] = []): number {
  lastId += 1
  toasts.value = [...toasts.value.slice(-3), { id: lastId, kind, text, actions }]
  return lastId
}

function close(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id)
}

export const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

/** Where they are shown: drawn once for the whole program, as only a live region that is there is read out. */
export function Toasts() {
  const element = useRef<HTMLDivElement>(null)
  const shown = toasts.value
  useEffect(() => {
    const { current } = element
    // above a window that was opened since, which covers all that is not in the top layer
    if (current?.matches(':popover-open') && document.querySelector('dialog[open]')) {
      current.hidePopover()
    }
    if (!current?.matches(':popover-open')) current?.showPopover()
  }, [shown])
  return (
    <div ref={element} class="toasts" popover="manual">
      <div>{shown.filter(({ kind }) => kind === 'danger').map(drawn)}</div>
      <div role="status">{shown.filter(({ kind }) => kind === 'success').map(drawn)}</div>
    </div>
  )
}

const drawn = (toast: Toast) => <ToastLine key={toast.id} toast={toast} />

function ToastLine({ toast: { id, kind, text, actions } }: { toast: Toast }) {
  return (
    // an alert is read out when it comes; what is done, as a change of the region around it
    <div class={`toast ${kind}`} role={kind === 'danger' ? 'alert' : undefined}>
      <p>{text}</p>
      {actions.map((action) => (
        <ToastButton key={action.label} action={action} close={() => close(id)} />
      ))}
      <Button kind="quiet" small label={t('Dismiss')} onClick={() => close(id)}>
        <Icon of={X} size={18} />
      </Button>
    </div>
  )
}

function ToastButton({ action, close }: { action: ToastAction; close: () => void }) {
  if ('href' in action) {
    return (
      <a class="button quiet small" href={action.href} onClick={close}>
        {action.label}
      </a>
    )
  }
  const press = () => {
    close()
    action.run()
  }
  return (
    <Button kind="quiet" small onClick={press}>
      {action.label}
    </Button>
  )
}
