import { api } from '../../../shared/api.ts'
import { Card, Facts } from '../../../shared/components/card.tsx'
import { Person } from '../../../shared/components/person.tsx'
import type { Report, Strike } from '../../../shared/entities/admin.ts'
import { count, formatDate, formatNumber } from '../../../shared/format.ts'
import { useGet, useResource } from '../../../shared/resource.ts'
import { may } from '../../../shared/session.ts'
import { AccountState } from '../../parts/account-state.tsx'
import { MaybeLink } from '../../parts/maybe-link.tsx'
import { accountHref } from '../../parts/places.ts'

/** Whom it is about, and whether they were heard of before. */
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
          ['Here since', formatDate(account.created_at)],
          ['Posts', formatNumber(account.statuses_count)],
          ['Followers', formatNumber(account.followers_count)],
          ['Server', target.domain],
          [
            'Before',
            strikes.data === null ? (
              '…'
            ) : strikes.data.length === 0 ? (
              'No decisions'
            ) : (
              <MaybeLink
                href={may('manageUsers') ? `/admin/accounts/${target.id}?tab=decisions` : undefined}
              >
                {count(strikes.data.length, 'decision')}
              </MaybeLink>
            ),
          ],
          [
            'Also open',
            open > 0 && (
              <a href={`/admin/reports?target_account_id=${target.id}`}>{count(open, 'report')}</a>
            ),
          ],
        ]}
      />
    </Card>
  )
}
