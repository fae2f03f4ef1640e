import { Forbidden, NotFound } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { refuseProblems } from '../../accounts/field-errors.ts'
import { lockOrigin } from '../../instance/origin.ts'
import { accountProblems, createLocalAccount } from '../local-accounts.ts'
import { passwordProblem } from '../password-changes.ts'
import { hashPassword } from '../passwords.ts'
import { deriveSecret, randomSecret, sameSecret } from '../secrets.ts'

/**
 * row of `setting` while there is no user: the setup link is derived from it and a server secret
 */
const SETUP_ROW = 'setup.nonce'

/**
 * The link that creates the owner's account, the same at each start until it is used.
 * @returns null once there is a user
 */
export async function ensureSetupLink(
  app: Pick<App, 'config' | 'db' | 'keys' | 'transact'>,
): Promise<string | null> {
  if (await anyUser(app)) return null
  const nonce = await app.transact(async (tx) => {
    if (await anyUser(tx)) return null
    await tx.db
      .insertInto('setting')
      .values({ name: SETUP_ROW, value: JSON.stringify(randomSecret()) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return readNonce(tx)
  })
  if (nonce === null) return null
  return `${app.config.origin}/setup?token=${setupToken(app, nonce)}`
}

/** `done`: a user exists, so the setup is finished */
export async function setupState(
  app: Pick<App, 'db' | 'keys'>,
  token: string,
): Promise<'open' | 'wrong token' | 'done'> {
  if (await anyUser(app)) return 'done'
  const nonce = await readNonce(app)
  return nonce !== null && sameSecret(token, setupToken(app, nonce)) ? 'open' : 'wrong token'
}

export interface OwnerInput {
  username: string
  email: string
  password: string
  locale: string
  ip: string | null
}

/**
 * Creates the first account, with the role Owner. It needs no confirmation: access to the link
 * proves access to the server's log.
 *
 * @returns id of its user
 * @throws InvalidFields with all errors
 * @throws NotFound if a concurrent request was faster
 * @throws Forbidden if the database has got another address meanwhile
 */
export async function createOwner(app: App, input: OwnerInput): Promise<string> {
  const account = { ...input, confirmed: true, approved: true, byOperator: true }
  const password = passwordProblem(input.password)
  const problems = await accountProblems(app.db, account)
  refuseProblems(password === null ? problems : { ...problems, password: [password] })
  const passwordHash = await hashPassword(app.config, input.password)
  return app.transact(async (tx) => {
    await closeSetup(tx)
    await checkAddress(tx)
    const roleId = await ownerRoleId(tx)
    const { userId } = await createLocalAccount(tx, { ...account, passwordHash, roleId })
    return userId
  })
}

/** Of two concurrent requests only one deletes the row. */
async function closeSetup(tx: Tx): Promise<void> {
  const closed = await tx.db
    .deleteFrom('setting')
    .where('name', '=', SETUP_ROW)
    .returning('name')
    .executeTakeFirst()
  if (closed === undefined || (await anyUser(tx))) throw new NotFound()
}

/** A process that was started with another ORIGIN may have changed it; from now on it waits for this transaction. */
async function checkAddress({ db, config }: Tx): Promise<void> {
  if ((await lockOrigin(db)) === config.origin) return
  throw new Forbidden('Please open the link that the server printed when it was started')
}

async function ownerRoleId(tx: Tx): Promise<string> {
  const role = await tx.db
    .selectFrom('role')
    .select('id')
    .where('name', '=', 'Owner')
    .orderBy('position', 'desc')
    .executeTakeFirstOrThrow()
  return role.id
}

async function anyUser({ db }: Pick<App, 'db'>): Promise<boolean> {
  return (await db.selectFrom('local_user').select('id').limit(1).executeTakeFirst()) !== undefined
}

async function readNonce({ db }: Pick<App, 'db'>): Promise<string | null> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', SETUP_ROW)
    .executeTakeFirst()
  return row === undefined ? null : String(row.value)
}

function setupToken({ keys }: Pick<App, 'keys'>, nonce: string): string {
  return deriveSecret(keys.tokenSecret, `setup ${nonce}`)
}
