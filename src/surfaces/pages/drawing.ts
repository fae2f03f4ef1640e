import { html, type SafeHtml } from '../../kernel/text/html.ts'
import { BIRD, DRAWINGS, type DrawingName, type Shape } from './drawings.ts'

/** The bird of the software at the head of pages, in the colour of the page. */
export const birdMark: SafeHtml = html`<svg class="bird-mark" viewBox="0 0 64 64" width="32" height="32" aria-hidden="true"><path class="bird-ground" d="M15 0h34a15 15 0 0 1 15 15v34a15 15 0 0 1-15 15H15A15 15 0 0 1 0 49V15A15 15 0 0 1 15 0Z"/><path d="${BIRD.body}"/><path class="bird-wing" d="${BIRD.wing}"/><path class="bird-wing" d="${BIRD.eye}"/></svg>`

/** A drawing, which says nothing that the words beside it do not. */
export function drawing(of: DrawingName): SafeHtml {
  const shapes: readonly Shape[] = DRAWINGS[of]
  return html`<div class="drawing" aria-hidden="true"><svg viewBox="0 0 160 112" width="160" height="112">${shapes.map(
    ([tone, path, place]) =>
      html`<path class="drawing-${tone}" d="${path}"${place !== undefined && html` transform="${place}"`}/>`,
  )}</svg></div>`
}
