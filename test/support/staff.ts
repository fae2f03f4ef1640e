import { noteAccountChange } from '../../src/features/accounts/lifecycle.ts'
import { PERMISSIONS, type Permission } from '../../src/kernel/http/permissions.ts'
import type { TestServer, TestUser } from './server.ts'

/**
 * Somebody whose role allows just this, with a token for everything.
 * @param position of the role; default 50, between Moderator and Admin
 */
export async function signUpStaff(
  server: TestServer,
  username: string,
  permissions: readonly Permission[],
  position = 50,
): Promise<TestUser> {
  const user = await server.signUp(username)
  await server.app.transact(async (tx) => {
    const id = tx.newId()
    await tx.db
      .insertInto('role')
      .values({
        id,
        name: `Role of ${username}`,
        color: '',
        permissions: permissions.reduce((all, name) => all | PERMISSIONS[name], 0),
        highlighted: false,
        position,
        created_at: tx.now,
      })
      .execute()
    await tx.db
      .updateTable('local_user')
      .set({ role_id: id })
      .where('id', '=', user.userId)
      .execute()
    tx.emit({ type: 'settings.changed' })
    await noteAccountChange(tx, user.id)
  })
  return user
}
