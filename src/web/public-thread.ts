import { html, type SafeHtml } from '../text/html.ts'
import type { StatusEntity } from './public-entities.ts'
import { type Drawing, statusItem } from './public-status.ts'

/** Deeper replies are not indented any further: phones are narrow. */
const MAX_INDENT = 4

/** A reply and how many replies it is away from the status at the top: 1 answers that one. */
export interface ThreadReply {
  status: StatusEntity
  depth: number
}

/**
 * Finds the depth of replies that stand depth first. One whose parent is not among them (it may be
 * private) stands as deep as the status that it follows.
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

/** What the status of the page answers, the beginning of the thread first. */
export function threadAbove(drawing: Drawing, ancestors: readonly StatusEntity[]): SafeHtml {
  if (ancestors.length === 0) return html``
  return html`<ol class="thread-above" aria-label="Earlier in this thread">
${ancestors.map((status, at) => html`<li>${statusItem(drawing, status, { namesParent: at === 0 })}</li>`)}
</ol>`
}

/** The answers, indented by whom they answer. */
export function threadBelow(drawing: Drawing, replies: readonly ThreadReply[]): SafeHtml {
  if (replies.length === 0) return html``
  return html`<section class="card flush" aria-labelledby="replies-title">
<h2 id="replies-title" class="list-title">Replies</h2>
<ol class="thread-below">
${replies.map(({ status, depth }) => html`<li class="depth-${Math.min(depth - 1, MAX_INDENT)}">${statusItem(drawing, status, { namesParent: depth > MAX_INDENT + 1 })}</li>`)}
</ol>
</section>`
}
