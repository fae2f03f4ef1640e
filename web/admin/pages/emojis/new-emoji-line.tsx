import { useId } from 'preact/hooks'
import { Button } from '../../../shared/components/button.tsx'
import { formatBytes } from '../../../shared/format.ts'
import { t } from '../../../shared/i18n.ts'
import { useFilePreview } from '../../../shared/use-file-preview.ts'
import { ACCEPTED, type NewEmoji } from './new-emoji.ts'

export function NewEmojiLine({ emoji, onRemove }: { emoji: NewEmoji; onRemove: () => void }) {
  const { file, shortcode, state, problem } = emoji
  const id = useId()
  // what is no picture is none here either
  const preview = useFilePreview(ACCEPTED.split(',').includes(file.type) ? file : null)
  const hasProblem = problem.value !== ''
  return (
    <div class={hasProblem ? 'new-emoji has-error' : 'new-emoji'}>
      {preview === null ? (
        <span class="new-emoji-picture" />
      ) : (
        <img class="new-emoji-picture" src={preview} alt="" />
      )}
      <div class="field">
        <label for={id}>{t('Shortcode')}</label>
        <input
          id={id}
          value={shortcode.value}
          required
          pattern=":?[A-Za-z0-9_]{2,128}:?"
          title={t('2 to 128 letters, digits and underscores')}
          disabled={state.value === 'sending'}
          aria-invalid={hasProblem ? 'true' : undefined}
          aria-describedby={`${id}-about`}
          onInput={(event) => {
            shortcode.value = event.currentTarget.value
          }}
        />
        <p id={`${id}-about`} class={hasProblem ? 'field-error' : 'hint'}>
          {hasProblem ? problem.value : `${file.name}, ${formatBytes(file.size)}`}
        </p>
      </div>
      <Button small label={t('Leave out {name}', { name: file.name })} onClick={onRemove}>
        {t('Leave out')}
      </Button>
    </div>
  )
}
