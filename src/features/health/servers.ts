import { countHosts } from '../../kernel/activitypub/delivery/counts.ts'
import { summarizeDeliveries } from '../../kernel/activitypub/delivery/operator.ts'
import { plural, t } from '../../kernel/text/messages.ts'
import type { HealthCheck } from './context.ts'
import { fail, ok, warn } from './finding.ts'

/** names in a line */
const MOST_NAMES = 3
/** deliveries that wait above which somebody should look */
const MANY = 10_000

/** Other servers that do not answer, and what waits for them. */
export const checkServers: HealthCheck = async ({ database, now }) => {
  const { open, closed } = await countHosts(database.slowDb)
  const { waiting, hosts } = await summarizeDeliveries(database.slowDb, { now, limit: MOST_NAMES })
  const names = hosts.filter(({ state }) => state !== 'ok').map(({ host }) => host)
  const text =
    open === 0
      ? t('Every other server answers; {waiting} deliveries wait', { waiting })
      : plural(
          open,
          '{n} of {all} other servers does not answer ({names}); {waiting} deliveries wait',
          '{n} of {all} other servers do not answer ({names}); {waiting} deliveries wait',
          { all: open + closed, names: names.join(', '), waiting },
        )
  if (open > closed) {
    const advice = t(
      'Check DNS, firewall and clock of this machine: it is rather this server that is cut off',
    )
    return [open > 2 ? fail(text, advice) : warn(text, advice)]
  }
  if (waiting <= MANY) return [ok(text)]
  return [warn(text, t('See rookery deliveries list; what waits is kept for seven days'))]
}
