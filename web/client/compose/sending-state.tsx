import { Button } from '../../shared/components/button.tsx'
import { t } from '../../shared/i18n.ts'
import { useComposition } from './composition.ts'

/** Progress of sending, and the uploads that it waits for. */
export function SendingState() {
  const { sending, writing } = useComposition()
  const now = sending.value
  return (
    <div role="status" class="compose-sending">
      {now?.state === 'uploading' && hasUploads(writing.value.parts) && (
        <p>{t('It is posted as soon as the files are uploaded.')}</p>
      )}
      {now?.state === 'sending' && writing.value.parts.length > 1 && (
        <p>{t('Posting {n} of {all}…', { n: now.part, all: writing.value.parts.length })}</p>
      )}
      {now?.state === 'offline' && (
        <>
          <p>{t('You are offline. It is posted as soon as you are back.')}</p>
          <Button
            small
            onClick={() => {
              sending.value = null
            }}
          >
            {t('Do not wait')}
          </Button>
        </>
      )}
    </div>
  )
}

const hasUploads = (parts: readonly { media: readonly { state: string }[] }[]): boolean =>
  parts.some(({ media }) => media.some(({ state }) => state !== 'ready'))
