import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/button.tsx'
import { Card, Facts } from '../../../shared/components/card.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { Instance } from '../../../shared/entities/federation.ts'
import { count } from '../../../shared/format.ts'
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
  const amount = count(waiting, 'delivery', 'deliveries')
  return (
    <Card title="What is sent there">
      <Facts
        facts={[
          ['State', <ReachabilityBadge key="state" of={state} />],
          ['Fails since', failing_since !== null && <Time at={failing_since} />],
          ['Last error', last_error],
          [
            'Waiting',
            waiting > 0 && may('devops') ? <Waiting domain={domain} text={amount} /> : amount,
          ],
        ]}
      />
      {(waiting > 0 || state !== 'ok') && (
        <div class="buttons server-buttons">
          <ActionButton done="What waits is tried at once" run={send('restart_deliveries')}>
            Try now
          </ActionButton>
          <ActionButton
            disabled={waiting === 0}
            question={{
              title: `Drop what waits for ${domain}?`,
              text: `${amount} will never arrive there. What is posted from now on is sent as before.`,
              confirm: 'Drop it',
              danger: true,
            }}
            done="What waited is dropped"
            run={send('stop_deliveries')}
          >
            Drop what waits…
          </ActionButton>
        </div>
      )}
    </Card>
  )
}

function Waiting({ domain, text }: { domain: string; text: string }) {
  return <a href={`/admin/deliveries?state=waiting&host=${encodeURIComponent(domain)}`}>{text}</a>
}
