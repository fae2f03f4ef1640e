import { allDrawn } from '../shared/draw-soon.ts'
import { nextTask } from '../shared/next-task.ts'

const ITS_STYLES = 'link[data-until-program]'

/**
 * Puts the client in the place of what the server has drawn, in one step, so that nothing is ever shown half: its
 * styles come with it, those of the page go. Where nothing is drawn yet it does not wait: the frame is there first.
 * @param prepared when what the first page shows has been read
 */
export async function mount(
  draw: (root: HTMLElement) => void,
  prepared: Promise<unknown>,
): Promise<void> {
  const root = document.getElementById('app')
  if (root === null) return
  if (document.querySelector(ITS_STYLES) !== null) await prepared
  await nextTask()
  const styles = [...document.querySelectorAll<HTMLLinkElement>('link[data-program]')]
  await Promise.all(styles.map(thatItIsThere))
  // what is below comes a little later: who has scrolled there stays there. Read before anything has changed, when
  // nothing has to be laid out for it
  root.style.minHeight = `${root.offsetHeight}px`
  for (const link of styles) link.media = 'all'
  for (const link of document.querySelectorAll(ITS_STYLES)) link.remove()
  document.body.className = ''
  root.replaceChildren()
  draw(root)
  await allDrawn()
  root.style.minHeight = ''
}

/** Styles for no medium come last; one that fails is not waited for. */
function thatItIsThere(link: HTMLLinkElement): Promise<unknown> | null {
  if (link.sheet !== null) return null
  return new Promise((done) => {
    link.addEventListener('load', done, { once: true })
    link.addEventListener('error', done, { once: true })
  })
}
