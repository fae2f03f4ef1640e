import type { QrCode } from './qr-code.ts'

/** px of a side, at least: enough to be printed */
const SIDE = 1024

/** Saves a code as a PNG, dark on light. */
export function savePicture({ size, path }: QrCode, name: string): void {
  const scale = Math.ceil(SIDE / size)
  const canvas = document.createElement('canvas')
  canvas.width = size * scale
  canvas.height = size * scale
  const context = canvas.getContext('2d')
  if (context === null) return
  context.scale(scale, scale)
  context.fillStyle = '#fff'
  context.fillRect(0, 0, size, size)
  context.fillStyle = '#000'
  context.fill(new Path2D(path))
  canvas.toBlob((file) => {
    if (file === null) return
    const link = document.createElement('a')
    link.href = URL.createObjectURL(file)
    link.download = name
    link.click()
    // the browser has begun to read it by then
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  })
}
