import { DRAWINGS, type DrawingName, type Shape } from '../../../src/surfaces/pages/drawings.ts'
import './drawn.css'

/** Loaded where the first drawing is wanted. */
export function Drawn({ of }: { of: DrawingName }) {
  const shapes: readonly Shape[] = DRAWINGS[of]
  return (
    <svg viewBox="0 0 160 112" width="160" height="112" aria-hidden="true">
      {shapes.map(([tone, path, place], at) => (
        <path key={`${at} ${tone}`} class={`drawing-${tone}`} d={path} transform={place} />
      ))}
    </svg>
  )
}
