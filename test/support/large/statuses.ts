import { accountAt, insert, statusAt, timeAt } from './insert.ts'
import { ENDS_AT, type Layout, PEOPLE, type Size, STARTS_AT } from './layout.ts'
import type { Spelling } from './spelling.ts'

/** The author of status number n, as a number. */
function authorNumber({ accounts, people }: Size, { writer, silenced }: Layout): string {
  return `case when n % 20 = 0 then ${writer}
    when n % 20 = 1 then ${PEOPLE.replier}
    when n % 20 = 11 then ${PEOPLE.booster}
    when n % 20 = 16 then ${PEOPLE.hermit}
    when n % 20 = 19 then ${silenced}
    when n % 5 = 1 then 4 + (n / 20) % ${people - 4}
    when n % 500 = 3 then ${PEOPLE.viewer}
    else ${people} + 2 + (n * 7919) % ${accounts - people - 2} end`
}

function facts(size: Size, { root, replies }: Layout) {
  const inThread = `(n > ${root} and n < ${root + replies} and n % 20 <> 0)`
  const isReblog = `(n > 2000 and not ${inThread} and n % 20 <> 0
    and (n % 20 = 11 or (n * 13 + n / 89) % 10 = 7))`
  const isReply = `(n > 100 and not ${isReblog} and n % 20 <> 0
    and ((n % 20 = 1 and n > ${size.statuses / 10}) or (n / 7) % 4 = 0))`
  const local = '(n % 5 = 1 or n % 500 = 3)'
  const media = `(not ${isReblog} and n % 20 <> 0 and ((n % 4 = 0 and n % 5 <> 1)
    or (n % 1000 = 1 and n < ${size.statuses / 50})))`
  const tagged = `(n % 10 = 3 and n % 500 <> 3)`
  return { inThread, isReblog, isReply, local, media, tagged }
}

