import { type Filter, Filters } from '../../../shared/components/filters.tsx'
import { Paged } from '../../../shared/components/list.tsx'
import { Badge } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Person } from '../../../shared/components/person.tsx'
import { Tabs } from '../../../shared/components/tabs.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { AdminAccount, Report } from '../../../shared/entities/admin.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { placed, rich } from '../../../shared/rich.ts'
import { place } from '../../../shared/router.ts'
import { me } from '../../../shared/session.ts'
import { useList } from '../../../shared/use-resource.ts'
import { AccountState } from '../../parts/account-state.tsx'
import { ChooseBox, type Chosen, useChosen } from '../../parts/choose-box.tsx'
import { CATEGORIES } from '../../parts/moderation-words.ts'
import { accountHref } from '../../parts/page-links.ts'
import { BulkReports } from './bulk-reports.tsx'
import { ResolveAll } from './resolve-all.tsx'

const FILTERS: readonly Filter[] = [
  {
    name: 'category',
    label: t('Category'),
    options: [['', t('Any')], ...Object.entries(CATEGORIES)],
  },
  {
    name: 'assignee',
    label: t('Whose work'),
    options: [
      ['', t("Anybody's")],
      ['me', t('Mine')],
      ['nobody', t("Nobody's yet")],
    ],
  },
]

const ASSIGNEES: Readonly<Record<string, () => object>> = {
  me: () => ({ assigned_account_id: me.account_id }),
  nobody: () => ({ unassigned: true }),
}

const STATES: Readonly<Record<string, object>> = {
  resolved: { resolved: true },
  all: { resolved: true, unresolved: true },
}

/** Reports, those about the same account together: they are decided about together. */
export function AllReports() {
  const { state = '', target_account_id, account_id, category, assignee } = place.value.query
  const list = useList<Report>('/api/v1/admin/reports', {
    ...STATES[state],
    target_account_id,
    account_id,
    category,
    ...ASSIGNEES[assignee ?? '']?.(),
    limit: 50,
  })
  const chosen = useChosen(list.items, JSON.stringify(place.value.query))
  const isNarrowed = target_account_id !== undefined || account_id !== undefined
  return (
    <>
      <PageHead
        title={t('Reports')}
        lead={isNarrowed && <NarrowedBy list={list.items} isAbout={account_id === undefined} />}
      />
      <Tabs
        label={t('State of the reports')}
        name="state"
        options={[
          ['', t('Open')],
          ['resolved', t('Resolved')],
          ['all', t('All')],
        ]}
      />
      <Filters filters={FILTERS} />
      <Paged
        list={list}
        empty={<Nothing state={state} isFiltered={Boolean(category ?? assignee)} />}
      >
        <BulkReports list={list} chosen={chosen} />
        <ul class="entries bare report-groups">
          {groupByTarget(list.items).map(({ target, reports }) => (
            <li key={reports[0]?.id}>
              <Group target={target} reports={reports} chosen={chosen} onDone={list.reload} />
            </li>
          ))}
        </ul>
      </Paged>
    </>
  )
}

function NarrowedBy({ list, isAbout }: { list: readonly Report[]; isAbout: boolean }) {
  const [first] = list
  const whose = isAbout ? first?.target_account : first?.account
  return (
    <>
      {placed(
        isAbout
          ? t('Only those about {whose}. <link>Show all</link>')
          : t('Only those by {whose}. <link>Show all</link>'),
        {
          whose: whose ? `@${whose.account.acct}` : t('one account'),
          link: (text) => <a href="/admin/reports">{text}</a>,
        },
      )}
    </>
  )
}

function Nothing({ state, isFiltered }: { state: string; isFiltered: boolean }) {
  if (isFiltered) return <p>{t('There are none of this kind.')}</p>
  if (state !== '') return <p>{t('There are none yet.')}</p>
  return (
    <>
      <p>
        <strong>{t('No report is open.')}</strong>
      </p>
      <p>{t('Well done. New ones are counted in the list of pages.')}</p>
    </>
  )
}

interface TargetGroup {
  target: AdminAccount
  reports: Report[]
}

function groupByTarget(reports: readonly Report[]): TargetGroup[] {
  const groups = new Map<string, TargetGroup>()
  for (const report of reports) {
    const { target_account: target } = report
    const group = groups.get(target.id) ?? { target, reports: [] }
    group.reports.push(report)
    groups.set(target.id, group)
  }
  return [...groups.values()]
}

interface GroupProps extends TargetGroup {
  chosen: Chosen
  onDone: () => Promise<void>
}

function Group({ target, reports, chosen, onDone }: GroupProps) {
  return (
    <section class="card report-group">
      <div class="report-target">
        <Person account={target.account} href={accountHref(target.id)}>
          <AccountState of={target} />
        </Person>
        {reports.length > 1 && (
          <div class="buttons">
            <Badge tone="info">{plural(reports.length, '{n} report', '{n} reports')}</Badge>
            <ResolveAll reports={reports} onDone={onDone} />
          </div>
        )}
      </div>
      <ul class="report-rows">
        {reports.map((report) => (
          <li key={report.id} class="report-choice">
            <ChooseBox
              id={report.id}
              chosen={chosen}
              label={t('Choose report {id}', { id: report.id })}
            />
            <Row report={report} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Row({ report }: { report: Report }) {
  const { id, category, comment, rules, statuses, account, assigned_account } = report
  return (
    <a class="report-row" href={`/admin/reports/${id}`}>
      <span class="report-what">
        <Badge tone={category === 'legal' ? 'danger' : undefined}>{CATEGORIES[category]}</Badge>
        <span class="report-words">
          {rules.length > 0 && <span>{rules.map(({ text }) => text).join(', ')}. </span>}
          <span class="report-comment">{comment === '' ? t('No comment.') : comment}</span>
        </span>
      </span>
      <span class="report-facts">
        {statuses.length > 0 && <span>{plural(statuses.length, '{n} post', '{n} posts')}</span>}
        <span>
          {rich('by {domain}, {time}', {
            domain: account.domain === null ? `@${account.username}` : account.domain,
            time: <Time at={report.created_at} />,
          })}
        </span>
        {report.action_taken ? (
          <Badge tone="success">{t('Resolved')}</Badge>
        ) : (
          assigned_account !== null && <Assigned to={assigned_account} />
        )}
      </span>
    </a>
  )
}

function Assigned({ to }: { to: AdminAccount }) {
  const isMe = to.id === me.account_id
  return (
    <Badge tone={isMe ? 'info' : undefined}>
      {isMe ? t('Yours') : t('With @{username}', { username: to.username })}
    </Badge>
  )
}
