import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/button.tsx'
import { Card } from '../../../shared/components/card.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { Notice } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Time } from '../../../shared/components/time.tsx'
import { tell } from '../../../shared/components/toast.tsx'
import type { Webhook } from '../../../shared/entities/operations.ts'
import { type Resource, useResource } from '../../../shared/resource.ts'
import { go } from '../../../shared/router.ts'
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
        title={id === null ? 'A new webhook' : 'Webhook'}
        up={{ href: '/admin/webhooks', title: 'Webhooks' }}
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
  const secret = useSignal<string | null>(null)
  const { id, disabled_reason } = found
  const test = async () => {
    const sent = await api.post<Webhook>(`${PATH}/${id}/test`)
    webhook.set(sent)
    tell(sent.last_delivery?.error === null ? 'It arrived' : 'It did not arrive: see why')
  }
  return (
    <>
      {disabled_reason !== null && (
        <Notice tone="danger">
          <p>
            <strong>The server turned it off:</strong> {disabled_reason}. Have the address answer
            again, then turn it on.
          </p>
        </Notice>
      )}
      <Card title="Last event">
        <p class="webhook-last">
          <LastDelivery webhook={found} />
        </p>
        <ActionButton small run={test}>
          Send a test
        </ActionButton>
      </Card>
      <Card title="Secret">
        <p class="small">
          Every event is signed with it (<code>X-Hub-Signature</code>), so that the other program
          knows that it comes from here. It is shown only when it is made.
        </p>
        <ActionButton
          small
          question={{
            title: 'Make another secret?',
            text: 'From then on the other program must know the new one: it will not believe what is signed with the old.',
            confirm: 'Make another secret',
          }}
          run={async () => {
            const { secret: fresh } = await api.post<Webhook>(`${PATH}/${id}/rotate_secret`)
            secret.value = fresh
          }}
        >
          Another secret…
        </ActionButton>
      </Card>
      <Card>
        <p class="muted small">
          Added <Time at={found.created_at} />
        </p>
        <ActionButton
          small
          question={{
            title: 'Delete this webhook?',
            text: `${found.url} is told of nothing more.`,
            confirm: 'Delete the webhook',
            danger: true,
          }}
          done="The webhook is deleted"
          run={async () => {
            await api.delete(`${PATH}/${id}`)
            go('/admin/webhooks')
          }}
        >
          Delete…
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
