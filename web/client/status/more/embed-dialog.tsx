import { Button } from '../../../shared/components/button.tsx'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import type { OEmbed, Status } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { useGet } from '../../../shared/use-resource.ts'
import { copy } from '../../layers/clipboard.ts'

/** HTML that shows a post on other sites. */
export function EmbedDialog({ status, close }: { status: Status; close: () => void }) {
  const embed = useGet<OEmbed>('/api/oembed', { url: status.url ?? status.uri })
  return (
    <Dialog title={t('Embed this post')} onClose={close}>
      <p>{t('Put this into the HTML of your page, and the post is shown there.')}</p>
      <Loaded from={embed}>
        {({ html }) => (
          <>
            <textarea
              class="mono"
              rows={5}
              readOnly
              aria-label={t('HTML of the post')}
              onFocus={(event) => event.currentTarget.select()}
              value={html}
            />
            <div class="buttons end">
              <Button kind="primary" onClick={() => void copy(html, t('Copied'))}>
                {t('Copy')}
              </Button>
            </div>
          </>
        )}
      </Loaded>
    </Dialog>
  )
}
