import { LinkButton } from '../../../shared/components/button.tsx'
import { Badge } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { type Column, ListTable } from '../../../shared/components/table.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { AutomodRule } from '../../../shared/entities/automod.ts'
import { formatNumber } from '../../../shared/format.ts'
import { t } from '../../../shared/i18n.ts'
import { may } from '../../../shared/session.ts'
import { useList } from '../../../shared/use-resource.ts'
import { actionTitle, subjectOf } from './words.ts'

const COLUMNS: readonly Column<AutomodRule>[] = [
  {
    title: t('Rule'),
    main: true,
    cell: (rule) => (
      <div class="rule-name">
        <a href={`/admin/automod/${rule.id}`}>
          <strong>{rule.name}</strong>
        </a>
        <span class="muted small">{subjectOf(rule)}</span>
      </div>
    ),
  },
  { title: t('Mode'), cell: (rule) => <Mode rule={rule} /> },
  { title: t('Does'), cell: ({ action }) => actionTitle(action) },
  {
    title: t('Matches in 30 days'),
    numeric: true,
    cell: ({ id, name, matches_count }) =>
      matches_count === 0 ? (
        <span class="muted">0</span>
      ) : (
        <a
          href={`/admin/automod/matches?rule_id=${id}`}
          aria-label={t('{matchescount} matches of {name}', {
            matchescount: formatNumber(matches_count),
            name,
          })}
        >
          {formatNumber(matches_count)}
        </a>
      ),
  },
  {
    title: t('Last match'),
    cell: ({ last_matched_at: last }) =>
      last === null ? <span class="muted">{t('None')}</span> : <Time at={last} />,
  },
  { title: t('Order'), numeric: true, secondary: true, cell: ({ priority }) => priority },
]

/** The automod rules. */
export function AllRules() {
  const list = useList<AutomodRule>('/api/rookery/v1/admin/automod_rules')
  return (
    <>
      <PageHead
        title={t('Automatic rules')}
        lead={t(
          'What the server does by itself with posts and accounts that fit. A rule in the shadow only notes what it would do, so begin there.',
        )}
        actions={
          <>
            <LinkButton href="/admin/automod/matches">{t('All matches')}</LinkButton>
            {may('manageSettings') && (
              <LinkButton kind="primary" href="/admin/automod/new">
                {t('Add a rule')}
              </LinkButton>
            )}
          </>
        }
      />
      <ListTable
        list={list}
        caption={t('Automatic rules')}
        columns={COLUMNS}
        empty={t('There are none: everything that comes is taken as it is.')}
        keyOf={({ id }) => id}
      />
    </>
  )
}

function Mode({ rule: { enabled, mode } }: { rule: AutomodRule }) {
  if (!enabled) return <Badge>{t('Off|a rule')}</Badge>
  return mode === 'live' ? (
    <Badge tone="success">{t('Live')}</Badge>
  ) : (
    <Badge tone="info">{t('Shadow')}</Badge>
  )
}
