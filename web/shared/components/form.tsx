import { type ComponentChildren, createContext } from 'preact'
import { useContext, useRef } from 'preact/hooks'
import type { ApiError } from '../api-error.ts'
import { t } from '../i18n.ts'
import { useAction } from '../use-action.ts'
import { Button } from './button.tsx'
import { ErrorNotice } from './notice.tsx'
import { tell } from './toast.tsx'

const Problems = createContext<Readonly<Record<string, string>>>({})

/** The server's error for a field of the surrounding form. */
export function useProblem(name: string | undefined): string | undefined {
  const problems = useContext(Problems)
  return name === undefined ? undefined : problems[name]
}

interface FormProps {
  children: ComponentChildren
  /** the button's text */
  submit: string
  /** sends it; what it throws is shown, field by field where the server says so */
  onSubmit: () => Promise<unknown>
  /** said when it is done */
  done?: string
  danger?: boolean
  disabled?: boolean
  onCancel?: () => void
  /** fields and button side by side, as for a search */
  inline?: boolean
}

/** A form that stays as it is typed until the server has taken it. */
export function Form(props: FormProps) {
  const { children, submit, onSubmit, done, danger, disabled, onCancel, inline } = props
  const form = useRef<HTMLFormElement>(null)
  const action = useAction(onSubmit)
  const send = async (event: Event) => {
    event.preventDefault()
    const isDone = await action.start()
    if (isDone && done !== undefined) tell(done)
    // the first field that the server refuses, once it is marked
    if (!isDone) setTimeout(() => focusFirstProblem(form.current), 0)
  }
  return (
    <form ref={form} class={inline ? 'form inline' : 'form'} onSubmit={(event) => void send(event)}>
      <Problems.Provider value={action.error?.details ?? {}}>{children}</Problems.Provider>
      {action.error !== null && <FormError error={action.error} />}
      <div class="buttons">
        <Button
          type="submit"
          kind={danger ? 'danger' : 'primary'}
          busy={action.busy}
          disabled={disabled ?? false}
        >
          {submit}
        </Button>
        {onCancel && <Button onClick={onCancel}>{t('Cancel')}</Button>}
      </div>
    </form>
  )
}

function FormError({ error }: { error: ApiError }) {
  return <ErrorNotice error={error} isTyped />
}

function focusFirstProblem(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
