import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Card } from '../../../shared/components/card.tsx'
import type { Instance } from '../../../shared/entities/federation.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { pathOf } from './server.ts'

/** For servers that are gone for good. */
export function Purge({ server: { domain, accounts_count } }: { server: Instance }) {
  return (
    <Card title={t('Remove everything')}>
      <p class="muted">
        {t(
          'For a server that is gone for good. Its accounts, their posts and media are removed from here, and all follows with them.',
        )}
      </p>
      <ActionButton
        question={{
          title: t('Remove everything of {domain}?', { domain }),
          text: plural(
            accounts_count,
            '{n} account, its posts, media and all follows from and to it are removed here. This cannot be undone. If the server is still there, it may be met anew.',
            '{n} accounts, their posts, media and all follows from and to them are removed here. This cannot be undone. If the server is still there, it may be met anew.',
          ),
          confirm: t('Remove everything'),
          danger: true,
        }}
        done={t('Everything of {domain} is being removed', { domain })}
        run={() => api.post(`${pathOf(domain)}/purge`)}
      >
        {t('Remove everything…')}
      </ActionButton>
    </Card>
  )
}
