import type { ApiError } from '../../shared/api-error.ts'
import { LinkButton } from '../../shared/components/button.tsx'
import { ErrorNotice } from '../../shared/components/notice.tsx'
import { PageHead } from '../../shared/components/page-head.tsx'
import type { Account } from '../../shared/entities/api.ts'
import { t } from '../../shared/i18n.ts'
import { server, viewer } from '../../shared/session.ts'
import { isElsewhere } from '../people/account-cache.ts'

interface UnknownProfileProps {
  acct: string
  error: ApiError
  retry: () => void
}

/** Where there is nobody by a handle, or they could not be found: why, and what to do. */
export function UnknownProfile({ acct, error, retry }: UnknownProfileProps) {
  if (error.status !== 404 && error.status !== 410) {
    return (
      <>
        <PageHead title={`@${acct}`} />
        <ErrorNotice error={error} retry={retry} />
      </>
    )
  }
  const [username = '', domain = ''] = acct.split('@')
  return isElsewhere(acct) ? (
    <NotHere username={username} domain={domain} />
  ) : (
    <>
      <PageHead title={t('There is nobody called @{acct}', { acct })} />
      <p>{t('The handle may be misspelt, or the account was deleted.')}</p>
      <LinkButton kind="primary" href={`/search?q=${encodeURIComponent(username)}`}>
        {t('Search for “{text}”', { text: username })}
      </LinkButton>
    </>
  )
}

/** Somebody of another server, whom this one does not know. */
function NotHere({ username, domain }: { username: string; domain: string }) {
  const acct = `${username}@${domain}`
  const values = { acct, domain, server: server.title }
  return (
    <>
      <PageHead title={t('@{acct} was not found', { acct })} />
      <p>
        {viewer === null
          ? t('{server} has not met this account yet. Sign in to look for it at {domain}.', values)
          : t('{domain} does not know this account, or does not answer. Check the handle.', values)}
      </p>
      <div class="buttons">
        {viewer === null && (
          <LinkButton
            kind="primary"
            href={`/auth/sign_in?return_to=${encodeURIComponent(`/@${acct}`)}`}
          >
            {t('Sign in')}
          </LinkButton>
        )}
        <a
          class="button secondary"
          href={`https://${domain}/@${username}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          {t('Look at {domain}', { domain })}
        </a>
      </div>
    </>
  )
}

/** An account that the moderators have shut: nothing of it is shown. */
export function SuspendedProfile({ account }: { account: Account }) {
  return (
    <>
      <PageHead title={`@${account.acct}`} />
      <p>{t('This account is suspended: nothing of it is shown here.')}</p>
      <LinkButton href={viewer === null ? '/' : '/home'}>{t('Go to the start page')}</LinkButton>
    </>
  )
}
