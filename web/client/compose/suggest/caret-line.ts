/** What decides where lines of a text field break. */
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

/** px from the top of a text field to the foot of the line with this character: a copy of it is measured. */
export function caretLine(field: HTMLTextAreaElement, position: number): number {
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
  const bottom = mark.offsetTop + mark.offsetHeight - field.scrollTop
  copy.remove()
  return bottom
}
