import { LinkButton } from '../../shared/components/button.tsx'
import { t } from '../../shared/i18n.ts'
import { place } from '../../shared/router.ts'
import { SignUpButton } from '../visitors/sign-up-button.tsx'

/** How a visitor gets in; after signing in they are where they were. */
export function JoinLinks({ small = false }: { small?: boolean }) {
  const { path } = place.value
  const back = path === '/' ? '' : `?${new URLSearchParams({ return_to: path })}`
  return (
    <div class="buttons join">
      <SignUpButton kind="primary" small={small} />
      <LinkButton href={`/auth/sign_in${back}`} small={small}>
        {t('Sign in')}
      </LinkButton>
    </div>
  )
}
