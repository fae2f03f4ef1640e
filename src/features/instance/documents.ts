import type { JsonText } from '../../kernel/base/json.ts'
import type { App } from '../../kernel/core/app.ts'
import { findContactId } from './contact.ts'
import { type InstanceFacts, presentInstance } from './instance-document.ts'
import { presentInstanceV1 } from './instance-document-v1.ts'
import { presentNodeInfo } from './nodeinfo.ts'
import type { InstanceParts } from './parts.ts'
import type { Recent } from './periodic-value.ts'
import { rules } from './rules.ts'
import { type Settings, settings } from './settings.ts'
import { createUsage, type Usage } from './usage.ts'

type Document = () => JsonText | Promise<JsonText>

/** Documents that are rendered again only when the settings or the counts change. */
export interface Documents {
  instance: Document
  instanceV1: Document
  nodeInfo20: Document
  nodeInfo21: Document
}

export function createDocuments(app: App, parts: InstanceParts): Documents {
  const usage = createUsage(app)
  const document = (render: Render) => createDocument(app, usage, render)
  return {
    instance: document(async (facts) => presentInstance(app, await gather(app, parts, facts))),
    instanceV1: document(async (facts) => presentInstanceV1(app, await gather(app, parts, facts))),
    nodeInfo20: document(async (facts) => presentNodeInfo('2.0', { ...facts, config: app.config })),
    nodeInfo21: document(async (facts) => presentNodeInfo('2.1', { ...facts, config: app.config })),
  }
}

interface Known {
  settings: Settings
  usage: Usage
}
type Render = (known: Known) => Promise<JsonText>

/**
 * Every invalidation of `app.cached` creates a new settings object, so its identity reveals stale
 * texts. A valid text is returned without a promise: these are among the most frequent requests.
 */
function createDocument(app: App, usage: Recent<Usage>, render: Render): Document {
  let kept: (Known & { text: JsonText }) | null = null
  const renew = async () => {
    const known = { settings: await app.cached.get(settings), usage: await usage.get() }
    const text = await render(known)
    kept = { ...known, text }
    return text
  }
  return () => {
    const holds =
      kept !== null && kept.settings === app.cached.peek(settings) && kept.usage === usage.peek()
    return holds ? kept!.text : renew()
  }
}

async function gather(app: App, parts: InstanceParts, known: Known): Promise<InstanceFacts> {
  const contactId = await findContactId(app.db, known.settings)
  const [contact] = contactId === null ? [] : await parts.renderAccounts(app, [contactId])
  return {
    ...known,
    rules: await app.cached.get(rules),
    limits: await parts.limits(app),
    invites: await parts.invitesEnabled(app),
    contact: contact ?? ('null' as JsonText),
  }
}
