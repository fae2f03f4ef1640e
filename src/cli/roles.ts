import { BASE_ROLE_ID } from '../features/roles/roles.ts'
import type { Db } from '../kernel/db/database.ts'
import { CommandError } from './command.ts'

/**
 * @param name in any letter case
 * @throws CommandError with the names of all roles
 */
export async function getRoleId(db: Db, name: string): Promise<string> {
  const known = await db
    .selectFrom('role')
    .select(['id', 'name'])
    .where('id', '!=', BASE_ROLE_ID)
    .orderBy('position', 'desc')
    .execute()
  const role = known.find((one) => one.name.toLowerCase() === name.toLowerCase())
  if (role !== undefined) return role.id
  const names = known.map((one) => one.name).join(', ')
  throw new CommandError(`There is no role named ${name}; there are: ${names}`)
}
