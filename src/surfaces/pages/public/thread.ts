import { html, type SafeHtml } from '../../../kernel/text/html.ts'
import { t } from '../../../kernel/text/messages.ts'
import type { StatusEntity } from './entities.ts'
import { type Drawing, statusItem } from './status.ts'

/** Deeper replies have no deeper indent, as phones are narrow. */
const MAX_INDENT = 4

/** A reply and its distance from the main status: 1 for a direct reply. */
export interface ThreadReply {
  status: StatusEntity
  depth: number
}

/**
 * Computes the depth of replies in depth-first order. A reply whose parent is not among them (the parent may be
 * private) gets the depth of the reply before it.
 */
export function replyDepths(rootId: string, replies: readonly StatusEntity[]): ThreadReply[] {
  const depths = new Map([[rootId, 0]])
  let last = 1
  return replies.map((status) => {
    const above = depths.get(status.in_reply_to_id ?? '')
    const depth = above === undefined ? last : above + 1
    depths.set(status.id, depth)
    last = depth
    return { status, depth }
  })
}

/** The ancestors of the main status, the beginning of the thread first. */
export function threadAbove(drawing: Drawing, ancestors: readonly StatusEntity[]): SafeHtml {
  if (ancestors.length === 0) return html``
  return html`<ol class="thread-above" aria-label="${t('Earlier in this thread')}">
${ancestors.map((status, at) => html`<li>${statusItem(drawing, status, { namesParent: at === 0 })}</li>`)}
</ol>`
}

/** The replies, indented by depth. */
export function threadBelow(drawing: Drawing, replies: readonly ThreadReply[]): SafeHtml {
  if (replies.length === 0) return html``
  return html`<section class="card flush" aria-labelledby="replies-title">
<h2 id="replies-title" class="list-title">${t('Replies')}</h2>
<ol class="thread-below">
${replies.map(({ status, depth }) => html`<li class="depth-${Math.min(depth - 1, MAX_INDENT)}">${statusItem(drawing, status, { namesParent: depth > MAX_INDENT + 1 })}</li>`)}
</ol>
</section>`
}
