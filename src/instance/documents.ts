import type { App } from '../app.ts'
import type { JsonText } from '../json.ts'
import { findContactId } from './contact.ts'
import { type InstanceFacts, presentInstance } from './instance-document.ts'
import { presentInstanceV1 } from './instance-document-v1.ts'
import { presentNodeInfo } from './nodeinfo.ts'
import type { InstanceParts } from './parts.ts'
import { rules } from './rules.ts'
import { type Settings, settings } from './settings.ts'
import { createUsage, type Usage } from './usage.ts'

type Document = () => Promise<JsonText>

/** Documents that are rendered again only when the settings change or new counts come in. */
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
    nodeInfo20: document(async (facts) => presentNodeInfo('2.0', facts)),
    nodeInfo21: document(async (facts) => presentNodeInfo('2.1', facts)),
  }
}

interface Known {
  settings: Settings
  usage: Usage
}
type Render = (known: Known) => Promise<JsonText>

/** Whatever clears `app.cached` brings a new settings object, so identity tells what is stale. */
function createDocument(app: App, usageNow: () => Promise<Usage>, render: Render): Document {
  let kept: (Known & { text: Promise<JsonText> }) | null = null
  return async () => {
    const known = { settings: await app.cached.get(settings), usage: await usageNow() }
    if (kept?.settings === known.settings && kept.usage === known.usage) return kept.text
    const text = render(known)
    const mine = { ...known, text }
    kept = mine
    text.catch(() => {
      if (kept === mine) kept = null
    })
    return text
  }
}

async function gather(app: App, parts: InstanceParts, known: Known): Promise<InstanceFacts> {
  const contactId = await findContactId(app.db, known.settings)
  const [contact] = contactId === null ? [] : await parts.renderAccounts(app, [contactId])
  return {
    ...known,
    rules: await app.cached.get(rules),
    limits: await parts.limits(app),
    contact: contact ?? ('null' as JsonText),
  }
}
