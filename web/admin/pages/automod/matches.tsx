import { List } from '../../../shared/components/list.tsx'
import { Badge } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Person } from '../../../shared/components/person.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { AutomodMatch, AutomodRule } from '../../../shared/entities/automod.ts'
import { t } from '../../../shared/i18n.ts'
import { rich } from '../../../shared/rich.ts'
import { place } from '../../../shared/router.ts'
import { useGet, useList } from '../../../shared/use-resource.ts'
import { accountHref } from '../../parts/page-links.ts'
import { actionTitle } from './words.ts'

const API = '/api/rookery/v1/admin'

/** Matches of automod rules, with the reason of each. */
export function Matches() {
  const { rule_id } = place.value.query
  const list = useList<AutomodMatch>(`${API}/automod_matches`, { rule_id })
  const rule = useGet<AutomodRule>(
    rule_id === undefined ? null : `${API}/automod_rules/${encodeURIComponent(rule_id)}`,
  )
  const up =
    rule.data === null
      ? { href: '/admin/automod', title: t('Automatic rules') }
      : { href: `/admin/automod/${rule.data.id}`, title: rule.data.name }
  return (
    <>
      <PageHead
        title={t('Matches')}
        up={up}
        lead={
          <>
            {t('What fitted within 30 days, and why.')}{' '}
            {rule_id !== undefined && (
              <a href="/admin/automod/matches">{t('Those of every rule')}</a>
            )}
          </>
        }
      />
      <List
        list={list}
        label={t('Matches')}
        empty={t('Nothing matched within the last 30 days.')}
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
          <strong>{label}</strong> <span class="muted small">{t('not taken, or gone')}</span>
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
            <Badge tone="info">
              {t('Would have been: {actionTitle}', { actionTitle: actionTitle(action) })}
            </Badge>
          ) : (
            <Badge tone="success">{actionTitle(action)}</Badge>
          )}{' '}
          {status_id === null ? t('The account') : t('A post')}, <Time at={created_at} />
          {!isAlone && (
            <>
              {' '}
              {rich('by {name}', { name: <a href={`/admin/automod/${rule.id}`}>{rule.name}</a> })}
            </>
          )}
        </p>
      </div>
    </article>
  )
}
