import type { ComponentChildren } from 'preact'
import { withEmojis } from '../../../shared/components/person.tsx'
import type { CustomEmoji } from '../../../shared/entities/account.ts'
import { useGet } from '../../../shared/resource.ts'

/** What the server makes links of: addresses, hashtags, people. */
const LINKS = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)]|(?<![\w/])[#@][\p{L}\p{N}_][\p{L}\p{N}_@.-]*)/u

/** A text as people will see it, near enough: what is a link shows as one, but leads nowhere yet. */
export function Preview({ text }: { text: string }) {
  const emojis = useGet<CustomEmoji[]>('/api/v1/custom_emojis')
  const paragraphs = text.trim().split(/\n{2,}/)
  if (text.trim() === '') return <p class="muted">Nothing is written yet.</p>
  return (
    <div class="prose">
      {paragraphs.map((paragraph, at) => (
        <p key={at} class="announcement-paragraph">
          {marked(paragraph, emojis.data ?? [])}
        </p>
      ))}
    </div>
  )
}

function marked(text: string, emojis: readonly CustomEmoji[]): ComponentChildren {
  return text.split(LINKS).map((part, at) =>
    // every second part is what was split at
    at % 2 === 1 ? (
      <span key={at} class="announcement-link">
        {part}
      </span>
    ) : (
      withEmojis(part, emojis)
    ),
  )
}
