import { Button } from '../../../shared/components/button.tsx'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { tell, tellProblem } from '../../../shared/components/toast.tsx'
import { t } from '../../../shared/i18n.ts'

/** The one time that a secret is to be seen. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      tell(t('Copied'))
    } catch {
      // browsers refuse it on addresses without TLS
      tellProblem([t('The browser does not let it be copied: mark and copy it yourself.')])
    }
  }
  return (
    <Dialog title={t('The secret')} onClose={onClose}>
      <p>{t('Give it to the other program now. It cannot be shown again.')}</p>
      <p>
        <code class="webhook-secret">{secret}</code>
      </p>
      <div class="buttons end">
        <Button onClick={() => void copy()}>{t('Copy')}</Button>
        <Button kind="primary" onClick={onClose}>
          {t('I have kept it')}
        </Button>
      </div>
    </Dialog>
  )
}
