import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ActionButton, Button } from '../../../shared/components/button.tsx'
import { List } from '../../../shared/components/list.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Time } from '../../../shared/components/time.tsx'
import { t } from '../../../shared/i18n.ts'
import { useList } from '../../../shared/resource.ts'
import { DRAFTS, type Draft, deleteDraft } from '../../compose/drafts.ts'
import { allKept, dropKept, type Kept } from '../../compose/kept.ts'
import { intent, openComposer } from '../../compose/open.ts'
import { draftChanges } from '../../compose/sent.ts'
import { WrittenSummary } from '../../compose/summary.tsx'
import './drafts.css'

/** What was begun and not posted: at the server, and what only this browser has. */
export function Page() {
  const list = useList<Draft>(DRAFTS)
  const { reload } = list
  const changes = draftChanges.value
  useEffect(() => {
    if (changes > 0) void reload()
  }, [changes, reload])
  return (
    <>
      <PageHead
        title={t('Drafts')}
        lead={t('What you began to write. Drafts are kept on the server, for all your devices.')}
      />
      <KeptHere />
      <List
        list={list}
        label={t('Drafts')}
        keyOf={({ id }) => id}
        empty={
          <>
            <p>{t('No drafts. What you write and do not post is kept here.')}</p>
            <Button kind="primary" onClick={() => openComposer()}>
              {t('New post')}
            </Button>
          </>
        }
      >
        {(draft) => (
          <DraftEntry draft={draft} onGone={() => list.replace((one) => one === draft, null)} />
        )}
      </List>
    </>
  )
}

function DraftEntry({ draft, onGone }: { draft: Draft; onGone: () => void }) {
  const [first] = draft.posts
  return (
    <article class="draft-entry">
      <WrittenSummary
        text={first?.text ?? ''}
        warning={first?.spoiler_text ?? ''}
        posts={draft.posts.length}
        media={draft.posts.flatMap((post) => [...post.media_attachments])}
        isReply={draft.in_reply_to_id !== null}
        isQuote={draft.quoted_status_id !== null}
        hasPoll={draft.posts.some(({ poll }) => poll !== null)}
      />
      <footer class="draft-entry-foot">
        <span class="muted">
          <Time at={draft.updated_at} />
        </span>
        <Button small kind="primary" onClick={() => openComposer({ draftId: draft.id })}>
          {t('Go on')}
        </Button>
        <ActionButton
          small
          kind="quiet"
          run={async () => {
            await deleteDraft(draft.id)
            onGone()
          }}
          question={{
            title: t('Delete this draft?'),
            text: t('What you wrote in it is gone then.'),
            confirm: t('Delete the draft'),
            danger: true,
          }}
          done={t('The draft is deleted.')}
        >
          {t('Delete')}
        </ActionButton>
      </footer>
    </article>
  )
}

/** Texts whose way to the server was cut off, as by a lost connection or a closed window. */
function KeptHere() {
  const kept = useSignal<readonly Kept[]>([])
  const isWriting = intent.value !== null
  const changes = draftChanges.value
  useEffect(() => {
    // what is in the composer just now is no draft yet
    kept.value = isWriting ? [] : allKept()
  }, [isWriting, changes, kept])
  if (kept.value.length === 0) return null
  return (
    <section class="drafts-here" aria-label={t('Only in this browser')}>
      <h2>{t('Only in this browser')}</h2>
      <ul class="entries">
        {kept.value.map((one) => (
          <li key={one.writing.slot}>
            <KeptEntry
              kept={one}
              onDrop={() => {
                dropKept(one.writing.slot)
                kept.value = allKept()
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function KeptEntry({ kept, onDrop }: { kept: Kept; onDrop: () => void }) {
  const { parts, replyTo, quote } = kept.writing
  const [first] = parts
  const media = parts.flatMap((part) => part.media).flatMap(({ media }) => media ?? [])
  return (
    <article class="draft-entry">
      <WrittenSummary
        text={first?.text ?? ''}
        warning={first?.spoiler_text ?? ''}
        posts={parts.length}
        media={media}
        isReply={replyTo !== null}
        isQuote={quote !== null}
        hasPoll={parts.some(({ poll }) => poll !== null)}
      />
      <footer class="draft-entry-foot">
        <span class="muted">
          <Time at={new Date(kept.at).toISOString()} />
        </span>
        <Button small kind="primary" onClick={() => openComposer({ kept })}>
          {t('Go on')}
        </Button>
        <Button small kind="quiet" onClick={onDrop}>
          {t('Discard')}
        </Button>
      </footer>
    </article>
  )
}
