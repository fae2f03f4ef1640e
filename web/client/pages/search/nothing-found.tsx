import { LinkButton } from '../../../shared/components/button.tsx'
import { t } from '../../../shared/i18n.ts'
import { addressWith } from '../../../shared/router.ts'
import { viewer } from '../../../shared/session.ts'
import { Drawing } from '../../drawings/drawing.tsx'
import { hasOperators } from './operators.ts'
import { isAddress, namesOne } from './resolve.ts'

/** Why there may be nothing, and what to do. */
export function NothingFound({ q }: { q: string }) {
  const plain = q.replace(/(^|\s)-?\w+:\S+/g, ' ').trim()
  return (
    <>
      <Drawing of="lens" />
      <p>{reason(q)}</p>
      <div class="buttons centred">
        {hasOperators(q) && plain !== '' && (
          <LinkButton kind="primary" href={addressWith({ q: plain })}>
            {t('Search for “{text}” alone', { text: plain })}
          </LinkButton>
        )}
        {viewer === null && (
          <LinkButton
            kind="primary"
            href={`/auth/sign_in?return_to=${encodeURIComponent(addressWith({}))}`}
          >
            {t('Sign in to search further')}
          </LinkButton>
        )}
        <LinkButton href="/explore">{t('See what is going on')}</LinkButton>
      </div>
    </>
  )
}

function reason(q: string): string {
  if (isAddress(q)) {
    return t('Nothing that can be shown here is at this address, or its server does not answer.')
  }
  if (namesOne(q)) return t('Nobody is known by this name, or their server does not answer.')
  return t('Nothing was found. Try fewer or other words.')
}
