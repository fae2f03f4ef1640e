import { type ButtonKind, LinkButton } from '../../shared/components/button.tsx'
import { t } from '../../shared/i18n.ts'
import { instance } from '../state/server.ts'

interface SignUpButtonProps {
  kind?: ButtonKind
  /** with the fewest words, too */
  small?: boolean
}

/** The way to an account here: asked for where somebody decides, elsewhere or none where sign-ups are closed. */
export function SignUpButton({ kind = 'secondary', small = false }: SignUpButtonProps) {
  const known = instance.value?.registrations
  // as long as it is not known, the page behind it says what holds
  const href = known?.enabled === false ? known.url : '/auth/sign_up'
  if (href === null) return null
  return (
    <LinkButton kind={kind} href={href} small={small}>
      {known?.approval_required ? t('Ask to join') : small ? t('Sign up') : t('Create an account')}
    </LinkButton>
  )
}
