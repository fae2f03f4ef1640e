import { api } from '../../../shared/api.ts'
import { Card, Facts } from '../../../shared/components/card.tsx'
import { Person } from '../../../shared/components/person.tsx'
import type { Report, Strike } from '../../../shared/entities/admin.ts'
import { formatDate, formatNumber } from '../../../shared/format.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { may } from '../../../shared/session.ts'
import { useGet, useResource } from '../../../shared/use-resource.ts'
import { AccountState } from '../../parts/account-state.tsx'
import { MaybeLink } from '../../parts/maybe-link.tsx'
import { accountHref } from '../../parts/page-links.ts'

/** The reported account, with its earlier strikes and reports. */
export function TargetCard({ report }: { report: Report }) {
  const { target_account: target } = report
  const { account } = target
  const strikes = useGet<Strike[]>('/api/rookery/v1/admin/strikes', { account_id: target.id })
  const others = useResource(`other reports ${target.id}`, () =>
    api.get<Report[]>('/api/v1/admin/reports', { target_account_id: target.id, limit: 20 }),
  )
  const open = (others.data ?? []).filter(({ id }) => id !== report.id).length
  return (
    <Card>
      <Person account={account} href={accountHref(target.id)}>
        <AccountState of={target} />
      </Person>
      <div class="gap" />
      <Facts
        facts={[
          [t('Here since'), formatDate(account.created_at)],
          [t('Posts'), formatNumber(account.statuses_count)],
          [t('Followers'), formatNumber(account.followers_count)],
          [t('Server'), target.domain],
          [
            t('Before|earlier decisions'),
            strikes.data === null ? (
              '…'
            ) : strikes.data.length === 0 ? (
              t('No decisions')
            ) : (
              <MaybeLink
                href={may('manageUsers') ? `/admin/accounts/${target.id}?tab=decisions` : undefined}
              >
                {plural(strikes.data.length, '{n} decision', '{n} decisions')}
              </MaybeLink>
            ),
          ],
          [
            t('Also open'),
            open > 0 && (
              <a href={`/admin/reports?target_account_id=${target.id}`}>
                {plural(open, '{n} report', '{n} reports')}
              </a>
            ),
          ],
        ]}
      />
    </Card>
  )
}
