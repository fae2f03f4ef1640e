import { LinkButton } from '../../../shared/components/button.tsx'
import { List } from '../../../shared/components/list.tsx'
import { Badge } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import type { Webhook } from '../../../shared/entities/operations.ts'
import { t } from '../../../shared/i18n.ts'
import { useList } from '../../../shared/use-resource.ts'
import { EVENTS } from './events.ts'
import { LastDelivery } from './last-delivery.tsx'

export function AllWebhooks() {
  const list = useList<Webhook>('/api/rookery/v1/admin/webhooks')
  return (
    <>
      <PageHead
        title={t('Webhooks')}
        lead={t(
          'Other programs that are told at once of what happens here: a chat of the moderators, a filter for spam.',
        )}
        actions={
          <LinkButton kind="primary" href="/admin/webhooks/new">
            {t('Add a webhook')}
          </LinkButton>
        }
      />
      <List
        list={list}
        label={t('Webhooks')}
        empty={t('No other program is told of anything.')}
        keyOf={({ id }) => id}
      >
        {(webhook) => (
          <div class="webhook">
            <p>
              <a class="webhook-address" href={`/admin/webhooks/${webhook.id}`}>
                <strong>{webhook.url}</strong>
              </a>{' '}
              <State webhook={webhook} />
            </p>
            <p class="muted small">
              {webhook.events.map((name) => EVENTS.get(name)?.title ?? name).join(', ')}
            </p>
            <p class="small">
              <LastDelivery webhook={webhook} />
            </p>
          </div>
        )}
      </List>
    </>
  )
}

export function State({ webhook: { enabled, disabled_reason } }: { webhook: Webhook }) {
  if (enabled) return <Badge tone="success">{t('On|a webhook')}</Badge>
  if (disabled_reason === null) return <Badge>{t('Off|a webhook')}</Badge>
  return <Badge tone="danger">{t('Turned off by the server')}</Badge>
}
