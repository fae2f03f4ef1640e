/**
 * The list of settings beside their pages, of which the client draws some and the server the others. It imports nothing,
 * as browsers read it, too; a test holds it against the sections of the server (settings/sections.ts).
 */

export interface SettingsGroup<Words> {
  title: Words
  pages: { href: string; title: Words }[]
}

export const settingsList = <Words>(t: (text: string) => Words): SettingsGroup<Words>[] => [
  {
    title: t('Profile and preferences'),
    pages: [
      { href: '/profile/edit', title: t('Profile') },
      { href: '/preferences', title: t('Preferences') },
      { href: '/settings/privacy', title: t('Privacy') },
      { href: '/notifications/settings', title: t('Notifications') },
      { href: '/filters', title: t('Filters') },
      { href: '/followed_tags', title: t('Followed hashtags') },
      { href: '/settings/featured_tags', title: t('Featured hashtags') },
    ],
  },
  {
    title: t('Account and security'),
    pages: [
      { href: '/settings/account', title: t('Account') },
      { href: '/settings/sessions', title: t('Sessions and apps') },
      { href: '/settings/two_factor', title: t('Two-factor') },
      { href: '/settings/passkeys', title: t('Passkeys') },
      { href: '/settings/strikes', title: t('Warnings and appeals') },
    ],
  },
  {
    title: t('Moving and data'),
    pages: [
      { href: '/settings/migration', title: t('Move') },
      { href: '/settings/import_export', title: t('Import and export') },
      { href: '/settings/delete', title: t('Delete account') },
    ],
  },
]
