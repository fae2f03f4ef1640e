import type { Focus } from './focus.ts'
import type { Size } from './geometry.ts'

/** The part of a picture that remains after cropping. */
export interface Crop {
  /** is placed as near to the middle of the part as the edges allow */
  focus: Focus
  /** 1: the largest part, up to `MAX_ZOOM` */
  zoom: number
}

/** A part of a picture in pixels, from its upper left corner. */
export interface Region extends Size {
  left: number
  top: number
}

export const MAX_ZOOM = 4
export const WHOLE: Crop = { focus: { x: 0, y: 0 }, zoom: 1 }

/**
 * The part of a picture to crop for a target with other proportions.
 * @param target only its proportions count
 */
export function cropRegion({ width, height }: Size, target: Size, { focus, zoom }: Crop): Region {
  const aspect = target.width / target.height
  const closer = Math.min(MAX_ZOOM, Math.max(1, zoom))
  const wide = Math.min(width, height * aspect) / closer
  const size = { width: atLeastOne(wide), height: atLeastOne(wide / aspect) }
  return {
    ...size,
    left: startOf(((focus.x + 1) / 2) * width, size.width, width),
    top: startOf(((1 - focus.y) / 2) * height, size.height, height),
  }
}

function atLeastOne(length: number): number {
  return Math.max(1, Math.round(length))
}

function startOf(middle: number, length: number, whole: number): number {
  return Math.round(Math.min(whole - length, Math.max(0, middle - length / 2)))
}
