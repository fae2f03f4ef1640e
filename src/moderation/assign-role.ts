import { noteAccountChange } from '../accounts/lifecycle.ts'
import { setRole } from '../oauth/users.ts'
import type { Tx } from '../transact.ts'

/**
 * Gives a user another role, or none, which the account shows from now on.
 * @throws NotFound if there is no such user
 */
export async function assignRole(tx: Tx, userId: string, roleId: string | null): Promise<void> {
  await noteAccountChange(tx, await setRole(tx, userId, roleId))
}
