import { Button } from '../../../shared/components/button.tsx'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { tell, tellError } from '../../../shared/components/toast.tsx'

/** The one time that a secret is to be seen. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      tell('Copied')
    } catch {
      // browsers refuse it on addresses without TLS
      tellError(new Error('The browser does not let it be copied: mark and copy it yourself'))
    }
  }
  return (
    <Dialog title="The secret" onClose={onClose}>
      <p>Give it to the other program now. It cannot be shown again.</p>
      <p>
        <code class="webhook-secret">{secret}</code>
      </p>
      <div class="buttons end">
        <Button onClick={() => void copy()}>Copy</Button>
        <Button kind="primary" onClick={onClose}>
          I have kept it
        </Button>
      </div>
    </Dialog>
  )
}
