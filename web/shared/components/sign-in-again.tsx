import { useEffect } from 'preact/hooks'
import { ApiError } from '../api-error.ts'
import { t } from '../i18n.ts'
import { checkSession, signInPrompt } from '../session.ts'
import { useAction } from '../use-action.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { ErrorNotice } from './notice.tsx'

/** Drawn once: asks to sign in when the session has ended. What was typed stays where it is. */
export function SignInAgain() {
  return signInPrompt.value === null ? null : <Prompt answer={signInPrompt.value} />
}

function Prompt({ answer }: { answer: (again: boolean) => void }) {
  const check = useAction(async () => {
    if ((await checkSession()) === 'gone')
      throw new ApiError(401, { error: t('Not signed in yet') })
    answer(true)
  })
  // who comes back from signing in should not have to say so
  useEffect(() => {
    const look = async () => {
      if (!document.hidden && (await checkSession()) !== 'gone') answer(true)
    }
    const onChange = () => void look()
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [answer])
  return (
    <Dialog title={t('You are signed out')} onClose={() => answer(false)}>
      <p>
        {t(
          'Your session has ended. Sign in again in another tab, then go on here: nothing is lost.',
        )}
      </p>
      {check.error !== null && <ErrorNotice error={check.error} />}
      <div class="buttons end">
        <a
          class="button primary"
          href="/auth/sign_in?return_to=/settings"
          target="_blank"
          rel="noopener"
        >
          {t('Sign in')}
        </a>
        <Button busy={check.busy} onClick={() => void check.start()}>
          {t('Go on')}
        </Button>
      </div>
    </Dialog>
  )
}
