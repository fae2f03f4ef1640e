interface Size {
  width: number
  height: number
}

/** Which part of a picture is kept. */
export interface Crop {
  /** 1: as much as fits */
  zoom: number
  /** of the middle, as a part of the room there is to move in: 0 to 1 */
  x: number
  y: number
}

export const MOST_ZOOM = 4
export const WHOLE: Crop = { zoom: 1, x: 0.5, y: 0.5 }

/** The part in pixels of the picture. @param aspect width by height of the part */
export function areaOf(picture: Size, aspect: number, { zoom, x, y }: Crop) {
  const width = Math.min(picture.width, picture.height * aspect) / zoom
  const height = width / aspect
  return {
    left: (picture.width - width) * x,
    top: (picture.height - height) * y,
    width,
    height,
  }
}

/** Moves the part by pixels of the picture, as far as there is room. */
export function moved(
  picture: Size,
  aspect: number,
  crop: Crop,
  by: { x: number; y: number },
): Crop {
  const { width, height } = areaOf(picture, aspect, crop)
  const along = (place: number, room: number, step: number) =>
    room <= 0 ? place : Math.min(1, Math.max(0, place + step / room))
  return {
    ...crop,
    x: along(crop.x, picture.width - width, by.x),
    y: along(crop.y, picture.height - height, by.y),
  }
}
