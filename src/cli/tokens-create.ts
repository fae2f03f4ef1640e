import { registerApplication } from '../features/oauth/applications.ts'
import { issueToken, presentToken } from '../features/oauth/tokens.ts'
import type { Tx } from '../kernel/core/tx.ts'
import { ALL_SCOPES, parseScopes } from '../kernel/http/scopes.ts'
import { CommandError, defineCommand } from './command.ts'
import { getLocalAccount } from './find-account.ts'
import { withApp } from './tool.ts'

/** Name of the `setting` row with the application's id. */
const APPLICATION_ROW = 'command.application_id'

export const tokensCreate = defineCommand({
  help: `Prints an access token for a local account, on the last line and alone. For the same scopes it
is the same token every time until it is revoked.`,
  words: ['NAME'],
  options: {
    scopes: { type: 'string', value: '"read write …"', help: 'What it may do; default "read"' },
    json: { type: 'boolean', help: 'Print the whole answer as JSON' },
  },
  async run(terminal, [name = ''], { scopes = 'read', json }) {
    const parsed = parseScopes(scopes)
    if (parsed === null || parsed.length === 0) {
      throw new CommandError(`Scopes are some of: ${ALL_SCOPES.join(' ')}`, 2)
    }
    const token = await withApp(terminal, async (app) => {
      const account = await getLocalAccount(app.db, name)
      return app.transact(async (tx) => {
        const applicationId = await ensureApplication(tx)
        const input = { applicationId, userId: account.user_id, scopes: parsed.join(' ') }
        return issueToken(tx, app.keys, input)
      })
    })
    const answer = presentToken(token)
    terminal.out(json ? JSON.stringify(answer) : answer.access_token)
  },
})

/** The application that all these tokens belong to; its name alone could belong to another application. */
async function ensureApplication(tx: Tx): Promise<string> {
  const row = await tx.db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', APPLICATION_ROW)
    .executeTakeFirst()
  if (row !== undefined) return String(row.value)
  const { id } = await registerApplication(tx, {
    name: 'rookery command',
    redirectUris: 'urn:ietf:wg:oauth:2.0:oob',
    scopes: ALL_SCOPES.join(' '),
    website: null,
  })
  await tx.db
    .insertInto('setting')
    .values({ name: APPLICATION_ROW, value: JSON.stringify(id) })
    .execute()
  return id
}
