import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../../shared/components/button.tsx'
import { t } from '../../../shared/i18n.ts'
import type { About, Draft } from './draft.ts'

export interface StepProps {
  about: About
  draft: Draft
  back: () => void
}

/** The question of a step. It takes the focus, so that it is read out. */
export function StepHead({ title, lead }: { title: string; lead?: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div class="report-head">
      <h3 ref={heading} tabIndex={-1}>
        {title}
      </h3>
      {lead && <p class="muted">{lead}</p>}
    </div>
  )
}

interface StepButtonsProps {
  /** null on the first step */
  back: (() => void) | null
  next: () => void
  nextTitle?: string
  disabled?: boolean
}

export function StepButtons({ back, next, nextTitle, disabled }: StepButtonsProps) {
  return (
    <div class="report-buttons">
      {back !== null && <Button onClick={back}>{t('Back')}</Button>}
      <Button kind="primary" disabled={disabled ?? false} onClick={next}>
        {nextTitle ?? t('Next')}
      </Button>
    </div>
  )
}
