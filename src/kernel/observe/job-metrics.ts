import { countHosts, countWaiting } from '../activitypub/delivery/counts.ts'
import type { App } from '../core/app.ts'
import type { Family } from '../instruments/exposition-format.ts'
import { countJobs } from '../jobs/operator.ts'

/** Waiting, running and parked jobs of all processes. */
export async function jobFamilies({ slowDb, clock }: App): Promise<Family[]> {
  const kinds = await countJobs(slowDb)
  const now = clock()
  return [
    {
      name: 'rookery_jobs',
      help: 'Jobs there are',
      type: 'gauge',
      samples: kinds.flatMap(({ kind, ...states }) =>
        (['waiting', 'running', 'parked'] as const).map((state) => ({
          labels: { kind, state },
          value: states[state],
        })),
      ),
    },
    {
      name: 'rookery_job_oldest_due_seconds',
      help: 'For how long the job has been due that waits longest',
      type: 'gauge',
      samples: kinds.map(({ kind, oldest_due_at: due }) => ({
        labels: { kind },
        value: due === null ? 0 : Math.max(0, (now - due) / 1000),
      })),
    },
  ]
}

/** Received activities that wait for their first or next try. */
export async function inboxFamilies({ slowDb }: App): Promise<Family[]> {
  const { rows, bytes } = await slowDb
    .selectFrom('job')
    .where('from_domain', 'is not', null)
    .select((eb) => [
      eb.fn.countAll<number>().as('rows'),
      eb.fn.sum<number | null>('bytes').as('bytes'),
    ])
    .executeTakeFirstOrThrow()
  const gauge = (name: string, help: string, value: number): Family => ({
    name,
    help,
    type: 'gauge',
    samples: [{ value }],
  })
  return [
    gauge('rookery_inbox_waiting', 'Received activities that wait to be handled', rows),
    gauge('rookery_inbox_waiting_bytes', 'What these take', bytes ?? 0),
  ]
}

/** Waiting deliveries, and other servers by circuit state. */
export async function deliveryFamilies({ slowDb }: App): Promise<Family[]> {
  const [waiting, hosts] = [await countWaiting(slowDb), await countHosts(slowDb)]
  return [
    {
      name: 'rookery_deliveries_waiting',
      help: 'Deliveries that are still to be made',
      type: 'gauge',
      samples: [{ value: waiting }],
    },
    {
      name: 'rookery_delivery_hosts',
      help: 'Servers that something was sent to; an open circuit is one that does not answer',
      type: 'gauge',
      samples: Object.entries(hosts).map(([circuit, value]) => ({ labels: { circuit }, value })),
    },
  ]
}
