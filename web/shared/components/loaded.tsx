import type { ComponentChildren } from 'preact'
import type { Resource } from '../use-resource.ts'
import { ErrorNotice, Loading } from './notice.tsx'

interface LoadedProps<T> {
  from: Resource<T>
  children: (data: T) => ComponentChildren
}

/** Shows something once it is read; until then that it is, or why it cannot be. */
export function Loaded<T>({ from, children }: LoadedProps<T>) {
  const { data, error, loading, reload } = from
  if (data === null) {
    return error === null ? <Loading /> : <ErrorNotice error={error} retry={() => void reload()} />
  }
  return (
    <>
      {error !== null && <ErrorNotice error={error} retry={() => void reload()} />}
      <div aria-busy={loading ? 'true' : undefined}>{children(data)}</div>
    </>
  )
}
