import { LinkButton } from '../../../shared/components/button.tsx'
import { Badge } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { type Column, ListTable } from '../../../shared/components/table.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { AutomodRule } from '../../../shared/entities/automod.ts'
import { formatNumber } from '../../../shared/format.ts'
import { useList } from '../../../shared/resource.ts'
import { may } from '../../../shared/session.ts'
import { actionTitle, subjectOf } from './words.ts'

const COLUMNS: readonly Column<AutomodRule>[] = [
  {
    title: 'Rule',
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
  { title: 'Mode', cell: (rule) => <Mode rule={rule} /> },
  { title: 'Does', cell: ({ action }) => actionTitle(action) },
  {
    title: 'Matches in 30 days',
    numeric: true,
    cell: ({ id, name, matches_count }) =>
      matches_count === 0 ? (
        <span class="muted">0</span>
      ) : (
        <a
          href={`/admin/automod/matches?rule_id=${id}`}
          aria-label={`${formatNumber(matches_count)} matches of ${name}`}
        >
          {formatNumber(matches_count)}
        </a>
      ),
  },
  {
    title: 'Last match',
    cell: ({ last_matched_at: last }) =>
      last === null ? <span class="muted">None</span> : <Time at={last} />,
  },
  { title: 'Order', numeric: true, secondary: true, cell: ({ priority }) => priority },
]

/** What the server does by itself. */
export function AllRules() {
  const list = useList<AutomodRule>('/api/rookery/v1/admin/automod_rules')
  return (
    <>
      <PageHead
        title="Automatic rules"
        lead="What the server does by itself with posts and accounts that fit. A rule in the shadow only notes what it would do, so begin there."
        actions={
          <>
            <LinkButton href="/admin/automod/matches">All matches</LinkButton>
            {may('manageSettings') && (
              <LinkButton kind="primary" href="/admin/automod/new">
                Add a rule
              </LinkButton>
            )}
          </>
        }
      />
      <ListTable
        list={list}
        caption="Automatic rules"
        columns={COLUMNS}
        empty="There are none: everything that comes is taken as it is."
        keyOf={({ id }) => id}
      />
    </>
  )
}

function Mode({ rule: { enabled, mode } }: { rule: AutomodRule }) {
  if (!enabled) return <Badge>Off</Badge>
  return mode === 'live' ? <Badge tone="success">Live</Badge> : <Badge tone="info">Shadow</Badge>
}
