/** Permissions of roles, as bits of `role.permissions` (S-063). */
export const PERMISSIONS = {
  administrator: 0x1,
  devops: 0x2,
  viewAuditLog: 0x4,
  viewDashboard: 0x8,
  manageReports: 0x10,
  manageFederation: 0x20,
  manageSettings: 0x40,
  manageBlocks: 0x80,
  manageTaxonomies: 0x100,
  manageAppeals: 0x200,
  manageUsers: 0x400,
  manageInvites: 0x800,
  manageRules: 0x1000,
  manageAnnouncements: 0x2000,
  manageCustomEmojis: 0x4000,
  manageWebhooks: 0x8000,
  inviteUsers: 0x1_0000,
  manageRoles: 0x2_0000,
  manageUserAccess: 0x4_0000,
  deleteUserData: 0x8_0000,
  viewFeeds: 0x10_0000,
  inviteBypassApproval: 0x20_0000,
  manageEmailSubscriptions: 0x40_0000,
} as const
export type Permission = keyof typeof PERMISSIONS

/** The permissions of an administrator: all of them (S-064). */
export const EVERY_PERMISSION = bitsOf(Object.keys(PERMISSIONS) as Permission[])

export function can(permissions: number, permission: Permission): boolean {
  return (permissions & PERMISSIONS[permission]) !== 0
}

export function bitsOf(permissions: readonly Permission[]): number {
  return permissions.reduce((all, permission) => all | PERMISSIONS[permission], 0)
}
