import { signal } from '@preact/signals'

const said = signal('')

/** Says something to who hears the page, where it shows itself to who sees it. */
export function announce(text: string): void {
  // the same words twice are only read out again if they went in between
  said.value = ''
  requestAnimationFrame(() => {
    said.value = text
  })
}

/** Drawn once for the whole client: only a live region that is there is read out. */
export function Announcer() {
  return (
    <p class="visually-hidden" role="status">
      {said.value}
    </p>
  )
}
