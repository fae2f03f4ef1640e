import { LinkButton } from '../../shared/components/button.tsx'
import { PageHead } from '../../shared/components/page-head.tsx'
import { t } from '../../shared/i18n.ts'
import { viewer } from '../../shared/session.ts'
import { Drawing } from '../drawings/drawing.tsx'

/** Shown in place of a page at an address that has none. */
export function NotThere() {
  return (
    <>
      <PageHead title={t('Nothing here')} />
      <div class="empty">
        <Drawing of="lens" />
        <p>
          {t('There is no page at this address. The link may be wrong, or what it led to is gone.')}
        </p>
        <LinkButton kind="primary" href={viewer === null ? '/' : '/home'}>
          {t('Go to the start page')}
        </LinkButton>
      </div>
    </>
  )
}
