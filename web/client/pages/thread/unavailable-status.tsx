import type { ApiError } from '../../../shared/api-error.ts'
import { LinkButton } from '../../../shared/components/button.tsx'
import { ErrorNotice } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { t } from '../../../shared/i18n.ts'
import { place } from '../../../shared/router.ts'
import { viewer } from '../../../shared/session.ts'

/** Instead of a status that cannot be shown: why, and where to go. */
export function UnavailableStatus({
  acct,
  error,
  retry,
}: {
  acct: string
  error: ApiError
  retry: () => void
}) {
  if (error.status !== 404 && error.status !== 403 && error.status !== 401) {
    return (
      <>
        <PageHead title={t('Post')} />
        <ErrorNotice error={error} retry={retry} />
      </>
    )
  }
  const back = encodeURIComponent(place.value.path)
  return (
    <>
      <PageHead title={t('This post is not here')} />
      <p>
        {viewer === null
          ? t('It was deleted, or only some people may see it. If you are one of them, sign in.')
          : t('It was deleted, or it is not meant for you.')}
      </p>
      <div class="buttons">
        {viewer === null && (
          <LinkButton kind="primary" href={`/auth/sign_in?return_to=${back}`}>
            {t('Sign in')}
          </LinkButton>
        )}
        <LinkButton href={`/@${acct}`}>{t('Go to the profile of @{acct}', { acct })}</LinkButton>
        <LinkButton href={viewer === null ? '/' : '/home'}>{t('Go to the start page')}</LinkButton>
      </div>
    </>
  )
}
