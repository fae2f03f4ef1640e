import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { Choices, FileField, TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import type { BlockImportDetails } from '../../../shared/entities/federation.ts'
import { t } from '../../../shared/i18n.ts'
import { go } from '../../../shared/router.ts'
import { IMPORTS } from './imports.tsx'

const MODES = [
  {
    value: 'merge',
    title: t('Only add'),
    hint: t('Domains that are blocked already stay as they are.'),
  },
  {
    value: 'overwrite',
    title: t('Add and change'),
    hint: t('Blocks that are there take what the file says.'),
  },
]

/** A file is looked at first: what it would do is another page, where it is applied. */
export function NewImport() {
  const file = useSignal<File | null>(null)
  const name = useSignal('')
  const mode = useSignal('merge')
  const send = async () => {
    const body = new FormData()
    body.append('dry_run', 'true')
    body.append('mode', mode.value)
    body.append('name', name.value)
    if (file.value !== null) body.append('file', file.value)
    const made = await api.post<BlockImportDetails>(IMPORTS, body)
    go(`/admin/domains/imports/${made.id}`)
  }
  return (
    <>
      <PageHead
        title={t('Import a file')}
        up={{ href: '/admin/domains?view=imports', title: t('Imports') }}
        lead={t(
          'Nothing changes yet: you see first what the file would do, and who would lose followers.',
        )}
      />
      <Form submit={t('See what it would do')} onSubmit={send}>
        <FileField
          label={t('File')}
          name="file"
          required
          accept=".csv,.txt,text/csv,text/plain"
          value={file}
          hint={t(
            'As Mastodon and this server write it, or one domain on each line, which is then suspended. 4 MB at most.',
          )}
        />
        <TextField
          label={t('Name')}
          name="name"
          maxLength={200}
          value={name}
          hint={t(
            'Where it comes from: each block remembers it. Without one, that of the file counts.',
          )}
        />
        <Choices legend={t('Domains that are blocked already')} value={mode} options={MODES} />
      </Form>
    </>
  )
}
