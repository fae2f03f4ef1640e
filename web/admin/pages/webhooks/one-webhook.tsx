import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Card } from '../../../shared/components/card.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { Notice } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Time } from '../../../shared/components/time.tsx'
import { tell } from '../../../shared/components/toast.tsx'
import type { Webhook } from '../../../shared/entities/operations.ts'
import { t } from '../../../shared/i18n.ts'
import { rich } from '../../../shared/rich.ts'
import { go } from '../../../shared/router.ts'
import { type Resource, useResource } from '../../../shared/use-resource.ts'
import { State } from './all-webhooks.tsx'
import { LastDelivery } from './last-delivery.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookForm } from './webhook-form.tsx'

const PATH = '/api/rookery/v1/admin/webhooks'

const NEW: Webhook = {
  id: '',
  url: '',
  events: ['report.created'],
  enabled: true,
  disabled_reason: null,
  secret: null,
  template: null,
  created_at: '',
  last_delivery: null,
}

/** @param id null: one that is not there yet */
export function OneWebhook({ id }: { id: string | null }) {
  const webhook = useResource(`webhook ${id}`, async () =>
    id === null ? NEW : api.get<Webhook>(`${PATH}/${id}`),
  )
  const made = useSignal<Webhook | null>(null)
  const save = async (body: object) => {
    if (id === null) made.value = await api.post<Webhook>(PATH, body)
    else webhook.set(await api.put<Webhook>(`${PATH}/${id}`, body))
  }
  return (
    <>
      <PageHead
        title={id === null ? t('A new webhook') : t('Webhook')}
        up={{ href: '/admin/webhooks', title: t('Webhooks') }}
        lead={
          id !== null &&
          webhook.data !== null && (
            <>
              <span class="webhook-address">{webhook.data.url}</span>{' '}
              <State webhook={webhook.data} />
            </>
          )
        }
      />
      <Loaded from={webhook}>
        {(found) =>
          id === null ? (
            <WebhookForm webhook={found} onSave={save} />
          ) : (
            <div class="split">
              <div class="split-first webhook-settings">
                <WebhookForm key={found.url} webhook={found} onSave={save} />
              </div>
              <div class="split-side">
                <Doing webhook={webhook} found={found} />
              </div>
            </div>
          )
        }
      </Loaded>
      {made.value?.secret && (
        <SecretDialog
          secret={made.value.secret}
          onClose={() => go(`/admin/webhooks/${made.value?.id}`, { replace: true })}
        />
      )}
    </>
  )
}

function Doing({ webhook, found }: { webhook: Resource<Webhook>; found: Webhook }) {
  const { id, disabled_reason } = found
  const test = async () => {
    const sent = await api.post<Webhook>(`${PATH}/${id}/test`)
    webhook.set(sent)
    tell(sent.last_delivery?.error === null ? t('It arrived') : t('It did not arrive: see why'))
  }
  return (
    <>
      {disabled_reason !== null && (
        <Notice tone="danger">
          <p>
            {rich(
              '<strong>The server turned it off:</strong> {disabledreason}. Have the address answer again, then turn it on.',
              { strong: (text) => <strong>{text}</strong>, disabledreason: disabled_reason },
            )}
          </p>
        </Notice>
      )}
      <Card title={t('Last event')}>
        <p class="webhook-last">
          <LastDelivery webhook={found} />
        </p>
        <ActionButton small run={test}>
          {t('Send a test')}
        </ActionButton>
      </Card>
      <Secret id={id} />
      <Removal webhook={found} />
    </>
  )
}

function Removal({ webhook: { id, url, created_at } }: { webhook: Webhook }) {
  return (
    <Card>
      <p class="muted small">{rich('Added {time}', { time: <Time at={created_at} /> })}</p>
      <ActionButton
        small
        question={{
          title: t('Delete this webhook?'),
          text: t('{url} is told of nothing more.', { url }),
          confirm: t('Delete the webhook'),
          danger: true,
        }}
        done={t('The webhook is deleted')}
        run={async () => {
          await api.delete(`${PATH}/${id}`)
          go('/admin/webhooks')
        }}
      >
        {t('Delete…')}
      </ActionButton>
    </Card>
  )
}

function Secret({ id }: { id: string }) {
  const secret = useSignal<string | null>(null)
  return (
    <>
      <Card title={t('Secret')}>
        <p class="small">
          {rich(
            'Every event is signed with it ({xhubsignature}), so that the other program knows that it comes from here. It is shown only when it is made.',
            { xhubsignature: <code>X-Hub-Signature</code> },
          )}
        </p>
        <ActionButton
          small
          question={{
            title: t('Make another secret?'),
            text: t(
              'From then on the other program must know the new one: it will not believe what is signed with the old.',
            ),
            confirm: t('Make another secret'),
          }}
          run={async () => {
            const { secret: fresh } = await api.post<Webhook>(`${PATH}/${id}/rotate_secret`)
            secret.value = fresh
          }}
        >
          {t('Another secret…')}
        </ActionButton>
      </Card>
      {secret.value !== null && (
        <SecretDialog
          secret={secret.value}
          onClose={() => {
            secret.value = null
          }}
        />
      )}
    </>
  )
}
