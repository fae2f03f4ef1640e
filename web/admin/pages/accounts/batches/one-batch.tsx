import { useEffect } from 'preact/hooks'
import { api } from '../../../../shared/api.ts'
import { ActionButton } from '../../../../shared/components/action-button.tsx'
import { Card } from '../../../../shared/components/card.tsx'
import { Loaded } from '../../../../shared/components/loaded.tsx'
import { Badge, Notice } from '../../../../shared/components/notice.tsx'
import { PageHead } from '../../../../shared/components/page-head.tsx'
import type { AccountBatch } from '../../../../shared/entities/admin.ts'
import { formatNumber } from '../../../../shared/format.ts'
import { plural, t } from '../../../../shared/i18n.ts'
import { useGet } from '../../../../shared/use-resource.ts'
import { refreshOverview } from '../../../overview.ts'
import { BATCH_WORDS } from './actions.ts'

/** ms between two looks at a batch that runs */
const PAUSE = 700

/** How far an action on many accounts is, and what failed. */
export function OneBatch({ id }: { id: string }) {
  const path = `/api/rookery/v1/admin/account_batches/${id}`
  const batch = useGet<AccountBatch>(path)
  const { data, reload } = batch
  const runs = data !== null && data.finished_at === null
  useEffect(() => {
    if (!runs) return void refreshOverview()
    const timer = setTimeout(() => void reload(), PAUSE)
    return () => clearTimeout(timer)
  }, [data, runs, reload])
  const title = data === null ? t('Many accounts') : BATCH_WORDS[data.action].title
  return (
    <>
      <PageHead
        title={title}
        up={{ href: '/admin/accounts/batches', title: t('Batch actions') }}
        lead={
          data !== null && plural(data.total, 'Chosen for {n} account', 'Chosen for {n} accounts')
        }
      />
      <Loaded from={batch}>
        {(found) => (
          <div class="batch">
            <Progress batch={found} />
            {found.finished_at !== null && <Result batch={found} />}
            {found.failed > 0 && (
              <Failures
                batch={found}
                retry={async () => batch.set(await api.post<AccountBatch>(`${path}/retry`))}
              />
            )}
          </div>
        )}
      </Loaded>
    </>
  )
}

function Progress({ batch }: { batch: AccountBatch }) {
  const settled = batch.done + batch.failed
  if (batch.finished_at !== null) return null
  return (
    <div class="batch-progress" role="status">
      <progress aria-label={t('Progress')} value={settled} max={batch.total} />
      <span>
        {t('{done} of {all}', {
          done: formatNumber(settled),
          all: formatNumber(batch.total),
        })}
      </span>
      <span class="muted small">{t('It goes on when you leave this page.')}</span>
    </div>
  )
}

function Result({ batch }: { batch: AccountBatch }) {
  const { action, done, failed } = batch
  return (
    <Notice tone={failed === 0 ? 'success' : done === 0 ? 'danger' : 'warning'}>
      <p>
        {done > 0 && <strong>{BATCH_WORDS[action].done(done)}.</strong>}{' '}
        {failed > 0 && plural(failed, '{n} account failed.', '{n} accounts failed.')}
      </p>
    </Notice>
  )
}

function Failures({ batch, retry }: { batch: AccountBatch; retry: () => Promise<void> }) {
  const { failures = [], failed, finished_at } = batch
  return (
    <Card
      title={t('What failed')}
      actions={
        finished_at !== null && (
          <ActionButton small run={retry}>
            {t('Try these again')}
          </ActionButton>
        )
      }
    >
      <ul class="batch-failures">
        {failures.map(({ account_id, label, error }) => (
          <li key={account_id}>
            <a href={`/admin/accounts/${account_id}`}>
              <bdi>{label}</bdi>
            </a>{' '}
            <span class="muted">{error}</span>
          </li>
        ))}
      </ul>
      {failures.length < failed && (
        <p>
          <Badge>{plural(failed - failures.length, 'and {n} more', 'and {n} more')}</Badge>
        </p>
      )}
    </Card>
  )
}
