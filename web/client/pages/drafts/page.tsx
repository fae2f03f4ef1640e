import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Button } from '../../../shared/components/button.tsx'
import { List } from '../../../shared/components/list.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Time } from '../../../shared/components/time.tsx'
import { t } from '../../../shared/i18n.ts'
import { useList } from '../../../shared/use-resource.ts'
import { allLocalDrafts, deleteLocalDraft, type LocalDraft } from '../../compose/local-drafts.ts'
import { intent, openComposer } from '../../compose/open-composer.ts'
import { draftChanges } from '../../compose/sent.ts'
import { DRAFTS, type Draft, deleteDraft, isDraftOf } from '../../compose/server-drafts.ts'
import { WrittenSummary } from '../../compose/summary.tsx'
import { contentsOf } from '../../compose/writing.ts'
import { Drawing } from '../../drawings/drawing.tsx'
import './drafts.css'

/** Unpublished posts: drafts on the server, and posts that only this browser stores. */
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
      {list.data !== null && <KeptHere drafts={list.items} />}
      <List
        list={list}
        label={t('Drafts')}
        keyOf={({ id }) => id}
        empty={
          <>
            <Drawing of="page" />
            <p>{t('No drafts. What you write and do not post is kept here.')}</p>
            <Button kind="primary" onClick={() => openComposer()}>
              {t('New post')}
            </Button>
          </>
        }
      >
        {(draft) => (
          <DraftEntry
            draft={draft}
            onGone={() => {
              deleteCopies(draft)
              list.replace((one) => one === draft, null)
            }}
          />
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
        <Button small kind="primary" onClick={() => goOnWith(draft)}>
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

/** Goes on with what this browser keeps of it, which may be newer. */
function goOnWith(draft: Draft): void {
  const kept = allLocalDrafts().find(({ writing }) => isDraftOf(writing, draft))
  openComposer(kept === undefined ? { draftId: draft.id } : { kept })
}

function deleteCopies(draft: Draft): void {
  for (const { writing } of allLocalDrafts()) {
    if (isDraftOf(writing, draft)) deleteLocalDraft(writing.slot)
  }
}

/** Texts that this browser alone keeps: drafts are listed once, and go on with what is kept of them here. */
async function keptAlone(drafts: readonly Draft[]): Promise<readonly LocalDraft[]> {
  const kept = allLocalDrafts().filter(
    ({ writing, initial }) =>
      contentsOf(writing) !== initial && !drafts.some((draft) => isDraftOf(writing, draft)),
  )
  const alone = await Promise.all(kept.map(async (one) => !(await isOnAnotherPage(one))))
  return kept.filter((_, at) => alone[at])
}

async function isOnAnotherPage({ writing: { draftId } }: LocalDraft): Promise<boolean> {
  if (draftId === null) return false
  return api.get(`${DRAFTS}/${draftId}`).then(
    () => true,
    () => false,
  )
}

/** Texts whose way to the server was cut off, as by a lost connection or a closed window. */
function KeptHere({ drafts }: { drafts: readonly Draft[] }) {
  const kept = useSignal<readonly LocalDraft[]>([])
  const isWriting = intent.value !== null
  const changes = draftChanges.value
  useEffect(() => {
    // what is in the composer just now is no draft yet
    kept.value = []
    if (isWriting) return
    let isOver = false
    void keptAlone(drafts).then((alone) => {
      if (!isOver) kept.value = alone
    })
    return () => {
      isOver = true
    }
  }, [isWriting, changes, drafts, kept])
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
                deleteLocalDraft(one.writing.slot)
                kept.value = kept.value.filter((other) => other !== one)
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function KeptEntry({ kept, onDrop }: { kept: LocalDraft; onDrop: () => void }) {
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
