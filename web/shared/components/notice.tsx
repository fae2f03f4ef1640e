import type { ComponentChildren } from 'preact'
import type { ApiError } from '../api-error.ts'
import { t } from '../i18n.ts'
import { Button } from './button.tsx'
import { sentence } from './toast.tsx'

export type Tone = 'info' | 'success' | 'warning' | 'danger'

export function Notice({ tone = 'info', children }: { tone?: Tone; children: ComponentChildren }) {
  return <div class={`notice ${tone}`}>{children}</div>
}

/** What went wrong and what can be done. */
export function ErrorNotice({ error, retry }: { error: ApiError; retry?: () => void }) {
  return (
    <div class="notice danger" role="alert">
      <p>
        <strong>{sentence(error.message)}</strong> {error.advice}
      </p>
      {retry && (
        <Button small onClick={retry}>
          {t('Try again')}
        </Button>
      )}
    </div>
  )
}

/** What stands where there is nothing. */
export function Empty({ children }: { children: ComponentChildren }) {
  return <div class="empty">{children}</div>
}

export function Loading() {
  return (
    <p class="loading" role="status">
      {t('Loading…')}
    </p>
  )
}

/** A word about the state of something. */
export function Badge({ tone, children }: { tone?: Tone; children: ComponentChildren }) {
  return <span class={`badge ${tone ?? 'plain'}`}>{children}</span>
}
