/** CSS properties that decide where the lines of a text field break. */
const STYLES = [
  'boxSizing',
  'direction',
  'fontFamily',
  'fontSize',
  'fontWeight',
  'letterSpacing',
  'lineHeight',
  'paddingTop',
  'paddingLeft',
  'paddingRight',
  'borderLeftWidth',
  'borderRightWidth',
  'borderTopWidth',
  'tabSize',
] as const

/** The line of a text field with a character, in the window: a copy of the field is measured. */
export interface CaretPlace {
  /** px from the left of the window, where the character begins to be read */
  x: number
  top: number
  bottom: number
  isRtl: boolean
}

export function caretPlace(field: HTMLTextAreaElement, position: number): CaretPlace {
  const copy = document.createElement('div')
  const mark = document.createElement('span')
  const from = getComputedStyle(field)
  for (const name of STYLES) copy.style[name] = from[name]
  copy.style.position = 'absolute'
  copy.style.visibility = 'hidden'
  copy.style.whiteSpace = 'pre-wrap'
  copy.style.overflowWrap = 'break-word'
  copy.style.width = `${field.offsetWidth}px`
  mark.textContent = '.'
  copy.append(field.value.slice(0, position), mark)
  field.parentElement?.append(copy)
  const isRtl = from.direction === 'rtl'
  const { left, top } = field.getBoundingClientRect()
  const lineTop = top + field.clientTop + mark.offsetTop - field.scrollTop
  const place = {
    x: left + field.clientLeft + mark.offsetLeft + (isRtl ? mark.offsetWidth : 0),
    top: lineTop,
    bottom: lineTop + mark.offsetHeight,
    isRtl,
  }
  copy.remove()
  return place
}
