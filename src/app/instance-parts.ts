import { accountsConfiguration } from '../features/accounts/profile-rules.ts'
import { renderAccounts } from '../features/accounts/serializer.ts'
import type { InstanceParts } from '../features/instance/parts.ts'
import { MAX_ATTACHMENTS } from '../features/media/attachments.ts'
import { POLL_LIMITS } from '../features/polls/create.ts'
import { effectivePermissions, roles } from '../features/roles/roles.ts'
import { MAX_CHARACTERS } from '../features/statuses/write/content.ts'
import type { App } from '../kernel/core/app.ts'
import { can } from '../kernel/http/permissions.ts'
import { mediaConfiguration } from '../kernel/processing/limits.ts'
import { CHARACTERS_PER_URL } from '../kernel/text/count.ts'

/** Parts of the instance documents from features that the instance feature must not import. */
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
