import type { Tx } from '../../kernel/core/tx.ts'
import { PERMISSIONS } from '../../kernel/http/permissions.ts'
import { BASE_ROLE_ID } from './roles.ts'

const MODERATOR =
  PERMISSIONS.viewDashboard |
  PERMISSIONS.viewAuditLog |
  PERMISSIONS.viewFeeds |
  PERMISSIONS.manageUsers |
  PERMISSIONS.manageReports |
  PERMISSIONS.manageTaxonomies

const ADMIN =
  MODERATOR |
  PERMISSIONS.manageFederation |
  PERMISSIONS.manageSettings |
  PERMISSIONS.manageBlocks |
  PERMISSIONS.manageAppeals |
  PERMISSIONS.manageInvites |
  PERMISSIONS.manageRules |
  PERMISSIONS.manageAnnouncements |
  PERMISSIONS.manageCustomEmojis |
  PERMISSIONS.manageWebhooks |
  PERMISSIONS.manageRoles |
  PERMISSIONS.manageUserAccess |
  PERMISSIONS.deleteUserData

const SEEDED = [
  { name: 'Owner', permissions: PERMISSIONS.administrator, position: 1000 },
  { name: 'Admin', permissions: ADMIN, position: 100 },
  { name: 'Moderator', permissions: MODERATOR, position: 10 },
]

/**
 * Creates the base role and, together with it, the three initial roles of a server (S-064). Later
 * calls change nothing, even if an operator has renamed or removed roles since.
 */
export async function seedRoles(tx: Tx): Promise<void> {
  const common = { color: '', created_at: tx.now }
  const base = await tx.db
    .insertInto('role')
    .values({
      ...common,
      id: BASE_ROLE_ID,
      name: '',
      permissions: PERMISSIONS.inviteUsers,
      highlighted: false,
      position: 0,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (base === undefined) return
  const roles = SEEDED.map((role) => ({ ...common, ...role, id: tx.newId(), highlighted: true }))
  await tx.db.insertInto('role').values(roles).execute()
}
