import type { ComponentChildren } from 'preact'
import { useAction } from '../action.ts'
import { ask, type Question } from './dialog.tsx'
import { tell, tellError } from './toast.tsx'

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger'

interface ButtonProps {
  children: ComponentChildren
  kind?: ButtonKind
  small?: boolean
  busy?: boolean
  disabled?: boolean
  type?: 'button' | 'submit'
  /** for readers of the screen, where the text alone does not say what is meant */
  label?: string
  pressed?: boolean
  expanded?: boolean
  onClick?: () => void
}

export function Button(props: ButtonProps) {
  const { children, kind = 'secondary', small, busy, disabled, type = 'button' } = props
  return (
    <button
      type={type}
      class={`button ${kind}${small ? ' small' : ''}`}
      aria-busy={busy ? 'true' : undefined}
      aria-label={props.label}
      aria-pressed={props.pressed}
      aria-expanded={props.expanded}
      // not disabled while it works, as it would lose the focus: a second press does nothing
      disabled={disabled}
      onClick={busy ? undefined : props.onClick}
    >
      {children}
    </button>
  )
}

export function LinkButton(props: {
  href: string
  children: ComponentChildren
  kind?: ButtonKind
  small?: boolean
}) {
  const { href, children, kind = 'secondary', small } = props
  return (
    <a class={`button ${kind}${small ? ' small' : ''}`} href={href}>
      {children}
    </a>
  )
}

interface ActionButtonProps extends Pick<ButtonProps, 'children' | 'small' | 'label' | 'disabled'> {
  kind?: ButtonKind
  /** asked first; for whatever cannot be taken back, or touches others */
  question?: Question
  run: () => Promise<unknown>
  /** said when it is done */
  done?: string
}

/** A button that does something at the server: asks, shows that it works, and says how it ended. */
export function ActionButton(props: ActionButtonProps) {
  const { children, kind, question, run, done, ...rest } = props
  const action = useAction(async () => {
    try {
      await run()
      if (done !== undefined) tell(done)
    } catch (error) {
      tellError(error)
    }
  })
  const press = async () => {
    if (question === undefined || (await ask(question))) await action.start()
  }
  return (
    <Button
      {...rest}
      kind={kind ?? (question?.danger ? 'danger' : 'secondary')}
      busy={action.busy}
      onClick={() => void press()}
    >
      {children}
    </Button>
  )
}
