import { type Signal, useSignal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { charactersLeft } from '../../../shared/characters-left.ts'
import { Button } from '../../../shared/components/button.tsx'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { FileField, TextArea } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { tellError } from '../../../shared/components/toast.tsx'
import { t } from '../../../shared/i18n.ts'
import { Crop, Icon } from '../../../shared/icons.tsx'
import { changeMedia, useComposition } from '../composition.ts'
import type { Attached } from '../writing.ts'
import { replaceFile, saveDetails, thumbnails } from './attachments.ts'
import { CropDialog } from './crop-dialog.tsx'
import { fileToCrop } from './crop-file.ts'
import { FocusPoint } from './focus-point.tsx'
import { descriptionLimit } from './media-limits.ts'
import { ReadTextButton } from './read-text-button.tsx'

/** The window for the file that was pressed: beside the composer's form, as forms hold no others. */
export function OpenedMedia() {
  const { writing, opened } = useComposition()
  const media = writing.value.parts.flatMap((part) => part.media)
  const attached = media.find(({ key }) => key === opened.value)
  if (attached === undefined) return null
  const close = () => {
    opened.value = null
  }
  return <MediaDetails key={attached.key} attached={attached} onClose={close} />
}

interface DetailsProps {
  attached: Attached
  onClose: () => void
}

/** Edits the details of an attachment: its description, its focal point and its thumbnail. */
function MediaDetails({ attached, onClose }: DetailsProps) {
  const composition = useComposition()
  const description = useSignal(attached.description)
  const focus = useSignal(attached.focus)
  const thumbnail = useSignal<File | null>(null)
  const [cropped, setCropped] = useState<File | null>(null)
  const save = async () => {
    const changes = { description: description.value.trim(), focus: focus.value }
    changeMedia(composition, attached.key, changes)
    if (attached.media !== null) await saveDetails(composition, attached.key, thumbnail.value)
    onClose()
  }
  const crop = () => fileToCrop(attached).then(setCropped, tellError)
  const left = descriptionLimit() - [...description.value].length
  const src = thumbnails.value.get(attached.key) ?? attached.media?.preview_url ?? null
  return (
    <>
      <Dialog title={t('Describe the file')} onClose={onClose}>
        <Form submit={t('Done')} onSubmit={save} disabled={left < 0}>
          {attached.kind === 'image' && src !== null && <FocusPoint src={src} focus={focus} />}
          <Description value={description} left={left} />
          <ReadTextButton attached={attached} description={description} />
          {attached.kind !== 'image' && attached.media !== null && (
            <FileField
              label={t('Picture to be shown for it')}
              name="thumbnail"
              value={thumbnail}
              accept="image/jpeg,image/png,image/webp"
            />
          )}
          {canCrop(attached) && (
            <div>
              <Button small onClick={() => void crop()}>
                <Icon of={Crop} size={18} /> {t('Crop or rotate')}
              </Button>
            </div>
          )}
        </Form>
      </Dialog>
      {cropped !== null && (
        <CropDialog
          file={cropped}
          onClose={() => setCropped(null)}
          onDone={(file) => {
            setCropped(null)
            focus.value = null
            replaceFile(composition, attached.key, file)
          }}
        />
      )}
    </>
  )
}

/** @param left characters that may still be typed */
function Description({ value, left }: { value: Signal<string>; left: number }) {
  return (
    <TextArea
      label={t('Description')}
      name="description"
      value={value}
      rows={4}
      autofocus
      hint={
        left < 200
          ? charactersLeft(left)
          : t('What is to be seen or heard, for people who cannot see or hear it.')
      }
    />
  )
}

/** Drawing it anew would stop a film. */
const canCrop = ({ kind, media, name }: Attached): boolean =>
  kind === 'image' && media?.type !== 'gifv' && !/\.gif$/i.test(name)
