/** A line at the top while a page is loaded; it only shows where that takes a moment (frame.css). */
export function ProgressLine() {
  return <div class="progress-line" aria-hidden="true" />
}
