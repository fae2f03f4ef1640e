import { html, raw, type SafeHtml } from '../../../kernel/text/html.ts'
import { type ShapeName, WAY_SHAPES } from './way-shapes.ts'

/** An icon beside a text of the same meaning, hidden from assistive technology; `shapesOf` has to be on the page. */
export function shape(name: ShapeName, size = 22, className = ''): SafeHtml {
  return html`<svg class="shape${className}" width="${size}" height="${size}" aria-hidden="true"><use href="#${name}-shape"/></svg>`
}

/** The outlines of icons, each once for the whole page. */
export function shapesOf(names: Iterable<ShapeName>): SafeHtml {
  const symbols = [...new Set(names)].map(
    (name) => `<symbol id="${name}-shape" viewBox="0 0 24 24">${WAY_SHAPES[name]}</symbol>`,
  )
  return raw(`<svg hidden>${symbols.join('')}</svg>`)
}
