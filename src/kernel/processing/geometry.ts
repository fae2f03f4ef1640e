/** Width and height in pixels, at least 1 each. */
export interface Size {
  width: number
  height: number
}

/**
 * The size in `meta.original` and `meta.small` of a picture.
 *
 * @see https://docs.joinmastodon.org/entities/MediaAttachment/#meta
 */
export interface SizeMeta extends Size {
  /** `WIDTHxHEIGHT` */
  size: string
  aspect: number
}

const longestSide = 16_383 // of a WebP picture, the smallest limit of the written formats

/** Shrinks a size to at most so many pixels with its proportions; never enlarges. */
export function fitPixels({ width, height }: Size, pixels: number): Size {
  const scale = Math.min(
    1,
    Math.sqrt(pixels / (width * height)),
    longestSide / Math.max(width, height),
  )
  return {
    width: Math.max(1, Math.floor(width * scale)),
    height: Math.max(1, Math.floor(height * scale)),
  }
}

export function sizeMeta({ width, height }: Size): SizeMeta {
  return { width, height, size: `${width}x${height}`, aspect: width / height }
}
