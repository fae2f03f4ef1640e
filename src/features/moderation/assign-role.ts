import type { Tx } from '../../kernel/core/tx.ts'
import { noteAccountChange } from '../accounts/lifecycle.ts'
import { setRole } from '../identity/users.ts'

/**
 * Sets or removes a user's role, and updates the account's entity.
 * @throws NotFound if there is no such user
 */
export async function assignRole(tx: Tx, userId: string, roleId: string | null): Promise<void> {
  await noteAccountChange(tx, await setRole(tx, userId, roleId))
}
