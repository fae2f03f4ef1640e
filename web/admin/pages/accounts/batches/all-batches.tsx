import { List } from '../../../../shared/components/list.tsx'
import { Badge } from '../../../../shared/components/notice.tsx'
import { PageHead } from '../../../../shared/components/page-head.tsx'
import { Time } from '../../../../shared/components/time.tsx'
import type { AccountBatch } from '../../../../shared/entities/admin.ts'
import { plural, t } from '../../../../shared/i18n.ts'
import { useList } from '../../../../shared/use-resource.ts'
import { BATCH_WORDS } from './actions.ts'

/** Actions of the person on many accounts within a month. */
export function AllBatches() {
  const list = useList<AccountBatch>('/api/rookery/v1/admin/account_batches')
  return (
    <>
      <PageHead
        title={t('Batch actions')}
        up={{ href: '/admin/accounts', title: t('Accounts') }}
        lead={t('What you did to several accounts at once. It is kept for 30 days.')}
      />
      <List
        list={list}
        label={t('Batch actions')}
        empty={t('You did nothing to several accounts yet.')}
        keyOf={({ id }) => id}
      >
        {(batch) => (
          <div class="batch-line">
            <a href={`/admin/accounts/batches/${batch.id}`}>
              {batch.done === 0
                ? BATCH_WORDS[batch.action].title
                : BATCH_WORDS[batch.action].done(batch.done)}
            </a>
            <span class="buttons">
              {batch.finished_at === null && <Badge tone="info">{t('Runs')}</Badge>}
              {batch.failed > 0 && (
                <Badge tone="warning">{plural(batch.failed, '{n} failed', '{n} failed')}</Badge>
              )}
              <span class="muted small">
                <Time at={batch.created_at} />
              </span>
            </span>
          </div>
        )}
      </List>
    </>
  )
}
