/** A small picture: 16 × 12 pixels of one colour. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAMCAMAAABcOc2zAAAAA1BMVEU6e9W09Nv6AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWNgGD4AAADMAAEw6crUAAAAAElFTkSuQmCC',
  'base64',
)

export const PNG_DATA_URI = `data:image/png;base64,${PNG.toString('base64')}`

/** The picture as a part of a multipart body. */
export function pngFile(): File {
  return new File([PNG], 'picture.png', { type: 'image/png' })
}
