import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { t } from '../i18n.ts'
import { Icon, X } from '../icons.tsx'
import { Button } from './button.tsx'
import { Modal } from './modal.tsx'

interface DialogProps {
  title: string
  children: ComponentChildren
  /** also by the Escape key */
  onClose: () => void
  wide?: boolean
}

/** A modal window with a title. It is open as long as it is drawn. */
export function Dialog({ title, children, onClose, wide }: DialogProps) {
  const heading = useId()
  return (
    <Modal class={wide ? 'dialog wide' : 'dialog'} labelledBy={heading} onClose={onClose}>
      <div class="dialog-head">
        <h2 id={heading}>{title}</h2>
        <Button kind="quiet" small label={t('Close')} onClick={onClose}>
          <Icon of={X} size={20} />
        </Button>
      </div>
      <div class="dialog-body">{children}</div>
    </Modal>
  )
}

export interface Question {
  title: string
  /** what will happen, and what cannot be undone */
  text: ComponentChildren
  /** the button that does it, as a verb: "Delete the rule" */
  confirm: string
  /** the button that does nothing of it; default: "Cancel" */
  cancel?: string
  danger?: boolean
}

const asked = signal<{ question: Question; answer: (yes: boolean) => void } | null>(null)

/** Asks before something is done. @returns whether the person wants it */
export function ask(question: Question): Promise<boolean> {
  asked.value?.answer(false)
  return new Promise((resolve) => {
    asked.value = {
      question,
      answer: (yes) => {
        asked.value = null
        resolve(yes)
      },
    }
  })
}

/** Where questions are shown: drawn once for the whole program. */
export function Questions() {
  if (asked.value === null) return null
  const { question, answer } = asked.value
  return (
    <Dialog title={question.title} onClose={() => answer(false)}>
      <div class="prose">
        {typeof question.text === 'string' ? <p>{question.text}</p> : question.text}
      </div>
      <div class="buttons end">
        <Button kind={question.danger ? 'danger' : 'primary'} onClick={() => answer(true)}>
          {question.confirm}
        </Button>
        <Button onClick={() => answer(false)}>{question.cancel ?? t('Cancel')}</Button>
      </div>
    </Dialog>
  )
}
