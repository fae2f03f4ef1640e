import { accountAt, insert, statusAt, timeAt } from './insert.ts'
import { ACCOUNTS_FROM, type Layout, PEOPLE, type Size, STARTS_AT, YEAR } from './layout.ts'
import type { Spelling } from './spelling.ts'

/** Rows that people keep; a person of a server of this size has up to a fiftieth of the statuses. */
export function keptRows(size: Size, s: Spelling, layout: Layout): [string, string][] {
  const { people, accounts, statuses } = size
  const viewer = accountAt(s, `${PEOPLE.viewer}`)
  const many = statuses / 50
  const marked = { id: statusAt(s, layout, 'n'), created_at: timeAt(layout, 'n') }
  const follow = {
    id: accountAt(s, 'n'),
    show_reblogs: 'true',
    notify: 'false',
    created_at: `${ACCOUNTS_FROM}`,
  }
  const other = (offset: number) =>
    accountAt(s, `${people} + (n + ${offset}) % ${accounts - people}`)
  const entry = (owner: string, name: string) =>
    `insert into ${name}_entry (${owner}, status_id, author_id, reblog_of_id)
      select ${viewer}, id, account_id, reblog_of_id from status order by id desc limit 10000`
  const some = Math.min(1000, accounts / 50)
  const relation = (owner: string, target: string, count: number): [string, string] =>
    insert(
      'follow',
      { ...follow, id: accountAt(s, `n + ${count}`), account_id: owner, target_id: target },
      s.series(count),
    )
  const notice = (count: number): [string, string] =>
    insert(
      'notification',
      {
        id: s.id(`(${STARTS_AT} + n * ${Math.floor(YEAR / count)}) * 65536`),
        account_id: viewer,
        from_account_id: other(0),
        type: `case when n % 10 < 4 then 'favourite' when n % 10 < 6 then 'reblog' when n % 10 = 8 then 'follow' else 'mention' end`,
        status_id: `case when n % 10 <> 8 then ${statusAt(s, layout, 'n')} end`,
        group_key: `'ungrouped-' || ${s.id(`(${STARTS_AT} + n * ${Math.floor(YEAR / count)}) * 65536`)}`,
        filtered: 'n % 50 = 49',
        newest: 'n % 10 > 3 or n % 40 = 0',
        created_at: `${STARTS_AT} + n * ${Math.floor(YEAR / count)}`,
      },
      s.series(count),
    )
  return [
    insert(
      'favourite',
      { ...marked, account_id: viewer, status_id: statusAt(s, layout, 'n * 20') },
      s.series(many),
    ),
    insert(
      'favourite',
      {
        id: statusAt(s, layout, `n + ${many}`),
        created_at: timeAt(layout, `n + ${many}`),
        account_id: other(0),
        status_id: statusAt(s, layout, `${layout.root}`),
      },
      s.series(many),
    ),
    insert(
      'bookmark',
      { ...marked, account_id: viewer, status_id: statusAt(s, layout, 'n * 20') },
      s.series(many),
    ),
    relation(other(0), viewer, accounts / 2),
    relation(viewer, other(5), accounts / 10),
    insert(
      'block',
      {
        id: accountAt(s, 'n'),
        account_id: viewer,
        target_id: other(accounts / 2),
        created_at: '0',
      },
      s.series(some),
    ),
    insert(
      'mute',
      {
        id: accountAt(s, 'n'),
        account_id: viewer,
        target_id: other(accounts / 2 + some),
        hide_notifications: 'true',
        created_at: '0',
      },
      s.series(some),
    ),
    ['home_entry', entry('account_id', 'home')],
    insert(
      'list',
      {
        id: viewer,
        account_id: viewer,
        title: `'all'`,
        replies_policy: `'list'`,
        exclusive: 'false',
        created_at: '0',
      },
      s.series(1),
    ),
    insert(
      'list_member',
      {
        id: accountAt(s, 'n'),
        list_id: viewer,
        account_id: other(5),
        owner_id: viewer,
        created_at: '0',
      },
      s.series(accounts / 20),
    ),
    ['list_entry', entry('list_id', 'list')],
    notice(statuses / 5),
    insert(
      'notification_request',
      {
        id: accountAt(s, 'n'),
        account_id: viewer,
        from_account_id: other(0),
        created_at: '0',
        updated_at: '0',
      },
      s.series(accounts / 50),
    ),
    insert(
      'tag_follow',
      { id: accountAt(s, 'n'), account_id: viewer, tag_id: accountAt(s, 'n'), created_at: '0' },
      s.series(Math.min(500, layout.tags)),
    ),
    insert(
      'featured_tag',
      {
        id: accountAt(s, 'n'),
        account_id: accountAt(s, `${PEOPLE.replier}`),
        tag_id: accountAt(s, 'n'),
        name: `'tag' || n`,
        created_at: '0',
      },
      s.series(10),
    ),
  ]
}
