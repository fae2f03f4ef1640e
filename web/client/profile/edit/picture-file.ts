import { useEffect, useState } from 'preact/hooks'
import { useFilePreview } from '../../../shared/use-file-preview.ts'

/** A chosen file, read as a picture. */
export function usePicture(file: File) {
  const address = useFilePreview(file)
  const [picture, setPicture] = useState<HTMLImageElement | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (address === null) return
    const image = new Image()
    image.src = address
    image.decode().then(
      () => setPicture(image),
      () => setFailed(true),
    )
  }, [address])
  return { picture, address, failed }
}
