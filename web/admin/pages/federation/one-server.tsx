import { Card, Facts } from '../../../shared/components/card.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { Instance } from '../../../shared/entities/federation.ts'
import { count } from '../../../shared/format.ts'
import { useGet } from '../../../shared/resource.ts'
import { may } from '../../../shared/session.ts'
import { Decided } from './decided.tsx'
import { Deliveries } from './deliveries.tsx'
import { Purge } from './purge.tsx'
import { pathOf, softwareOf } from './server.ts'
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
        up={{ href: '/admin/federation', title: 'Servers' }}
        lead={data !== null && <ServerState of={data} />}
      />
      <Loaded from={server}>
        {(found) => (
          <div class="split">
            <div class="split-first">
              <Card title="What is known">
                <KnownFacts server={found} />
              </Card>
              <Deliveries server={found} onChange={server.set} />
            </div>
            <div class="split-side">
              <Decided server={found} />
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
  const accounts = count(accounts_count, 'account')
  const timeOf = (at: string | null) => at !== null && <Time at={at} />
  return (
    <Facts
      facts={[
        ['Software', softwareOf(server) ?? 'Not known yet'],
        [
          'Accounts',
          may('manageUsers') && accounts_count > 0 ? (
            <a href={`/admin/accounts?by_domain=${encodeURIComponent(domain)}`}>{accounts}</a>
          ) : (
            accounts
          ),
        ],
        ['Known since', timeOf(first_seen_at)],
        ['Last heard of', timeOf(last_seen_at)],
      ]}
    />
  )
}
