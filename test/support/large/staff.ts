import { accountAt, insert } from './insert.ts'
import { type Size, STARTS_AT } from './layout.ts'
import type { Spelling } from './spelling.ts'

export function staffRows({ accounts, people, statuses }: Size, s: Spelling): [string, string][] {
  const at = `(${STARTS_AT} + n * 1000)`
  const id = s.id(`${at} * 65536`)
  const anybody = accountAt(s, `(n * 7919) % ${accounts}`)
  return [
    insert(
      'report',
      {
        id,
        account_id: accountAt(s, `n % ${people}`),
        target_account_id: anybody,
        category: `'spam'`,
        comment: `''`,
        rule_ids: s.json(`'[]'`),
        action_taken_at: `case when n % 100 = 1 then null else ${at} end`,
        created_at: at,
        updated_at: at,
      },
      s.series(statuses / 50),
    ),
    insert(
      'audit_entry',
      {
        id,
        account_id: accountAt(s, `n % 10`),
        action: `case n % 3 when 0 then 'suspend' else 'silence' end`,
        target_type: `'account'`,
        target_id: anybody,
        label: `''`,
        details: s.json(`'{}'`),
        created_at: at,
      },
      s.series(statuses / 50),
    ),
    insert(
      'account_warning',
      {
        id,
        account_id: accountAt(s, 'n % 10'),
        target_account_id: anybody,
        action: `'none'`,
        text: `''`,
        created_at: at,
      },
      s.series(statuses / 50),
    ),
    insert(
      'invite',
      {
        id,
        user_id: accountAt(s, `n % ${people}`),
        code: `'code' || n`,
        uses: '0',
        autofollow: 'false',
        comment: `''`,
        created_at: at,
      },
      s.series(statuses / 100),
    ),
    insert(
      'job',
      {
        id,
        kind: `'none.' || (n % 5)`,
        payload: s.json(`'{}'`),
        run_at: at,
        attempts: '20',
        parked_at: `case when n % 2 = 0 then ${at} else null end`,
        created_at: at,
      },
      s.series(statuses / 50),
    ),
  ]
}
