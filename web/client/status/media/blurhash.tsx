import { decode } from 'blurhash'
import { useEffect, useRef } from 'preact/hooks'
import { drawSoon } from '../../../shared/draw-soon.ts'

/** px of the little picture that is stretched over the place of the real one */
const SIZE = 16

function paint(canvas: HTMLCanvasElement, hash: string): void {
  // the picture lies above it: most often it is there by now
  const picture = canvas.nextElementSibling
  if (picture instanceof HTMLImageElement && picture.complete && picture.naturalWidth > 0) return
  try {
    const pixels = new Uint8ClampedArray(decode(hash, SIZE, SIZE))
    // not by the graphics processor: for so little, getting there takes longer
    const context = canvas.getContext('2d', { willReadFrequently: true })
    context?.putImageData(new ImageData(pixels, SIZE, SIZE), 0, 0)
  } catch {
    // what is no hash leaves the calm colour of the frame
  }
}

/** A blurred preview of a picture, until the picture is loaded or uncovered. */
export function Blurhash({ hash }: { hash: string | null }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const { current } = canvas
    if (hash !== null && current !== null) return drawSoon(() => paint(current, hash))
  }, [hash])
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a drawing without keys takes no focus
  return <canvas ref={canvas} class="blurhash" width={SIZE} height={SIZE} aria-hidden="true" />
}
