/** Of the Shape Detection API, which few browsers have; types of the DOM lack it. */
interface TextDetector {
  detect(
    image: ImageBitmap,
  ): Promise<readonly { rawValue: string; boundingBox: { top: number; left: number } }[]>
}
type Detectors = { TextDetector?: new () => TextDetector }

/** Whether the browser reads text by itself: nothing is loaded for it, and no picture is sent anywhere. */
export const canReadText = (): boolean => (globalThis as Detectors).TextDetector !== undefined

/** The text of a picture, from above to below; '' where none is found. */
export async function readText(file: Blob): Promise<string> {
  const { TextDetector } = globalThis as Detectors
  if (TextDetector === undefined) return ''
  const bitmap = await createImageBitmap(file)
  try {
    const found = [...(await new TextDetector().detect(bitmap))]
    found.sort(
      (one, other) =>
        one.boundingBox.top - other.boundingBox.top ||
        one.boundingBox.left - other.boundingBox.left,
    )
    return found
      .map(({ rawValue }) => rawValue.trim())
      .filter((line) => line !== '')
      .join('\n')
  } finally {
    bitmap.close()
  }
}
