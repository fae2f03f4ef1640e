import { Card, Facts } from '../../../shared/components/card.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { Instance } from '../../../shared/entities/federation.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { may } from '../../../shared/session.ts'
import { useGet } from '../../../shared/use-resource.ts'
import { Deliveries } from './deliveries.tsx'
import { Purge } from './purge.tsx'
import { pathOf, softwareOf } from './server.ts'
import { ServerDecisions } from './server-decisions.tsx'
import { ServerFigures } from './server-figures.tsx'
import { ServerState } from './server-state.tsx'

/** All that the staff knows of a server, and what it can do about it. */
export function OneServer({ domain }: { domain: string }) {
  const server = useGet<Instance>(pathOf(domain))
  const { data } = server
  return (
    <>
      <PageHead
        title={data?.domain ?? domain}
        up={{ href: '/admin/federation', title: t('Servers') }}
        lead={data !== null && <ServerState of={data} />}
      />
      <Loaded from={server}>
        {(found) => (
          <div class="split">
            <div class="split-first">
              <Card title={t('What is known')}>
                <KnownFacts server={found} />
              </Card>
              <Deliveries server={found} onChange={server.set} />
            </div>
            <div class="split-side">
              <ServerDecisions server={found} />
              {found.accounts_count > 0 && <Purge server={found} />}
            </div>
            <div class="split-rest">
              {may('viewDashboard') && <ServerFigures domain={found.domain} />}
            </div>
          </div>
        )}
      </Loaded>
    </>
  )
}

function KnownFacts({ server }: { server: Instance }) {
  const { domain, accounts_count, first_seen_at, last_seen_at } = server
  const accounts = plural(accounts_count, '{n} account', '{n} accounts')
  const timeOf = (at: string | null) => at !== null && <Time at={at} />
  return (
    <Facts
      facts={[
        [t('Software'), softwareOf(server) ?? t('Not known yet')],
        [
          t('Accounts'),
          may('manageUsers') && accounts_count > 0 ? (
            <a href={`/admin/accounts?by_domain=${encodeURIComponent(domain)}`}>{accounts}</a>
          ) : (
            accounts
          ),
        ],
        [t('Known since'), timeOf(first_seen_at)],
        [t('Last heard of'), timeOf(last_seen_at)],
      ]}
    />
  )
}
