import type { Pages } from '../pages.ts'
import { confirmSection } from './confirm-section.ts'
import { createFrame, INDEX, leadTo, sectionList, showInFrame } from './frame.ts'
import type { SettingsSection } from './section.ts'
import { SECTIONS } from './sections.ts'

/**
 * Addresses that clients know from Mastodon. Those that no section claims lead to the list of all:
 * nobody who follows a link of a client finds nothing.
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
    section.register(createFrame(surroundings, section, SECTIONS))
    for (const address of section.alsoAt ?? []) leadTo(server, address, section.path)
  }
  const index = createFrame(surroundings, indexSection, SECTIONS)
  index.page({
    show: (caller) =>
      showInFrame(app, caller, { body: sectionList(SECTIONS) }, { section: null, all: SECTIONS }),
  })
  const claimed = new Set(SECTIONS.flatMap(({ path, alsoAt = [] }) => [path, ...alsoAt]))
  for (const address of KNOWN_ADDRESSES) {
    if (!claimed.has(address)) leadTo(server, address, INDEX)
  }
}

/** stands for the list itself, and is not in it */
const indexSection: SettingsSection = {
  path: INDEX,
  title: 'Settings',
  summary: '',
  group: 'account',
  register() {},
}
