import type { JsonText } from '../../kernel/base/json.ts'
import type { App } from '../../kernel/core/app.ts'

/** Parts of the instance documents that later features provide. */
export interface InstanceParts {
  /** `accounts`, `statuses`, `media_attachments` and `polls` of the configuration (S-302) */
  limits: (app: App) => Promise<Record<string, object>>
  /** whether every user may create invites */
  invitesEnabled: (app: App) => Promise<boolean>
  renderAccounts: (app: App, ids: readonly string[]) => Promise<JsonText[]>
}
