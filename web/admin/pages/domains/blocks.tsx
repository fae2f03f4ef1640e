import { ListTable } from '../../../shared/components/table.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { DomainBlock } from '../../../shared/entities/federation.ts'
import { t } from '../../../shared/i18n.ts'
import { useList } from '../../../shared/use-resource.ts'
import { LimitBadges } from '../../parts/domain-words.tsx'

export function Blocks() {
  const list = useList<DomainBlock>('/api/v1/admin/domain_blocks', { limit: 50 })
  return (
    <ListTable
      list={list}
      caption={t('Blocked domains')}
      keyOf={({ id }) => id}
      empty={t('No domain is blocked.')}
      columns={[
        {
          title: t('Domain'),
          main: true,
          cell: ({ id, domain, public_comment, private_comment }) => (
            <>
              <a href={`/admin/domains/blocks/${id}`}>
                <strong>{domain}</strong>
              </a>
              {public_comment !== null && <p class="domain-comment">{public_comment}</p>}
              {private_comment !== null && (
                <p class="domain-comment muted small">{private_comment}</p>
              )}
            </>
          ),
        },
        { title: t('Limits'), cell: (block) => <LimitBadges of={block} /> },
        { title: t('Since'), cell: ({ created_at }) => <Time at={created_at} /> },
      ]}
    />
  )
}
