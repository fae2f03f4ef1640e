import { hasTwoFactor } from '../features/identity/two-factor/two-factor.ts'
import { DAY } from '../kernel/base/durations.ts'
import { isoDay, isoTime } from '../kernel/base/json.ts'
import { defineCommand } from './command.ts'
import { getLocalAccount, stateOf } from './find-account.ts'
import { table } from './table.ts'
import { withApp } from './tool.ts'

export const accountsShow = defineCommand({
  help: 'Shows what is known about a local account.',
  words: ['NAME'],
  options: { json: { type: 'boolean', help: 'Print the result as JSON' } },
  async run(terminal, [name = ''], { json }) {
    const facts = await withApp(terminal, async (app) => {
      const account = await getLocalAccount(app.db, name)
      const stats = await app.db
        .selectFrom('account_stats')
        .selectAll()
        .where('account_id', '=', account.id)
        .executeTakeFirstOrThrow()
      const { last_active_day: lastDay } = account
      return {
        id: account.id,
        name: account.username,
        page: account.url,
        'display name': account.display_name,
        'e-mail': account.email,
        confirmed: account.confirmed_at === null ? 'no' : isoTime(account.confirmed_at),
        role: account.role ?? 'none',
        state: stateOf(account),
        'two-factor': (await hasTwoFactor(app.db, account.user_id)) ? 'on' : 'off',
        language: account.locale,
        created: isoTime(account.created_at),
        'last here': lastDay === null ? 'never' : isoDay(lastDay * DAY),
        posts: String(stats.statuses_count),
        following: String(stats.following_count),
        followers: String(stats.followers_count),
        'reason to join': account.sign_up_reason ?? '',
      }
    })
    if (json) return terminal.out(JSON.stringify(facts))
    for (const line of table(Object.entries(facts))) terminal.out(line)
  },
})
