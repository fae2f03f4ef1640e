import type { ComponentChildren } from 'preact'
import type { ApiError } from '../api-error.ts'
import { t } from '../i18n.ts'
import { Button } from './button.tsx'
import { sentence } from './toast.tsx'

export type Tone = 'info' | 'success' | 'warning' | 'danger'

export function Notice({ tone = 'info', children }: { tone?: Tone; children: ComponentChildren }) {
  return <div class={`notice ${tone}`}>{children}</div>
}

interface ErrorNoticeProps {
  error: ApiError
  retry?: () => void
  /** the person has typed something, which stays where it is */
  isTyped?: boolean
}

/** An error, with advice. */
export function ErrorNotice({ error, retry, isTyped }: ErrorNoticeProps) {
  return (
    <div class="notice danger" role="alert">
      <p>
        <strong>{sentence(error.message)}</strong> {error.advice}
        {isTyped && error.status === 0 && ` ${t('What you typed is kept.')}`}
      </p>
      {retry && (
        <Button small onClick={retry}>
          {t('Try again')}
        </Button>
      )}
    </div>
  )
}

/** Placeholder of an empty list. */
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
