import { t } from '../../../kernel/text/messages.ts'
import type { Pages } from '../pages.ts'
import { confirmSection } from './confirm-section.ts'
import { createFrame, INDEX, leadTo, sectionList, showInFrame } from './frame.ts'
import type { SettingsSection } from './section.ts'
import { SECTIONS } from './sections.ts'

/**
 * Addresses that clients know from Mastodon. An address that no section claims redirects to the list of sections, so
 * that no link of a client leads to an error.
 */
const KNOWN_ADDRESSES = [
  '/settings/export',
  '/settings/exports',
  '/settings/import',
  '/settings/imports',
]

export const settingsPages: Pages = (server, app, door) => {
  const surroundings = { server, app, door }
  for (const section of [...SECTIONS, confirmSection]) {
    section.register(createFrame(surroundings, section))
    for (const address of section.alsoAt ?? []) leadTo(server, address, section.path, 301)
  }
  const index = createFrame(surroundings, indexSection)
  index.page({
    show: (caller) => showInFrame(app, caller, { body: sectionList(SECTIONS) }, null),
  })
  const claimed = new Set(SECTIONS.flatMap(({ path, alsoAt = [] }) => [path, ...alsoAt]))
  for (const address of KNOWN_ADDRESSES) {
    if (!claimed.has(address)) leadTo(server, address, INDEX, 302)
  }
}

/** the list of sections itself; the list does not contain it */
const indexSection: SettingsSection = {
  path: INDEX,
  title: t('Settings'),
  summary: '',
  group: 'account',
  register() {},
}
