import { Badge } from '../../../shared/components/notice.tsx'
import type { Instance } from '../../../shared/entities/federation.ts'
import { LimitBadges, ReachabilityBadge } from '../../parts/domain-words.tsx'

/** What is unusual about a server; nothing about others. */
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
      {domain_allow !== null && <Badge tone="success">Allowed</Badge>}
      {!isReached && <ReachabilityBadge of={availability.state} />}
    </p>
  )
}
