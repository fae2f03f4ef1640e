import { LinkButton } from '../../shared/components/button.tsx'
import { Empty } from '../../shared/components/notice.tsx'
import { t } from '../../shared/i18n.ts'
import { viewer } from '../../shared/session.ts'

/** Instead of the directory where the server keeps none, or not for visitors. */
export function Unlisted() {
  return (
    <Empty>
      <p>{t('This server does not list its people.')}</p>
      {viewer === null ? (
        <LinkButton kind="primary" href="/explore">
          {t('See what is going on')}
        </LinkButton>
      ) : (
        <LinkButton kind="primary" href="/explore/suggestions">
          {t('Find people to follow')}
        </LinkButton>
      )}
    </Empty>
  )
}

/** Whether that is why it could not be read. */
export const isUnlisted = (status: number | undefined): boolean =>
  status === 401 || status === 403 || status === 404
