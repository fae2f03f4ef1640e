// Shows how far some work of the server is, as long as it goes on: what is marked as live is taken from the page as it
// is by now. What somebody has begun to fill in beside it stays.

const PAUSE = 2000

function isBusy() {
  return document.querySelector('[data-live] [data-busy]') !== null
}

/** Puts the focus where it was: on the control of the same words. */
function replace(old, now) {
  const words = old.contains(document.activeElement) ? document.activeElement.textContent : null
  old.replaceWith(now)
  if (words === null) return
  const controls = [...now.querySelectorAll('a, button')]
  controls.find((control) => control.textContent === words)?.focus()
}

async function look() {
  if (!document.hidden) {
    const response = await fetch(location.href, { headers: { accept: 'text/html' } })
    if (!response.ok || response.redirected) return
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    for (const old of document.querySelectorAll('[data-live]')) {
      const now = page.getElementById(old.id)
      if (now !== null && now.innerHTML !== old.innerHTML) replace(old, now)
    }
  }
  if (isBusy()) setTimeout(again, PAUSE)
}

/** a server that does not answer for a while is asked again */
function again() {
  look().catch(() => setTimeout(again, PAUSE))
}

if (isBusy()) setTimeout(again, PAUSE)
