import type { ComponentChildren } from 'preact'

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger'

export interface ButtonProps {
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
