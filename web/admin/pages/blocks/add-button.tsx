import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Button } from '../../../shared/components/button.tsx'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { t } from '../../../shared/i18n.ts'

interface AddButtonProps {
  title: string
  children: ComponentChildren
  onSubmit: () => Promise<unknown>
}

/** A button that opens a form in a window. */
export function AddButton({ title, children, onSubmit }: AddButtonProps) {
  const isOpen = useSignal(false)
  const close = () => {
    isOpen.value = false
  }
  const submit = async () => {
    await onSubmit()
    close()
  }
  return (
    <>
      <Button
        kind="primary"
        onClick={() => {
          isOpen.value = true
        }}
      >
        {title}
      </Button>
      {isOpen.value && (
        <Dialog title={title} onClose={close}>
          <Form
            submit={t('Block')}
            onSubmit={submit}
            onCancel={close}
            done={t('The block is there')}
          >
            {children}
          </Form>
        </Dialog>
      )}
    </>
  )
}
