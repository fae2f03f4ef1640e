import { accountAt, insert } from './insert.ts'
import { ACCOUNTS_FROM, ENDS_AT, type Layout, type Size } from './layout.ts'
import type { Spelling } from './spelling.ts'

export function peopleRows(size: Size, s: Spelling, layout: Layout): [string, string][] {
  const { people } = size
  const id = accountAt(s, 'n')
  const local = `n < ${people}`
  const host = `'s' || (n % 1000) || '.example'`
  const actor = `case when ${local} then 'https://rookery.test/users/person' || n else 'https://' || ${host} || '/users/person' || n end`
  return [
    insert(
      'account',
      {
        id,
        username: `'person' || n`,
        username_lower: `'person' || n`,
        domain: `case when ${local} then null else ${host} end`,
        uri: actor,
        url: actor,
        actor_type: `case when n % 50 = 7 then 'Service' else 'Person' end`,
        display_name: `'Person Number ' || n`,
        search_text: `'person' || n || ' person number ' || n`,
        note: `'<p>Writes about birds and bridges.</p>'`,
        fields: s.json(`'[]'`),
        avatar_description: `''`,
        header_description: `''`,
        locked: 'false',
        bot: 'n % 50 = 7',
        discoverable: 'n % 3 = 0 and n % 20 < 10',
        indexable: 'n % 3 = 0',
        hide_collections: 'false',
        attribution_domains: s.json(`'[]'`),
        activated_at: `${ACCOUNTS_FROM} + n`,
        silenced_at: `case when n = ${layout.silenced} or n % 1000 = 777 then ${ACCOUNTS_FROM} + n end`,
        suspended_at: `case when n % 1000 = 778 then ${ACCOUNTS_FROM} + n end`,
        memorial: 'false',
        created_at: `${ACCOUNTS_FROM} + n`,
      },
      s.series(size.accounts),
    ),
    insert(
      'account_stats',
      {
        account_id: id,
        followers_count: '(n * 7919) % 5000',
        following_count: 'n % 300',
        statuses_count: 'n % 1000',
        last_status_at: `case when n % 4 = 0 then null else ${ENDS_AT} - n * 1000 end`,
      },
      s.series(size.accounts),
    ),
    insert(
      'local_user',
      {
        id,
        account_id: id,
        email: `'person' || n || '@example.org'`,
        email_lower: `'person' || n || '@example.org'`,
        password_hash: `'none'`,
        confirmed_at: `${ACCOUNTS_FROM}`,
        approved: 'n % 400 <> 399',
        disabled: 'n % 400 = 398',

        locale: `case when n % 3 = 0 then 'de' else 'en' end`,
        settings: s.json(`'{}'`),
        last_active_day: `${Math.floor(ENDS_AT / 86_400_000)} - n % 60`,
        created_at: `${ENDS_AT} - n * 400000`,
      },
      s.series(people),
    ),
    insert(
      'remote_actor',
      {
        account_id: accountAt(s, `n + ${people}`),
        host: `'s' || ((n + ${people}) % 1000) || '.example'`,
        inbox_uri: `'https://s' || ((n + ${people}) % 1000) || '.example/inbox/' || n`,
        fetched_at: `${ENDS_AT}`,
      },
      s.series(size.accounts - people),
    ),
    [
      'domain_host',
      `insert into domain_host (id, domain, host, accounts_count, first_seen_at, last_fetched_at)
        select min(account.id), account.domain, account.domain, count(*), ${ACCOUNTS_FROM}, ${ENDS_AT}
        from account where account.domain is not null group by account.domain`,
    ],
    insert(
      'tag',
      {
        id: accountAt(s, 'n'),
        name: `case n when 0 then 'popular' when 1 then 'rare' else 'tag' || n end`,
        display_name: `case n when 0 then 'Popular' when 1 then 'Rare' else 'Tag' || n end`,
        listable: 'true',
        usable: 'true',
        trendable: 'true',
        last_status_at: `${ENDS_AT}`,
        created_at: `${ACCOUNTS_FROM}`,
      },
      s.series(layout.tags),
    ),
  ]
}