export function statusRows(size: Size, s: Spelling, layout: Layout): [string, string][] {
  const { root, step } = layout
  const id = statusAt(s, layout, 'n')
  const author = authorNumber(size, layout)
  const { inThread, isReblog, isReply, local, media, tagged } = facts(size, layout)
  const parent = `case when ${inThread} then ${root} else ((n - 20) / 20) * 20 end`
  const uri = `case when ${local} then 'https://rookery.test/s/' else 'https://s' || (n % 1000) || '.example/notes/' end || n`
  const visibility = `case when ${isReblog} then 'public' when n % 20 = 16 then 'private'
    when (n * 31 + n / 97) % 100 < 86 then 'public' when (n * 31 + n / 97) % 100 < 94 then 'unlisted'
    when (n * 31 + n / 97) % 100 < 99 then 'private' else 'direct' end`
  const mediaId = id
  const text = `case when ${isReblog} then '' else 'Number ' || n || ' the quick brown fox jumps over the lazy dog' end`
  const shown = `(${visibility}) = 'public' and not ${isReblog}`
  const kind = `case when ${shown} then (case when ${local} then 1 else 3 end) + (case when ${media} then 1 else 0 end)
    when (${visibility}) = 'unlisted' then 5 else 0 end`
  const tags = {
    status_id: id,
    account_id: accountAt(s, author),
    listed_as: kind,
  }
  return [
    insert(
      'conversation',
      { id: statusAt(s, layout, `${root}`), created_at: `${ENDS_AT}` },
      s.series(1),
    ),
    insert(
      'status',
      {
        id,
        account_id: accountAt(s, author),
        visibility,
        reblog_of_id: `case when ${isReblog} then ${statusAt(s, layout, '((n - 1000) / 20) * 20')} end`,
        in_reply_to_id: `case when ${inThread} or ${isReply} then ${statusAt(s, layout, parent)} end`,
        in_reply_to_account_id: `case when ${inThread} or ${isReply} then ${accountAt(s, `${layout.writer}`)} end`,
        conversation_id: `case when ${inThread} or n = ${root} then ${statusAt(s, layout, `${root}`)} end`,
        quote_id: `case when n % 200 = 7 and not ${isReblog} and n > ${root} then ${id} end`,
        language: `case when n < ${size.statuses / 10_000} then 'eo' when n % 3 = 0 then 'de' when n % 30 = 7 then null else 'en' end`,
        local,
        created_at: timeAt(layout, 'n'),
        sensitive: 'n % 97 = 5',
        media_ids: s.json(`case when ${media} then '["' || ${mediaId} || '"]' else '[]' end`),
        uri,
        url: uri,
        spoiler_text: `''`,
        listed_as: `case when ${shown} and not (${inThread} or ${isReply}) then (case when ${local} then 1 else 3 end) + (case when ${media} then 1 else 0 end) end`,
        shelf: `case when ${isReblog} then 0 else (case when ${inThread} or ${isReply} then 1 else 3 end) + (case when ${media} then 1 else 0 end) end
          + case ${visibility} when 'private' then 10 when 'direct' then 20 else 0 end`,
        text,
        content: `case when ${isReblog} then '' else '<p>' || ${text} || '</p>' end`,
      },
      s.series(size.statuses),
    ),
    insert(
      'status_stats',
      {
        status_id: id,
        replies_count: 'n % 3',
        reblogs_count: 'n % 5',
        favourites_count: 'n % 7',
      },
      s.series(size.statuses),
    ),
    insert(
      'media_attachment',
      {
        id: mediaId,
        account_id: accountAt(s, author),
        status_id: id,
        type: `case when n % 400 = 4 then 'video' when n % 4000 = 8 then 'audio' else 'image' end`,
        state: `'ready'`,
        content_type: `'image/png'`,
        size: '1000',
        meta: s.json(`'{}'`),
        created_at: timeAt(layout, 'n'),
        file_key: `case when ${local} then 'none' end`,
        remote_url: `case when ${local} then null else 'https://s' || (n % 1000) || '.example/media/' || n || '.png' end`,
      },
      `${s.series(size.statuses)} where ${media}`,
    ),
    insert(
      'status_tag',
      { tag_id: accountAt(s, '0'), ...tags },
      `${s.series(size.statuses)} where ${tagged} and not ${isReblog}`,
    ),
    insert(
      'status_tag',
      { tag_id: accountAt(s, '1'), ...tags },
      `${s.series(size.statuses)} where n % ${size.statuses / 5} = 9`,
    ),
    insert(
      'status_tag',
      { tag_id: accountAt(s, `2 + (n / 7) % ${layout.tags - 2}`), ...tags },
      `${s.series(size.statuses)} where n % 7 = 2 and not ${isReblog}`,
    ),
    [
      'tag_use',
      `insert into tag_use (tag_id, day, account_id, uses)
        select status_tag.tag_id, status.created_at / 86400000, status.account_id, count(*)
        from status_tag join status on status.id = status_tag.status_id
        where status.created_at > ${ENDS_AT - 30 * 86_400_000} group by 1, 2, 3`,
    ],
    insert(
      'mention',
      {
        status_id: id,
        account_id: accountAt(s, `${PEOPLE.viewer}`),
        author_id: accountAt(s, author),
        silent: 'false',
      },
      `${s.series(size.statuses)} where n % 50 = 8 and not ${isReblog}`,
    ),
    insert(
      'quote',
      {
        id,
        status_id: id,
        account_id: accountAt(s, author),
        quoted_status_id: statusAt(s, layout, `${root}`),
        quoted_account_id: accountAt(s, `${layout.writer}`),
        quoted_uri: `'https://s0.example/notes/${root}'`,
        state: `'accepted'`,
        created_at: `${STARTS_AT} + n * ${step}`,
        updated_at: `${STARTS_AT} + n * ${step}`,
      },
      `${s.series(size.statuses)} where n % 200 = 7 and not ${isReblog} and n > ${root}`,
    ),
  ]
}
