import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Card, Facts } from '../../../shared/components/card.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { Instance } from '../../../shared/entities/federation.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { may } from '../../../shared/session.ts'
import { ReachabilityBadge } from '../../parts/domain-words.tsx'
import { pathOf } from './server.ts'

interface DeliveriesProps {
  server: Instance
  onChange: (changed: Instance) => void
}

/** Whether what is sent arrives, and what can be done if it does not. */
export function Deliveries({ server: { domain, availability }, onChange }: DeliveriesProps) {
  const { state, failing_since, last_error, waiting_deliveries: waiting } = availability
  const send = (deed: string) => async () =>
    onChange(await api.post<Instance>(`${pathOf(domain)}/${deed}`))
  const amount = plural(waiting, '{n} delivery', '{n} deliveries')
  return (
    <Card title={t('What is sent there')}>
      <Facts
        facts={[
          [t('State'), <ReachabilityBadge key="state" of={state} />],
          [t('Fails since'), failing_since !== null && <Time at={failing_since} />],
          [t('Last error'), last_error],
          [
            t('Waiting'),
            waiting > 0 && may('devops') ? <Waiting domain={domain} text={amount} /> : amount,
          ],
        ]}
      />
      {(waiting > 0 || state !== 'ok') && (
        <div class="buttons server-buttons">
          <ActionButton done={t('What waits is tried at once')} run={send('restart_deliveries')}>
            {t('Try now')}
          </ActionButton>
          <ActionButton
            disabled={waiting === 0}
            question={{
              title: t('Drop what waits for {domain}?', { domain }),
              text: t(
                '{amount} will never arrive there. What is posted from now on is sent as before.',
                { amount },
              ),
              confirm: t('Drop it'),
              danger: true,
            }}
            done={t('What waited is dropped')}
            run={send('stop_deliveries')}
          >
            {t('Drop what waits…')}
          </ActionButton>
        </div>
      )}
    </Card>
  )
}

function Waiting({ domain, text }: { domain: string; text: string }) {
  return <a href={`/admin/deliveries?state=waiting&host=${encodeURIComponent(domain)}`}>{text}</a>
}
