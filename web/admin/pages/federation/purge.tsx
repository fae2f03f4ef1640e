import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/button.tsx'
import { Card } from '../../../shared/components/card.tsx'
import type { Instance } from '../../../shared/entities/federation.ts'
import { count } from '../../../shared/format.ts'
import { pathOf } from './server.ts'

/** For servers that are gone for good. */
export function Purge({ server: { domain, accounts_count } }: { server: Instance }) {
  return (
    <Card title="Remove everything">
      <p class="muted">
        For a server that is gone for good. Its accounts, their posts and media are removed from
        here, and all follows with them.
      </p>
      <ActionButton
        question={{
          title: `Remove everything of ${domain}?`,
          text: `${count(accounts_count, 'account')}, their posts, media and all follows from and to them are removed here. This cannot be undone. If the server is still there, it may be met anew.`,
          confirm: 'Remove everything',
          danger: true,
        }}
        done={`Everything of ${domain} is being removed`}
        run={() => api.post(`${pathOf(domain)}/purge`)}
      >
        Remove everything…
      </ActionButton>
    </Card>
  )
}
