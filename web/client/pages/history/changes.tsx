import type { MediaAttachment, StatusEdit } from '../../../shared/entities/api.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { differenceOf } from './difference.ts'

/** Changes of a version, marked in its text. */
export function Changes({ version, before }: { version: StatusEdit; before: StatusEdit }) {
  const others = otherChanges(version, before)
  return (
    <>
      {(version.spoiler_text !== '' || before.spoiler_text !== '') && (
        <p class="version-spoiler" dir="auto">
          <Difference from={before.spoiler_text} to={version.spoiler_text} />
        </p>
      )}
      <p class="version-text" dir="auto">
        <Difference from={textOf(before.content)} to={textOf(version.content)} />
      </p>
      {others.length > 0 && (
        <ul class="version-others">
          {others.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
    </>
  )
}

function Difference({ from, to }: { from: string; to: string }) {
  return differenceOf(from, to).map(({ kind, text }, at) => {
    if (kind === 'same') return text
    return kind === 'added' ? <ins key={at}>{text}</ins> : <del key={at}>{text}</del>
  })
}

/** Text of content, its paragraphs and breaks as lines. */
function textOf(html: string): string {
  const template = document.createElement('template')
  template.innerHTML = html.replace(/<br\s*\/?>/g, '\n').replace(/<\/p>\s*<p[^>]*>/g, '\n\n')
  return template.content.textContent ?? ''
}

function otherChanges(version: StatusEdit, before: StatusEdit): string[] {
  const now = version.media_attachments
  const then = before.media_attachments
  const added = without(now, then).length
  const removed = without(then, now).length
  const described = now.filter(({ id, description }) =>
    then.some((one) => one.id === id && (one.description ?? '') !== (description ?? '')),
  ).length
  const options = ({ poll }: StatusEdit) => JSON.stringify(poll?.options.map(({ title }) => title))
  return [
    added > 0 && plural(added, '{n} attachment added', '{n} attachments added'),
    removed > 0 && plural(removed, '{n} attachment removed', '{n} attachments removed'),
    described > 0 && plural(described, '{n} description changed', '{n} descriptions changed'),
    version.sensitive !== before.sensitive &&
      (version.sensitive ? t('Media marked as sensitive') : t('Media no longer sensitive')),
    options(version) !== options(before) && t('The choices of the poll changed'),
  ].filter((words) => words !== false)
}

const without = (some: readonly MediaAttachment[], others: readonly MediaAttachment[]) =>
  some.filter(({ id }) => !others.some((other) => other.id === id))
