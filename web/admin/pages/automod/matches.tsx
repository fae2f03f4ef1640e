import { List } from '../../../shared/components/list.tsx'
import { Badge } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Person } from '../../../shared/components/person.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { AutomodMatch, AutomodRule } from '../../../shared/entities/automod.ts'
import { useGet, useList } from '../../../shared/resource.ts'
import { place } from '../../../shared/router.ts'
import { accountHref } from '../../parts/places.ts'
import { actionTitle } from './words.ts'

const API = '/api/rookery/v1/admin'

/** What matched, and why. */
export function Matches() {
  const { rule_id } = place.value.query
  const list = useList<AutomodMatch>(`${API}/automod_matches`, { rule_id })
  const rule = useGet<AutomodRule>(
    rule_id === undefined ? null : `${API}/automod_rules/${encodeURIComponent(rule_id)}`,
  )
  const up =
    rule.data === null
      ? { href: '/admin/automod', title: 'Automatic rules' }
      : { href: `/admin/automod/${rule.data.id}`, title: rule.data.name }
  return (
    <>
      <PageHead
        title="Matches"
        up={up}
        lead={
          <>
            What fitted within 30 days, and why.{' '}
            {rule_id !== undefined && <a href="/admin/automod/matches">Those of every rule</a>}
          </>
        }
      />
      <List
        list={list}
        label="Matches"
        empty="Nothing matched within the last 30 days."
        keyOf={({ id }) => id}
      >
        {(match) => <MatchLine match={match} isAlone={rule_id !== undefined} />}
      </List>
    </>
  )
}

function MatchLine({ match, isAlone }: { match: AutomodMatch; isAlone: boolean }) {
  const { account, label, rule, mode, action, explanation, status_id, created_at } = match
  return (
    <article class="match">
      {account === null ? (
        <p>
          <strong>{label}</strong> <span class="muted small">not taken, or gone</span>
        </p>
      ) : (
        <Person account={account} href={accountHref(account.id)} />
      )}
      <div class="match-why">
        <ul class="match-reasons">
          {explanation.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
        <p class="muted small">
          {mode === 'shadow' ? (
            <Badge tone="info">Shadow: would {actionTitle(action).toLowerCase()}</Badge>
          ) : (
            <Badge tone="success">{actionTitle(action)}</Badge>
          )}{' '}
          {status_id === null ? 'The account' : 'A post'}, <Time at={created_at} />
          {!isAlone && (
            <>
              {' '}
              by <a href={`/admin/automod/${rule.id}`}>{rule.name}</a>
            </>
          )}
        </p>
      </div>
    </article>
  )
}
