/** px of the longer side */
const SIZE = 640

export interface Thumbnail {
  /** address of data: the pages' security policy allows no other of what is not at the server */
  url: string
  /** of the whole picture */
  width: number
  height: number
}

/** A small picture of what was chosen; null if the browser cannot read it. */
export async function thumbnailOf(file: File): Promise<Thumbnail | null> {
  if (!file.type.startsWith('image/')) return null
  try {
    const bitmap = await createImageBitmap(file)
    const { width, height } = bitmap
    const scale = Math.min(1, SIZE / Math.max(width, height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(width * scale))
    canvas.height = Math.max(1, Math.round(height * scale))
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp'
    return { url: canvas.toDataURL(type, 0.8), width, height }
  } catch {
    return null
  }
}
