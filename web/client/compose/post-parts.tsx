import { t } from '../../shared/i18n.ts'
import { Check, Icon, Plus, Trash2 } from '../../shared/icons.tsx'
import { CharacterCounter } from './character-counter.tsx'
import { type Composition, changeWriting, useComposition } from './composition.ts'
import { MediaList } from './media/media-list.tsx'
import { PollEditor } from './poll-editor.tsx'
import { PostText, WarningField } from './text-field.tsx'
import { emptyPart, isBlank, type Part, type Writing } from './writing.ts'

/** The posts that are written: one, or a thread of several that answer each other. */
export function PostParts() {
  const composition = useComposition()
  const { parts } = composition.writing.value
  const isThread = parts.length > 1
  return (
    <>
      <ol class={isThread ? 'compose-parts thread' : 'compose-parts'}>
        {parts.map((part, index) => (
          <li key={part.key} class="compose-part">
            {isThread && <PartHead part={part} n={index + 1} />}
            {part.sentId === null ? (
              <PartFields part={part} index={index} />
            ) : (
              <p class="compose-sent-text" dir="auto">
                {part.text}
              </p>
            )}
          </li>
        ))}
      </ol>
      <AddPart />
    </>
  )
}

function PartHead({ part, n }: { part: Part; n: number }) {
  const composition = useComposition()
  const { parts } = composition.writing.value
  return (
    <div class="compose-part-head">
      <strong>{t('{n} of {all}', { n, all: parts.length })}</strong>
      {part.sentId !== null ? (
        <span class="compose-sent">
          <Icon of={Check} size={16} /> {t('Posted')}
        </span>
      ) : (
        <>
          <CharacterCounter part={part} />
          <button
            type="button"
            class="compose-tool"
            aria-label={t('Remove post {n}', { n })}
            title={t('Remove post {n}', { n })}
            onClick={() => removePart(composition, part)}
          >
            <Icon of={Trash2} size={18} />
          </button>
        </>
      )}
    </div>
  )
}

function PartFields({ part, index }: { part: Part; index: number }) {
  const { writing, active } = useComposition()
  const { parts } = writing.value
  const label = parts.length > 1 ? t('Text of post {n}', { n: index + 1 }) : t('Text of the post')
  return (
    <>
      {part.warned && <WarningField part={part} />}
      <PostText
        part={part}
        label={label}
        placeholder={placeholderOf(writing.value, index)}
        isFirst={active.peek() === part.key}
      />
      <MediaList part={part} />
      <PollEditor part={part} />
    </>
  )
}

function placeholderOf({ replyTo }: Writing, index: number): string {
  if (index > 0) return t('And then?')
  return replyTo === null ? t('What is on your mind?') : t('Your reply')
}

/** Offered once there is something to go on from; a change of what is posted is of one post. */
function AddPart() {
  const composition = useComposition()
  const { parts, editId } = composition.writing.value
  const last = parts.at(-1)
  if (editId !== null) return null
  if (last === undefined || isBlank(last) || parts.length >= MOST_PARTS) return null
  return (
    <button type="button" class="compose-add" onClick={() => addPart(composition)}>
      <Icon of={Plus} size={18} /> {t('Add another post')}
    </button>
  )
}

/** as many as a draft holds */
const MOST_PARTS = 25

function addPart(composition: Composition): void {
  const { parts } = composition.writing.peek()
  const last = parts.at(-1)
  const next = emptyPart({
    spoiler_text: last?.spoiler_text ?? '',
    warned: last?.warned ?? false,
    sensitive: last?.sensitive ?? false,
  })
  composition.active.value = next.key
  changeWriting(composition, { parts: [...parts, next] })
}

function removePart(composition: Composition, part: Part): void {
  const { parts } = composition.writing.peek()
  const kept = parts.filter(({ key }) => key !== part.key)
  composition.active.value = kept[Math.max(0, parts.indexOf(part) - 1)]?.key ?? ''
  changeWriting(composition, { parts: kept })
  document.querySelector<HTMLElement>(`textarea[data-part="${composition.active.peek()}"]`)?.focus()
}
