import { t } from '../../../shared/i18n.ts'
import { may } from '../../../shared/session.ts'

interface Entry {
  href: string
  title: string
  text: string
}

/** The way to every setting that the server keeps, with words what is where. */
export function SettingsLinks() {
  return (
    <>
      <Links title={t('You and others')} entries={peopleEntries()} />
      <Links title={t('Account and security')} entries={accountEntries()} />
      <Links title={t('Your data')} entries={dataEntries()} />
    </>
  )
}

function Links({ title, entries }: { title: string; entries: readonly Entry[] }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul class="preferences-links">
        {entries.map((entry) => (
          <li key={entry.href}>
            <a href={entry.href}>
              <strong>{entry.title}</strong>
              <span class="muted small">{entry.text}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function peopleEntries(): Entry[] {
  const entries = [
    { href: '/profile/edit', title: t('Profile'), text: t('Name, note, fields and pictures') },
    {
      href: '/settings/privacy',
      title: t('Privacy'),
      text: t('Who finds, follows and quotes you, and whom you keep away'),
    },
    {
      href: '/notifications/settings',
      title: t('Notifications'),
      text: t('Whom you hear from, and what this device tells you'),
    },
    { href: '/filters', title: t('Filters'), text: t('Words that you would rather not see') },
    {
      href: '/followed_tags',
      title: t('Followed hashtags'),
      text: t('Posts with them come into your home timeline'),
    },
    {
      href: '/settings/featured_tags',
      title: t('Featured hashtags'),
      text: t('What you write about, on your profile'),
    },
  ]
  if (may('inviteUsers')) {
    entries.push({ href: '/invites', title: t('Invitations'), text: t('Bring people here') })
  }
  return entries
}

const accountEntries = (): Entry[] => [
  {
    href: '/settings/account',
    title: t('E-mail address and password'),
    text: t('What you sign in with'),
  },
  {
    href: '/settings/sessions',
    title: t('Sessions and apps'),
    text: t('Where you are signed in, and what may use your account'),
  },
  {
    href: '/settings/two_factor',
    title: t('Two-factor'),
    text: t('A code of an app besides the password'),
  },
  { href: '/settings/passkeys', title: t('Passkeys'), text: t('Sign in without a password') },
  {
    href: '/settings/strikes',
    title: t('Warnings and appeals'),
    text: t('What was decided about your account'),
  },
]

const dataEntries = (): Entry[] => [
  {
    href: '/settings/export',
    title: t('Import and export'),
    text: t('Take what you have with you, or bring it here'),
  },
  {
    href: '/settings/migration',
    title: t('Move'),
    text: t('Take your followers to or from another account'),
  },
  { href: '/settings/delete', title: t('Delete account'), text: t('Everything, for good') },
]
