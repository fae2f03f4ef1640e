import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** The chosen file as an address of data, which the pages' security policy allows for pictures. */
export function useFilePreview(file: File | null): string | null {
  const preview = useSignal<string | null>(null)
  useEffect(() => {
    preview.value = null
    if (file === null) return
    const reader = new FileReader()
    reader.onload = () => {
      preview.value = String(reader.result)
    }
    reader.readAsDataURL(file)
    return () => reader.abort()
  }, [file, preview])
  return preview.value
}
