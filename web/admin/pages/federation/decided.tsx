import { LinkButton } from '../../../shared/components/button.tsx'
import { Card, Facts } from '../../../shared/components/card.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { DomainBlock, Instance } from '../../../shared/entities/federation.ts'
import { LimitBadges } from '../../parts/domain-words.tsx'

/** What the staff has decided about a server, by itself or with a domain above it. */
export function Decided({ server }: { server: Instance }) {
  const { domain, domain_block: block, domain_allow: allow } = server
  const blockThis = `/admin/domains/blocks/new?domain=${encodeURIComponent(domain)}`
  return (
    <Card title="Decided">
      {block === null ? <p>It is not blocked.</p> : <BlockFacts block={block} domain={domain} />}
      {allow !== null && (
        <p>
          Allowed by name <Time at={allow.created_at} />.{' '}
          <a href="/admin/domains?view=allows">All</a>
        </p>
      )}
      <div class="buttons">
        {block !== null && (
          <LinkButton href={`/admin/domains/blocks/${block.id}`}>Change the block</LinkButton>
        )}
        {block?.domain !== domain && <LinkButton href={blockThis}>Block it…</LinkButton>}
      </div>
    </Card>
  )
}

function BlockFacts({ block, domain }: { block: DomainBlock; domain: string }) {
  return (
    <div class="decided-facts">
      <Facts
        facts={[
          ['Limits', <LimitBadges key="limits" of={block} />],
          ['By the block of', block.domain !== domain && block.domain],
          ['Public reason', block.public_comment],
          ['For the staff', block.private_comment],
          ['Since', <Time key="since" at={block.created_at} />],
        ]}
      />
    </div>
  )
}
