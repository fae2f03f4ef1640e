import type { ComponentChildren } from 'preact'
import { Card } from '../../../shared/components/card.tsx'
import type { StorageUse } from '../../../shared/entities/operations.ts'
import { formatBytes } from '../../../shared/format.ts'
import { may } from '../../../shared/session.ts'

/** What makes room, the cheapest first. */
export function Advice({ use }: { use: StorageUse }) {
  return (
    <Card title="What you can do">
      <dl class="storage-advice">
        <dt>Keep fewer files of other servers</dt>
        <dd>
          At most {formatBytes(use.cached_media.limit)} are kept; what nobody looked at for longest
          goes first, and comes again when somebody looks.{' '}
          <Setting>Change how much is kept</Setting>
        </dd>
        <dt>Keep old posts of other servers for a shorter time</dt>
        <dd>
          Those that nobody here did anything with can go after some days. It makes the database
          grow slower. <Setting>Change how long they are kept</Setting>
        </dd>
        <dt>Uploads of people here</dt>
        <dd>
          They stay as long as their posts and are never deleted to make room. Where they fill the
          disk, move the folder to a larger one and name it in <code>MEDIA_STORAGE</code>.
        </dd>
      </dl>
    </Card>
  )
}

function Setting({ children }: { children: ComponentChildren }) {
  if (!may('manageSettings')) return <>Somebody who may change the settings can do it.</>
  return <a href="/admin/settings?group=storage">{children}</a>
}
