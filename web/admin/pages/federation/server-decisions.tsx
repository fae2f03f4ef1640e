import { LinkButton } from '../../../shared/components/button.tsx'
import { Card, Facts } from '../../../shared/components/card.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { DomainBlock, Instance } from '../../../shared/entities/federation.ts'
import { t } from '../../../shared/i18n.ts'
import { rich } from '../../../shared/rich.ts'
import { LimitBadges } from '../../parts/domain-words.tsx'

/** Decisions of the staff about a server, or about a domain above it. */
export function ServerDecisions({ server }: { server: Instance }) {
  const { domain, domain_block: block, domain_allow: allow } = server
  const blockThis = `/admin/domains/blocks/new?domain=${encodeURIComponent(domain)}`
  return (
    <Card title={t('Decided|heading')}>
      {block === null ? (
        <p>{t('It is not blocked.')}</p>
      ) : (
        <BlockFacts block={block} domain={domain} />
      )}
      {allow !== null && (
        <p>
          {rich('Allowed by name {time}. <link>All</link>', {
            time: <Time at={allow.created_at} />,
            link: (text) => <a href="/admin/domains?view=allows">{text}</a>,
          })}
        </p>
      )}
      <div class="buttons">
        {block !== null && (
          <LinkButton href={`/admin/domains/blocks/${block.id}`}>
            {t('Change the block')}
          </LinkButton>
        )}
        {block?.domain !== domain && <LinkButton href={blockThis}>{t('Block it…')}</LinkButton>}
      </div>
    </Card>
  )
}

function BlockFacts({ block, domain }: { block: DomainBlock; domain: string }) {
  return (
    <div class="decided-facts">
      <Facts
        facts={[
          [t('Limits'), <LimitBadges key="limits" of={block} />],
          [t('By the block of'), block.domain !== domain && block.domain],
          [t('Public reason'), block.public_comment],
          [t('For the staff'), block.private_comment],
          [t('Since'), <Time key="since" at={block.created_at} />],
        ]}
      />
    </div>
  )
}
