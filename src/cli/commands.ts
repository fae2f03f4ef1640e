import type { Command } from './command.ts'

interface Entry {
  /** one line */
  summary: string
  load(): Promise<Command>
}

/** Every command by its name, loaded when it runs: most need little of the program. */
export const commands: Record<string, Entry> = {
  serve: {
    summary: 'Run the server',
    load: async () => (await import('./serve.ts')).serve,
  },
  'accounts create': {
    summary: 'Create a local account',
    load: async () => (await import('./accounts-create.ts')).accountsCreate,
  },
  'accounts list': {
    summary: 'List local accounts',
    load: async () => (await import('./accounts-list.ts')).accountsList,
  },
  'accounts show': {
    summary: 'Show one local account',
    load: async () => (await import('./accounts-show.ts')).accountsShow,
  },
  'accounts modify': {
    summary: 'Change role, password, e-mail or state of a local account',
    load: async () => (await import('./accounts-modify.ts')).accountsModify,
  },
  'accounts delete': {
    summary: 'Delete a local account for good',
    load: async () => (await import('./accounts-delete.ts')).accountsDelete,
  },
  'roles list': {
    summary: 'List the roles',
    load: async () => (await import('./roles-list.ts')).rolesList,
  },
  'roles modify': {
    summary: 'Demand a second factor of the people of a role, or no longer',
    load: async () => (await import('./roles-modify.ts')).rolesModify,
  },
  'tokens create': {
    summary: 'Create an access token for a local account',
    load: async () => (await import('./tokens-create.ts')).tokensCreate,
  },
  'settings get': {
    summary: 'Show the settings of the server',
    load: async () => (await import('./settings-get.ts')).settingsGet,
  },
  'settings set': {
    summary: 'Change a setting of the server',
    load: async () => (await import('./settings-set.ts')).settingsSet,
  },
  'domains block': {
    summary: 'Limit what comes from and goes to another server',
    load: async () => (await import('./domains-block.ts')).domainsBlock,
  },
  'domains unblock': {
    summary: 'End the block of another server',
    load: async () => (await import('./domains-unblock.ts')).domainsUnblock,
  },
  'domains allow': {
    summary: 'Let another server take part in limited federation',
    load: async () => (await import('./domains-allow.ts')).domainsAllow,
  },
  'domains disallow': {
    summary: 'Take another server out of limited federation',
    load: async () => (await import('./domains-allow.ts')).domainsDisallow,
  },
  'domains list': {
    summary: 'List the servers that are blocked or allowed',
    load: async () => (await import('./domains-list.ts')).domainsList,
  },
  'domains import': {
    summary: 'Block the servers that a file names',
    load: async () => (await import('./domains-import.ts')).domainsImport,
  },
  'domains export': {
    summary: 'Print the blocks of servers as a file',
    load: async () => (await import('./domains-export.ts')).domainsExport,
  },
  'announcements create': {
    summary: 'Tell everybody on this server something',
    load: async () => (await import('./announcements-create.ts')).announcementsCreate,
  },
  'announcements list': {
    summary: 'List announcements',
    load: async () => (await import('./announcements-list.ts')).announcementsList,
  },
  'announcements delete': {
    summary: 'Remove an announcement',
    load: async () => (await import('./announcements-delete.ts')).announcementsDelete,
  },
  'emojis import': {
    summary: 'Add custom emoji from a folder of pictures',
    load: async () => (await import('./emojis-import.ts')).emojisImport,
  },
  'media prune': {
    summary: 'Remove kept files of other servers',
    load: async () => (await import('./media-prune.ts')).mediaPrune,
  },
  'media move': {
    summary: 'Copy all media files to another folder or bucket',
    load: async () => (await import('./media-move.ts')).mediaMove,
  },
  'trends list': {
    summary: 'Show what rises on the server',
    load: async () => (await import('./trends-list.ts')).trendsList,
  },
  'trends approve': {
    summary: 'Let something trend',
    load: async () => (await import('./trends-review.ts')).trendsApprove,
  },
  'trends reject': {
    summary: 'Keep something from trending',
    load: async () => (await import('./trends-review.ts')).trendsReject,
  },
  'jobs list': {
    summary: 'Show what waits, runs or has failed',
    load: async () => (await import('./jobs-list.ts')).jobsList,
  },
  'jobs retry': {
    summary: 'Let failed jobs run again',
    load: async () => (await import('./jobs-retry.ts')).jobsRetry,
  },
  'deliveries list': {
    summary: 'Show what waits for other servers, or never arrived',
    load: async () => (await import('./deliveries-list.ts')).deliveriesList,
  },
  'deliveries retry': {
    summary: 'Send something once more at once',
    load: async () => (await import('./deliveries-change.ts')).deliveriesRetry,
  },
  'deliveries drop': {
    summary: 'Send something no more',
    load: async () => (await import('./deliveries-change.ts')).deliveriesDrop,
  },
  migrate: {
    summary: 'Bring the database up to date without starting the server',
    load: async () => (await import('./migrate.ts')).migrateCommand,
  },
  'move-database': {
    summary: 'Move everything from SQLite to PostgreSQL, or back',
    load: async () => (await import('./move-database.ts')).moveDatabaseCommand,
  },
  backup: {
    summary: 'Write everything into one archive',
    load: async () => (await import('./backup.ts')).backupCommand,
  },
  restore: {
    summary: 'Fill an empty database from an archive',
    load: async () => (await import('./restore.ts')).restoreCommand,
  },
  doctor: {
    summary: 'Check the settings and surroundings of the server',
    load: async () => (await import('./doctor.ts')).doctor,
  },
}
