import { signal } from '@preact/signals'
import { type ComponentChildren, Fragment } from 'preact'
import { tellError } from '../../shared/components/toast.tsx'
import { Announcer } from './announce.tsx'

interface Layer {
  id: number
  draw: (close: () => void) => ComponentChildren
}

const open = signal<readonly Layer[]>([])
let lastId = 0

/**
 * Draws something above the page: a menu, a dialog, the viewer. It outlives what it was opened from.
 * @param draw is given what closes it
 */
export function openLayer(draw: Layer['draw']): () => void {
  lastId += 1
  const id = lastId
  open.value = [...open.value, { id, draw }]
  return () => closeLayer(id)
}

/** The same for what is loaded when it is first needed. */
export async function loadLayer(load: () => Promise<Layer['draw']>): Promise<void> {
  try {
    openLayer(await load())
  } catch (error) {
    tellError(error)
  }
}

function closeLayer(id: number): void {
  open.value = open.value.filter((layer) => layer.id !== id)
}

/** Where they are drawn: once for the whole client. */
export function Layers() {
  return (
    <>
      {open.value.map(({ id, draw }) => (
        <Fragment key={id}>{draw(() => closeLayer(id))}</Fragment>
      ))}
      <Announcer />
    </>
  )
}
