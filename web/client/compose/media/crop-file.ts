import { ApiError } from '../../../shared/api-error.ts'
import { t } from '../../../shared/i18n.ts'
import type { Attached } from '../writing.ts'
import { fileOf } from './attachments.ts'

/** A part of a picture, turned first: px of the turned picture. */
export interface Cut {
  /** quarters of a turn, clockwise */
  turns: number
  x: number
  y: number
  width: number
  height: number
}

/** what browsers can write; others become the first */
const WRITTEN = ['image/jpeg', 'image/png', 'image/webp']
const QUALITY = 0.92

/** The file as it was chosen here, or what the server has. @throws ApiError */
export async function fileToCrop(attached: Attached): Promise<File> {
  const chosen = fileOf(attached.key)
  if (chosen !== undefined) return chosen
  try {
    const response = await fetch(attached.media?.url ?? '')
    if (!response.ok) throw new Error(`answered ${response.status}`)
    const blob = await response.blob()
    return new File([blob], attached.name || 'picture', { type: blob.type })
  } catch {
    throw new ApiError(0, { error: t('The picture could not be read') })
  }
}

/** The whole picture, turned. */
export function turned(bitmap: ImageBitmap, turns: number): HTMLCanvasElement {
  const isUpright = turns % 2 === 0
  const canvas = document.createElement('canvas')
  canvas.width = isUpright ? bitmap.width : bitmap.height
  canvas.height = isUpright ? bitmap.height : bitmap.width
  const context = canvas.getContext('2d')
  context?.translate(canvas.width / 2, canvas.height / 2)
  context?.rotate((turns * Math.PI) / 2)
  context?.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2)
  return canvas
}

/** Cuts the part out, as a file of the same type. @throws ApiError if the browser cannot */
export async function cutOut(file: File, bitmap: ImageBitmap, cut: Cut): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(cut.width))
  canvas.height = Math.max(1, Math.round(cut.height))
  canvas
    .getContext('2d')
    ?.drawImage(turned(bitmap, cut.turns), -Math.round(cut.x), -Math.round(cut.y))
  const type = WRITTEN.includes(file.type) ? file.type : 'image/jpeg'
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY))
  if (blob === null) throw new ApiError(0, { error: t('The picture could not be changed') })
  const name = type === file.type ? file.name : file.name.replace(/(\.\w+)?$/, '.jpg')
  return new File([blob], name, { type: blob.type })
}
