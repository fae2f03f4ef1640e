import { accountsConfiguration } from './accounts/profile-rules.ts'
import { renderAccounts } from './accounts/serializer.ts'
import type { App } from './app.ts'
import { can } from './http/permissions.ts'
import type { InstanceParts } from './instance/parts.ts'
import { MAX_ATTACHMENTS } from './media/attachments.ts'
import { POLL_LIMITS } from './polls/create.ts'
import { mediaConfiguration } from './processing/limits.ts'
import { effectivePermissions, roles } from './roles/roles.ts'
import { MAX_CHARACTERS } from './statuses/content.ts'
import { CHARACTERS_PER_URL } from './text/count.ts'

/** What the instance documents show of slices that the instance slice must not know. */
export const instanceParts: InstanceParts = { limits, invitesEnabled, renderAccounts }

async function invitesEnabled(app: App): Promise<boolean> {
  return can(effectivePermissions(await app.cached.get(roles), null), 'inviteUsers')
}

async function limits(app: App) {
  const hasFfmpeg = (await app.ffmpeg()) !== null
  return {
    accounts: accountsConfiguration,
    statuses: {
      max_characters: MAX_CHARACTERS,
      max_media_attachments: MAX_ATTACHMENTS,
      characters_reserved_per_url: CHARACTERS_PER_URL,
    },
    media_attachments: mediaConfiguration(hasFfmpeg),
    polls: POLL_LIMITS,
  }
}
