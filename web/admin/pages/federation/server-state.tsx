import { Badge } from '../../../shared/components/notice.tsx'
import type { Instance } from '../../../shared/entities/federation.ts'
import { t } from '../../../shared/i18n.ts'
import { LimitBadges, ReachabilityBadge } from '../../parts/domain-words.tsx'

/** Badges for a server that is limited, allowed or unreachable; none for other servers. */
export function ServerState({
  of: { domain_block, domain_allow, availability },
}: {
  of: Instance
}) {
  const isReached = availability.state === 'ok'
  if (domain_block === null && domain_allow === null && isReached) return null
  return (
    <p class="badges server-state">
      {domain_block !== null && <LimitBadges of={domain_block} />}
      {domain_allow !== null && <Badge tone="success">{t('Allowed')}</Badge>}
      {!isReached && <ReachabilityBadge of={availability.state} />}
    </p>
  )
}
