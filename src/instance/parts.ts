import type { App } from '../app.ts'
import type { JsonText } from '../json.ts'

/** What the instance documents show of later slices. */
export interface InstanceParts {
  /** `accounts`, `statuses`, `media_attachments` and `polls` of the configuration (S-302) */
  limits: (app: App) => Promise<Record<string, object>>
  /** whether everybody may invite others */
  invitesEnabled: (app: App) => Promise<boolean>
  renderAccounts: (app: App, ids: readonly string[]) => Promise<JsonText[]>
}
